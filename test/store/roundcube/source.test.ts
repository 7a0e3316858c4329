import { createHash } from 'node:crypto'
import { link, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { openRoundcube } from '../../../store/roundcube/source.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { makeDirectory, removeDirectory } from '../../support/process/temporary-directory.ts'
import {
  addRoundcubeUser,
  makeRoundcubeTables,
  roundcubeKnex,
  type RoundcubeVersion,
} from '../../support/roundcube/roundcube-database.ts'

const username = 'emmy@example.test'
const options = { tablePrefix: '', maxEntries: 100, timeoutMs: 30_000 }

interface Directory {
  readonly path: string
}

async function directoryOf(t: { teardown(work: () => Promise<void>): void }): Promise<Directory> {
  const path = await makeDirectory('roundcube-source')
  t.teardown(() => removeDirectory(path))
  return { path }
}

async function userIn(url: string) {
  const source = await openRoundcube({ ...options, url })
  try {
    const [user] = await source.people('EMMY@example.test')
    return user === undefined ? undefined : await source.read(user)
  } finally {
    await source.close()
  }
}

function isWhole(version: RoundcubeVersion, data: Awaited<ReturnType<typeof userIn>>) {
  return {
    contacts: data?.contacts.map(({ name, groups }) => [name, ...groups]),
    emptyGroups: data?.emptyGroups,
    identities: data?.identities.map(({ email, isDefault, isHtml }) => [email, isDefault, isHtml]),
    collected: data?.collected.map(({ email, kind }) => [email, kind]),
    responses: data?.responses.map(({ name, text }) => [name, text]),
    hasReplyAmongPreferences: data?.preferences.includes('compose_responses'),
    version,
  }
}

function expected(version: RoundcubeVersion) {
  const isOld = version === '1.4' || version === '1.5'
  return {
    contacts: [['Emmy Noether', 'Algebra'], ['Ada Lovelace'], ['Half']],
    emptyGroups: ['Nobody'],
    identities: [
      [username, true, true],
      ['o@example.org', false, false],
      ['no address', false, false],
    ],
    collected:
      version === '1.4'
        ? []
        : [
            ['k@example.org', 'recipient'],
            ['t@example.org', 'trusted-sender'],
          ],
    responses: isOld ? [] : [['Thanks', 'Thank you']],
    hasReplyAmongPreferences: isOld,
    version,
  }
}

/** All files of a directory with their content. */
async function stateOf({ path }: Directory): Promise<readonly string[]> {
  const names = (await readdir(path)).sort()
  return Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(path, name))
      return `${name} ${createHash('sha256').update(content).digest('hex')}`
    }),
  )
}

for (const version of ['1.4', '1.5', '1.6', '1.7'] as const) {
  test(`a user of a SQLite file of ${version} is read, and the file and its directory stay as they are`, async (t) => {
    const directory = await directoryOf(t)
    const url = `sqlite:${join(directory.path, 'roundcube.db')}`
    await makeRoundcubeTables(url, version)
    await addRoundcubeUser(url, { username })
    const before = await stateOf(directory)

    const data = await userIn(url)

    t.deepEqual(isWhole(version, data), expected(version))
    t.deepEqual(await stateOf(directory), before)
  })
}

test('what a write-ahead log holds is read, and the log stays as it is', async (t) => {
  const directory = await directoryOf(t)
  const url = `sqlite:${join(directory.path, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  const { knex } = roundcubeKnex(url)
  t.teardown(() => knex.destroy())
  await knex.raw('PRAGMA journal_mode = WAL')
  await knex('users').insert({ user_id: 7, username, mail_host: 'localhost', preferences: 'N;' })
  const before = await stateOf(directory)

  const data = await userIn(url)

  t.is(data?.preferences, 'N;')
  t.true(before.some((line) => line.startsWith('roundcube.db-wal ')))
  t.deepEqual(await stateOf(directory), before)
})

test('of a transaction that has not ended nothing is read, and its journal stays as it is', async (t) => {
  const directory = await directoryOf(t)
  const url = `sqlite:${join(directory.path, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  const { knex } = roundcubeKnex(url)
  t.teardown(() => knex.destroy())
  const user = { user_id: 7, username, mail_host: 'localhost', preferences: 'N;' }
  await knex('users').insert(user)
  // One page of memory: the transaction writes into the file before it ends.
  await knex.raw('PRAGMA cache_size = 1')
  await knex.raw('BEGIN IMMEDIATE')
  const preferences = 'x'.repeat(100_000)
  await knex('users').update({ preferences })
  const other = { ...user, user_id: 8, username: 'other', preferences }
  await knex('users').insert(other)
  const before = await stateOf(directory)

  const data = await userIn(url)

  t.is(data?.preferences, 'N;')
  t.true(before.some((line) => line.startsWith('roundcube.db-journal ')))
  t.deepEqual(await stateOf(directory), before)
})

test('a link, a file of someone else, a second name of a file, a directory and a view are refused', async (t) => {
  const directory = await directoryOf(t)
  const path = (name: string) => join(directory.path, name)
  await makeRoundcubeTables(`sqlite:${path('real.db')}`, '1.6')
  await symlink(path('real.db'), path('link.db'))
  await mkdir(path('directory.db'))
  await writeFile(path('empty.db'), '')
  const { knex } = roundcubeKnex(`sqlite:${path('view.db')}`)
  await knex.raw('CREATE VIEW users AS SELECT 1 AS user_id')
  await knex.destroy()
  const owner = process.getuid?.()
  const refusalOf = (name: string, user?: number) =>
    t.throwsAsync(openRoundcube({ ...options, url: `sqlite:${path(name)}`, owner: user }))

  const codes = {
    link: await refusalOf('link.db'),
    directory: await refusalOf('directory.db'),
    missing: await refusalOf('nothing.db'),
    empty: await refusalOf('empty.db'),
    view: await refusalOf('view.db'),
    foreign: await refusalOf('real.db', (owner ?? 0) + 1),
  }
  await link(path('real.db'), path('second.db'))
  const second = await refusalOf('second.db', owner)

  const code = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error)
  t.deepEqual(
    Object.fromEntries(
      Object.entries({ ...codes, second }).map(([name, error]) => [name, code(error)]),
    ),
    {
      ...{ link: 'not_a_file', directory: 'not_a_file', missing: 'missing' },
      ...{ empty: 'no_roundcube', view: 'no_roundcube', foreign: 'not_a_file' },
      second: 'not_a_file',
    },
  )
})

test('a user who has more than is read is refused whole', async (t) => {
  const directory = await directoryOf(t)
  const url = `sqlite:${join(directory.path, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  await addRoundcubeUser(url, { username })
  const source = await openRoundcube({ ...options, maxEntries: 2, url })
  t.teardown(() => source.close())
  const [user] = await source.people()

  const error = user && (await t.throwsAsync(source.read(user)))

  t.like(error, { code: 'too_many_entries' })
})

for (const what of [
  'ALTER TABLE contacts ADD COLUMN big TEXT GENERATED ALWAYS AS (hex(zeroblob(40000000))) VIRTUAL',
  'DROP TABLE contacts; CREATE VIRTUAL TABLE contacts USING fts5(vcard)',
]) {
  test(`a file whose values are computed is refused: ${what.slice(0, 40)}`, async (t) => {
    const directory = await directoryOf(t)
    const url = `sqlite:${join(directory.path, 'roundcube.db')}`
    await makeRoundcubeTables(url, '1.6')
    const { knex } = roundcubeKnex(url)
    for (const statement of what.split('; ')) await knex.raw(statement)
    await knex.destroy()

    const error = await t.throwsAsync(openRoundcube({ ...options, url }))

    t.like(error, { code: 'no_roundcube' })
  })
}

test('a value that is too long costs itself, and is told', async (t) => {
  const directory = await directoryOf(t)
  const url = `sqlite:${join(directory.path, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  await addRoundcubeUser(url, { username })
  const { knex } = roundcubeKnex(url)
  await knex.raw('UPDATE contacts SET vcard = hex(zeroblob(4000000)) WHERE contact_id = 10')
  await knex.raw(
    "UPDATE identities SET signature = hex(zeroblob(4000000)), name = x'41' WHERE identity_id = 10",
  )
  await knex.raw('UPDATE users SET preferences = hex(zeroblob(4000000))')
  await knex.destroy()

  const data = await userIn(url)

  t.deepEqual(
    data?.contacts.map(({ name, vcard }) => [name, vcard.length > 0]),
    [
      ['Emmy Noether', false],
      ['Ada Lovelace', false],
      ['Half', true],
    ],
  )
  t.deepEqual(
    data?.identities.map(({ name, signature }) => [name, signature.length]),
    [
      ['Me', 19],
      ['A', 0],
      ['Bad', 0],
    ],
  )
  t.deepEqual(data?.cut, [
    { part: 'preference', id: 1 },
    { part: 'contact', id: 10 },
    { part: 'identity', id: 10 },
  ])
})

test('of a contact in thousands of groups a bounded number is read', async (t) => {
  const directory = await directoryOf(t)
  const url = `sqlite:${join(directory.path, 'roundcube.db')}`
  await makeRoundcubeTables(url, '1.6')
  await addRoundcubeUser(url, { username })
  const { knex } = roundcubeKnex(url)
  const numbers = 'WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 290)'
  await knex.raw(
    `${numbers} INSERT INTO contactgroups (contactgroup_id, user_id, name, del) SELECT i, 1, 'Group ' || i, 0 FROM n`,
  )
  await knex.raw(
    `${numbers} INSERT INTO contactgroupmembers (contactgroup_id, contact_id) SELECT i, 10 FROM n`,
  )
  await knex.raw(`${numbers.replace('100', '1000').replace('290', '3000')}
    INSERT INTO contactgroups (contactgroup_id, user_id, name, del) SELECT i, 2, 'Of another', 0 FROM n`)
  await knex.raw(`${numbers.replace('100', '1000').replace('290', '3000')}
    INSERT INTO contactgroupmembers (contactgroup_id, contact_id) SELECT i, 10 FROM n`)
  await knex.destroy()

  const data = await userIn(url)

  t.true((data?.contacts[0]?.groups.length ?? 0) <= 100)
  t.false(data?.contacts[0]?.groups.includes('Of another'))
})

for (const { engine, start } of [
  { engine: 'MariaDB', start: startMariadb },
  { engine: 'PostgreSQL', start: startPostgres },
]) {
  test(`a user of a ${engine} database is read`, async (t) => {
    const server = await start()
    t.teardown(() => server.stop())
    await makeRoundcubeTables(server.url, '1.6')
    await addRoundcubeUser(server.url, { username })

    const data = await userIn(server.url)

    t.deepEqual(isWhole('1.6', data), expected('1.6'))
  })
}

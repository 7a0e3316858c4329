import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test, { type ExecutionContext } from 'ava'
import { connectDatabase } from '../../../store/database/connection/connect.ts'
import { parseDatabaseUrl } from '../../../store/database/connection/connection.ts'
import { openTestDatabase } from '../../store/fixture.ts'
import { lockDatabase } from '../../support/database/lock.ts'
import { startMariadb } from '../../support/database/mariadb.ts'
import { startPostgres } from '../../support/database/postgres.ts'
import { eventually } from '../../support/database/rows.ts'
import { emptyDatabase } from '../../support/database/schema.ts'
import { isRoot, type DatabaseServer } from '../../support/database/server.ts'
import { startDovecot, type Dovecot } from '../../support/dovecot/dovecot.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { createOwnThings } from '../../support/personal/own-things.ts'
import { startPostern, type Postern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { postern as run } from './command-line.ts'

let dovecot: Dovecot
test.before('start Dovecot', async () => {
  dovecot = await startDovecot({ users: 30 })
})
test.after.always('stop Dovecot', () => dovecot.stop())

interface Installation {
  readonly postern: Postern
  readonly dataDir: string
  readonly databasePath: string
  readonly config: string
  /** Where its backups go. */
  readonly backup: string
}

/** A Postern with a dataDir of its own, and the database in it unless another is named. */
async function install(t: ExecutionContext, url?: string): Promise<Installation> {
  const directory = await temporaryDirectory(t)
  const dataDir = join(directory, 'data')
  const databasePath = join(dataDir, 'postern.db')
  const database = { url: url ?? `sqlite:${databasePath}` }
  const postern = await startPostern({ t, mail: dovecot, database, config: { dataDir } })
  const config = join(postern.directory, 'postern.json')
  return { postern, dataDir, databasePath, config, backup: join(directory, 'backup') }
}

async function signIn(postern: Postern, n: number): Promise<WebmailClient> {
  const client = createWebmailClient(postern.base())
  const { status } = await client.signIn(dovecot.userName(n), dovecot.password)
  if (status !== 302) throw new Error(`sign-in answered ${status}`)
  return client
}

/** The same browser at the Postern that runs now. */
function again(postern: Postern, client: WebmailClient): WebmailClient {
  const here = createWebmailClient(postern.base())
  here.cookies.set('postern_session', client.cookies.get('postern_session') ?? '')
  return here
}

/** Without waiting: each look at the clock is a minute later. */
function hurried(): () => number {
  let now = Date.now()
  return () => (now += 60_000)
}

type Start = () => Promise<DatabaseServer>
const journeys: readonly (readonly [
  from: string,
  to: string,
  Start | undefined,
  Start | undefined,
])[] = [
  ['SQLite', 'SQLite', undefined, undefined],
  ['MariaDB', 'MariaDB', startMariadb, undefined],
  ['PostgreSQL', 'PostgreSQL', startPostgres, undefined],
  ['SQLite', 'PostgreSQL', undefined, startPostgres],
]

for (const [from, to, startSource, startTarget] of journeys) {
  test.serial(
    `users whose session was backed up from ${from} continue after it was restored to ${to}`,
    async (t) => {
      t.timeout(180_000)
      const source = await startSource?.()
      t.teardown(() => source?.stop())
      const { postern, dataDir, config, backup } = await install(t, source?.url)
      const client = await signIn(postern, 1)
      const things = createOwnThings(dovecot.userName(1))
      for (let count = 0; count < 8; count += 1) await things.saveNext(client, client)
      const over = new AbortController()
      const signingIn = (async () => {
        for (let n = 2; !over.signal.aborted; n = 2 + (n % 28)) await signIn(postern, n)
      })()

      const made = await run(['backup', backup, '--config', config, '--with-secrets'])

      over.abort()
      await signingIn
      await postern.end()
      await rm(dataDir, { recursive: true })
      const target = await startTarget?.()
      t.teardown(() => target?.stop())
      if (source !== undefined) await emptyDatabase(source.url)
      if (target !== undefined) await setDatabase(config, target.url)
      const restored = await run(['restore', backup, '--config', config, '--with-secrets'])
      const restarted = await postern.restart()

      t.is(made.code, 0, made.complaints)
      t.regex(made.output, /^\S+backup: \d+ rows \(session \d+, .*\), and 3 files; checked\n$/)
      // What was written for the other database stays.
      t.is(restored.code, target === undefined ? 0 : 1, restored.complaints)
      t.regex(restored.output, /put back: \S+\.key\n/)
      const here = again(restarted, client)
      t.is(
        (await here.list('INBOX')).action,
        'list',
        'the password of the session opens the mailbox',
      )
      t.deepEqual(await things.missing(here), [])
    },
  )
}

type Knex = ReturnType<typeof connectDatabase>['knex']

async function onDatabase<Value>(
  url: string,
  work: (knex: Knex) => Promise<Value>,
): Promise<Value> {
  const limits = { busyTimeoutMs: 1_000, acquireTimeoutMs: WAIT_LIMIT_MS }
  const connection = connectDatabase(parseDatabaseUrl(url), {
    ...limits,
    statementTimeoutMs: WAIT_LIMIT_MS,
  })
  try {
    return await work(connection.knex)
  } finally {
    await connection.close()
  }
}

async function setDatabase(config: string, url: string): Promise<void> {
  const written: unknown = JSON.parse(await readFile(config, 'utf8'))
  await writeFile(config, JSON.stringify({ ...Object(written), database: { url } }))
}

test.serial(
  'a restore waits for a word before it replaces rows, and then moves the spool aside',
  async (t) => {
    const { postern, dataDir, config, backup } = await install(t)
    const client = await signIn(postern, 1)
    await run(['backup', backup, '--config', config])
    const later = await signIn(postern, 2)
    const running = await run(['restore', backup, '--config', config, '--yes'])
    await postern.end()

    const requested = await run(['restore', backup, '--config', config])
    const output = await run(['restore', backup, '--config', config, '--yes'])
    const restarted = await postern.restart()

    t.is(running.code, 1)
    t.regex(running.complaints, /^a Postern is running with \S+ \(process \d+\): stop it first\n$/)
    t.is(requested.code, 1)
    t.regex(
      requested.complaints,
      /^the database has \d+ rows of Postern already: --yes replaces them/,
    )
    t.is(output.code, 0, output.complaints)
    t.regex(
      output.output,
      /replaced: \d+ rows\nmoved aside: .*spool-copy\.db\.before-restore-\d+\n/,
    )
    t.true((await readdir(dataDir)).some((name) => name.startsWith('spool.db.before-restore-')))
    const isIn = async (one: WebmailClient) =>
      (await again(restarted, one).get('')).text.includes('"task":"mail"')
    t.deepEqual([await isIn(client), await isIn(later)], [true, false])
  },
)

test.serial('what waits in the spool while a backup is made is said', async (t) => {
  const { postern, dataDir, databasePath, config, backup } = await install(t)
  await signIn(postern, 1)
  await run(['backup', `${backup}.before`, '--config', config])
  const lock = await lockDatabase(databasePath)
  t.teardown(() => lock.release())
  await signIn(postern, 2)

  const whileRunning = await run(['backup', backup, '--config', config], {}, [], hurried())
  await postern.kill()
  const whileStopped = await run(['backup', `${backup}.stopped`, '--config', config])
  await lock.release()
  const restored = await run(['restore', backup, '--config', config])

  t.is(whileRunning.code, 0)
  t.regex(whileRunning.complaints, /^not in it: \d+ records wait in the spool\n$/)
  t.is(whileStopped.code, 0)
  t.regex(whileStopped.complaints, /^not in it: \d+ records wait in the spool\n$/)
  t.is(restored.code, 1)
  t.regex(
    restored.complaints,
    /^\d+ records wait in the spool in \S+, which may be newer than the backup: --yes/,
  )
  t.true((await readdir(dataDir)).includes('spool.db'))
})

test.serial('a secret or configuration that is there is not overwritten, but named', async (t) => {
  const { postern, dataDir, config, backup } = await install(t)
  await signIn(postern, 1)
  await run(['backup', backup, '--config', config, '--with-secrets'])
  await postern.end()
  const binding = join(dataDir, 'keys', 'panel-binding.secret')
  await writeFile(binding, 'another one')
  const [key = ''] = (await readdir(join(dataDir, 'keys'))).filter((name) => name.endsWith('.key'))
  await rm(join(dataDir, 'keys', key))

  const restored = await run(['restore', backup, '--config', config, '--with-secrets', '--yes'])

  t.is(restored.code, 1)
  t.is(restored.complaints, `left as it is, and not as in the backup: ${binding}\n`)
  t.is(await readFile(binding, 'utf8'), 'another one')
  t.is((await stat(join(dataDir, 'keys', key))).mode & 0o777, 0o600)
})

const asRoot = isRoot ? test.serial : test.serial.skip

asRoot('what root puts back can be read by the service', async (t) => {
  const { postern, dataDir, config, backup } = await install(t)
  await signIn(postern, 1)
  await run(['backup', backup, '--config', config, '--with-secrets'])
  await postern.end()
  await rm(dataDir, { recursive: true })
  await mkdir(dataDir)
  await chown(dataDir, 65_534, 65_533)
  await rm(config)

  const restored = await run(['restore', backup, '--config', config, '--with-secrets'])

  t.is(restored.code, 0, restored.complaints)
  const ownerOf = async (path: string) => {
    const { uid, gid, mode } = await stat(path)
    return [uid, gid, mode & 0o777]
  }
  t.deepEqual(await ownerOf(config), [0, 65_533, 0o640])
  t.deepEqual(await ownerOf(join(dataDir, 'postern.db')), [65_534, 65_533, 0o600])
  t.deepEqual(await ownerOf(join(dataDir, 'keys')), [65_534, 65_533, 0o700])
  for (const name of await readdir(join(dataDir, 'keys'))) {
    t.deepEqual(await ownerOf(join(dataDir, 'keys', name)), [65_534, 65_533, 0o600])
  }
})

test.serial(
  'a backup without secrets brings none back, and a restore that fails leaves none',
  async (t) => {
    const { postern, dataDir, config, backup } = await install(t)
    await signIn(postern, 1)
    await run(['backup', backup, '--config', config])
    await run(['backup', `${backup}.secrets`, '--config', config, '--with-secrets'])
    await postern.end()
    await rm(join(dataDir, 'keys'), { recursive: true })
    const args = ['--config', config, '--with-secrets']

    const without = await run(['restore', backup, ...args, '--yes'])
    const refused = await run(['restore', `${backup}.secrets`, ...args])

    t.is(without.code, 1)
    t.is(without.complaints, 'no secrets are in this backup: it was made without --with-secrets\n')
    t.is(refused.code, 1)
    t.deepEqual(await readdir(join(dataDir, 'keys')).catch(() => []), [])
  },
)

test.serial('a backup that cannot be made is said in a sentence', async (t) => {
  const { postern, config, backup, databasePath } = await install(t)
  await signIn(postern, 1)
  await postern.end()
  await writeFile(`${backup}.other`, 'something else')

  const there = await run(['backup', config, '--config', config])
  const nowhere = await run(['backup', join(backup, 'none'), '--config', config])
  await rm(databasePath)
  const without = await run(['backup', backup, '--config', config])
  const other = await run(['restore', `${backup}.other`, '--config', config])
  const usage = await run(['backup', '--config', config])

  t.like(there, { code: 69, complaints: `${config} is there already and stays as it is\n` })
  t.is(nowhere.code, 69)
  t.regex(nowhere.complaints, /^ENOENT: no such file or directory, .*\n$/)
  t.like(without, {
    code: 69,
    complaints: `${databasePath} is not there: Postern has not written to it yet\n`,
  })
  t.like(other, { code: 69, complaints: `${backup}.other is not a backup of Postern\n` })
  t.is(usage.code, 64)
})

test.serial('Ctrl-C ends a backup that waits, and leaves nothing of it', async (t) => {
  const server = await startPostgres()
  t.teardown(() => server.stop())
  const directory = await temporaryDirectory(t)
  const config = join(directory, 'postern.json')
  const settings = { database: { url: server.url }, dataDir: join(directory, 'data'), redis: null }
  await writeFile(config, JSON.stringify(settings))
  const limits = { readLimitMs: WAIT_LIMIT_MS, timeoutMs: WAIT_LIMIT_MS }
  await openTestDatabase(t, server.url, limits).findMark('none')

  await onDatabase(server.url, (knex) =>
    knex.transaction(async (transaction) => {
      await transaction.raw('LOCK TABLE postern_personal IN ACCESS EXCLUSIVE MODE')
      const backups = await temporaryDirectory(t)
      const main = fileURLToPath(new URL('../../../dist/main.js', import.meta.url))
      const args = [main, 'backup', join(backups, 'backup'), '--config', config]
      const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
      let complaints = ''
      child.stderr.on('data', (text: Buffer) => (complaints += text.toString()))
      await eventually(
        () => readdir(backups),
        (names) => names.length > 0,
      )
      child.kill('SIGINT')
      await once(child, 'close')

      t.is(child.exitCode, 69)
      t.is(complaints, 'interrupted: nothing was changed\n')
      t.deepEqual(await readdir(backups), [])
    }),
  )
})

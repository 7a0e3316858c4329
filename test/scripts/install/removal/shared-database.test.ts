import { execFile } from 'node:child_process'
import { chmod, chown, mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'
import { startMachine, shareServers, type TestMachine } from '../../../support/install/machine.ts'
import { smallRelease } from '../../../support/install/small-release.ts'

const run = promisify(execFile)
const shared = shareServers(test)

/** Where Debian keeps Roundcube's. */
const DEBIAN = 'var/lib/dbconfig-common/sqlite3/roundcube/roundcube'

const ROUNDCUBE_SCHEMA = `
  CREATE TABLE users (user_id INTEGER PRIMARY KEY, username TEXT);
  CREATE TABLE contacts (contact_id INTEGER PRIMARY KEY, name TEXT);
  CREATE TABLE session (sess_id TEXT PRIMARY KEY, vars TEXT);
  INSERT INTO contacts (name) VALUES ('Robin');`
const OUR_SCHEMA =
  "CREATE TABLE postern_document (id TEXT); INSERT INTO postern_document VALUES ('of ours');"

async function sqlite(file: string, statements: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  return (await run('sqlite3', [file, statements])).stdout
}

/** A machine on which Postern is installed, with Roundcube's database named as its own. */
async function besideRoundcube(t: ExecutionContext, path: string) {
  const directory = await temporaryDirectory(t)
  const file = path.startsWith('/') ? join(directory, path) : path
  const machine = await startMachine(t, shared, { database: { url: `sqlite:${file}` } })
  await sqlite(file, ROUNDCUBE_SCHEMA)
  const before = await sqlite(file, '.schema')
  await sqlite(file, OUR_SCHEMA)
  await chmod(file, 0o640)
  await chown(file, 33, 33)
  const release = await smallRelease(t)
  const installed = await machine.install(release, '--config', machine.configFile, '--no-start')
  t.is(installed.code, 0, installed.output)
  return { machine, release, file, before }
}

type BesideRoundcube = Pick<Awaited<ReturnType<typeof besideRoundcube>>, 'machine' | 'release'>

async function isAsItWas(t: ExecutionContext, file: string): Promise<void> {
  t.is(await sqlite(file, 'SELECT name FROM contacts'), 'Robin\n')
  const { mode, uid, gid } = await stat(file)
  t.deepEqual([mode & 0o777, uid, gid], [0o640, 33, 33])
}

test("Roundcube's database stays when the data are removed, without the tables of Postern", async (t) => {
  const { machine, release, file, before } = await besideRoundcube(t, `/${DEBIAN}`)

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  await isAsItWas(t, file)
  t.is(await sqlite(file, '.schema'), before)
  t.true(removal.output.includes(`left: ${file}, the database`), removal.output)
})

test("Roundcube's database stays as it is when the data are archived", async (t) => {
  const { machine, release, file } = await besideRoundcube(t, `/${DEBIAN}`)
  const bytes = await readFile(file)
  const archive = join(await temporaryDirectory(t), 'postern.tar.gz')

  const removal = await machine.uninstall(release, '--archive', archive)

  t.is(removal.code, 0, removal.output)
  t.deepEqual(await readFile(file), bytes)
  t.true(removal.output.includes(`left: ${file}, the database`), removal.output)
  t.regex(removal.output, /database remove-tables/)
})

test('a database of its own stays where the configuration placed it when the data are archived', async (t) => {
  const elsewhere = join(await temporaryDirectory(t), 'postern.db')
  const machine: TestMachine = await startMachine(t, shared, {
    database: { url: `sqlite:${elsewhere}` },
  })
  await sqlite(elsewhere, OUR_SCHEMA)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const archive = join(await temporaryDirectory(t), 'postern.tar.gz')

  const removal = await machine.uninstall(release, '--archive', archive)

  t.is(removal.code, 0, removal.output)
  t.is(await sqlite(elsewhere, 'SELECT id FROM postern_document'), 'of ours\n')
  t.true(removal.output.includes(`left: ${elsewhere}, the database`), removal.output)
})

test('a database inside the data directory stays when it has tables of another program', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const file = join(machine.prefix, 'var/lib/postern/postern.db')
  await sqlite(file, ROUNDCUBE_SCHEMA)
  const before = await sqlite(file, '.schema')
  await sqlite(file, OUR_SCHEMA)

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.is(await sqlite(file, '.schema'), before)
  t.regex(
    removal.output,
    /^left: \S+\/postern\.db, the database: it has tables of another program/m,
  )
})

test('a database inside the data directory stays when the configuration of Roundcube names it', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const file = join(machine.prefix, 'var/lib/postern/postern.db')
  await sqlite(file, OUR_SCHEMA)
  const debian = join(machine.prefix, 'etc/roundcube/debian-db.php')
  await mkdir(dirname(debian), { recursive: true })
  await writeFile(debian, `<?php\n$basepath='${dirname(file)}';\n$dbname='postern.db';\n`)

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.is(await sqlite(file, '.tables'), '')
  t.true(removal.output.includes(`left: ${file}, the database: ${debian} names it`), removal.output)
})

for (const [what, path, text] of [
  [
    'another program',
    'etc/someones-webmail/config.ini',
    (file: string) => `dsn = sqlite:///${file}?mode=0640\n`,
  ],
  [
    'a timer of the administrator',
    'etc/cron.d/copies',
    (file: string) => `5 3 * * * root sqlite3 "${file}" .dump\n`,
  ],
] as const) {
  test(`a database inside the data directory stays when a configuration of ${what} names it`, async (t) => {
    const machine = await startMachine(t, shared)
    const release = await smallRelease(t)
    await machine.install(release, '--config', machine.configFile, '--no-start')
    const file = join(machine.prefix, 'var/lib/postern/postern.db')
    await sqlite(file, OUR_SCHEMA)
    const naming = join(machine.prefix, path)
    await mkdir(dirname(naming), { recursive: true })
    await writeFile(naming, text(file))

    const removal = await machine.uninstall(release, '--purge', '--yes')

    t.is(removal.code, 0, removal.output)
    t.is(await sqlite(file, '.tables'), '')
    t.true(
      removal.output.includes(`left: ${file}, the database: ${naming} names it`),
      removal.output,
    )
  })
}

test('a database that cannot be looked into stays, and the removal says why', async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const file = join(machine.prefix, 'var/lib/postern/postern.db')
  await writeFile(file, 'this is no database')

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 5, removal.output)
  t.is(await readFile(file, 'utf8'), 'this is no database')
  t.regex(removal.output, /^problem: \S+postern\.db stays: nobody can tell what is in it/m)
  t.deepEqual(await stat(join(machine.prefix, 'opt/postern')).catch(() => undefined), undefined)
})

/** Names another database in the installed configuration, and repairs. */
async function moveDatabase({ machine, release }: BesideRoundcube, file: string): Promise<void> {
  const config = join(machine.prefix, 'etc/postern/postern.json')
  const text = await readFile(config, 'utf8')
  await writeFile(config, text.replace(/"url": "sqlite:[^"]*"/, `"url": "sqlite:${file}"`))
  const repaired = await machine.install(release, '--repair', '--no-start')
  if (repaired.code !== 0) throw new Error(repaired.output)
}

test("the tables of Postern go from Roundcube's database although the configuration names another one by now", async (t) => {
  const site = await besideRoundcube(t, `/${DEBIAN}`)
  const { machine, release, file, before } = site
  await moveDatabase(site, join(machine.prefix, 'var/lib/postern/postern.db'))

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  await isAsItWas(t, file)
  t.is(await sqlite(file, '.schema'), before)
  t.true(removal.output.includes(`left: ${file}, an earlier database`), removal.output)
})

test("Postern's own database goes although the configuration names another one by now", async (t) => {
  const machine = await startMachine(t, shared)
  const release = await smallRelease(t)
  await machine.install(release, '--config', machine.configFile, '--no-start')
  const own = join(machine.prefix, 'var/lib/postern/postern.db')
  await sqlite(own, OUR_SCHEMA)
  const other = join(await temporaryDirectory(t), 'other.db')
  await moveDatabase({ machine, release }, other)

  const removal = await machine.uninstall(release, '--purge', '--yes')

  t.is(removal.code, 0, removal.output)
  t.is(await stat(own).catch(() => undefined), undefined)
  t.notRegex(removal.output, /not made by Postern/)
})

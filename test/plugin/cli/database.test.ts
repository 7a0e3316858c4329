import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { drained, openTestStore, recordSignIn, storePaths } from '../../store/fixture.ts'
import { runAsOtherProgram } from '../../support/database/schema.ts'
import { writePosternConfig } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { postern as run } from './command-line.ts'

const OWN = [
  ...['postern_document', 'postern_made', 'postern_personal', 'postern_session'],
  ...['postern_session_ended', 'postern_user', 'postern_writer'],
]

/** A configuration whose database is not there yet. */
async function prepare(t: ExecutionContext) {
  const directory = await temporaryDirectory(t)
  const { dataDir, databasePath, url } = storePaths(directory)
  await mkdir(join(directory, 'shared'))
  const { configFile } = await writePosternConfig(directory, { dataDir, database: { url } })
  const database = (...args: readonly string[]) =>
    run(['database', ...args, '--config', configFile])
  const open = async () => {
    const store = await openTestStore({ directory })
    t.teardown(() => store.close(0))
    await recordSignIn(store.users, 'anna', 'localhost')
    await drained(store)
    return store
  }
  const files = () => readdir(join(directory, 'shared'))
  return { databasePath, database, open, files }
}

test('the tables of a database are told by whose they are, on one line', async (t) => {
  const { databasePath, database, open, files } = await prepare(t)
  await (await open()).close()
  await runAsOtherProgram(`sqlite:${databasePath}`, 'CREATE TABLE contacts (id INTEGER)')
  const before = await files()

  const { code, output, complaints } = await database('inspect')

  t.is(code, 0)
  t.is(complaints, '')
  t.regex(output, /^\{.*\}\n$/)
  t.deepEqual(JSON.parse(output), {
    ...{ engine: 'sqlite', file: databasePath, own: OWN },
    ...{ made: ['session', 'users'], foreign: ['contacts'] },
  })
  t.deepEqual(await files(), before)
})

test('a database that is not there yet has no tables, and is not made', async (t) => {
  const { databasePath, database, files } = await prepare(t)

  const { code, output } = await database('inspect')

  t.is(code, 0)
  const nothing = { own: [], made: [], foreign: [] }
  t.deepEqual(JSON.parse(output), { engine: 'sqlite', file: databasePath, ...nothing })
  t.is((await database('remove-tables', '--yes')).output, 'no tables to drop\n')
  t.deepEqual(await files(), [])
})

test('a file that is no database is said in one sentence', async (t) => {
  const { databasePath, database, files } = await prepare(t)
  await writeFile(databasePath, 'no database at all, but some text '.repeat(100))

  for (const args of [['inspect'], ['remove-tables', '--yes']]) {
    const { code, output, complaints } = await database(...args)

    t.is(code, 69)
    t.is(output, '')
    t.is(
      complaints,
      `the database at sqlite:${databasePath} cannot be used: file is not a database\n`,
    )
  }
  t.deepEqual(await files(), ['postern.db'])
})

test('tables are dropped when that is confirmed, and no Postern runs', async (t) => {
  const { database, open } = await prepare(t)
  const store = await open()

  const running = await database('remove-tables', '--yes')
  await store.close()
  const unconfirmed = await database('remove-tables')
  const stored: unknown = JSON.parse((await database('inspect')).output)
  const { code, output } = await database('remove-tables', '--yes')

  t.is(running.code, 75)
  t.regex(running.complaints, /^Postern is running with .*: stop it first\n$/)
  t.is(unconfirmed.code, 64)
  t.like(stored, { own: OWN })
  t.is(code, 0)
  const [made, last] = ['session, users', 'postern_made']
  const own = OWN.filter((name) => name !== last).join(', ')
  t.is(output, `dropped ${made}, ${own}, ${last}\n`)
  t.like(JSON.parse((await database('inspect')).output), { own: [], made: [], foreign: [] })
})

test('without a verb the usage is all there is', async (t) => {
  for (const args of [[], ['inspect', 'more'], ['drop']]) {
    const { code, complaints } = await run(['database', ...args])
    t.is(code, 64)
    t.regex(complaints, /^Usage: postern database inspect/)
  }
})

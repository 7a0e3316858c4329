import { chmod, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { startPostern } from '../../support/postern/postern.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'

// As a service manager starts programs.
process.umask(0o022)

/** Modes of the SQLite files of that name, by what follows the name. */
async function modesOf(directory: string, name: string): Promise<Readonly<Record<string, string>>> {
  const files = (await readdir(directory)).filter((file) => file.startsWith(name)).sort()
  const modes = files.map(async (file) => {
    const { mode } = await stat(join(directory, file))
    return [file.slice(name.length), (mode & 0o777).toString(8)] as const
  })
  return Object.fromEntries(await Promise.all(modes))
}

function values(modes: Readonly<Record<string, string>>): readonly string[] {
  return [...new Set(Object.values(modes))]
}

async function started(t: ExecutionContext, database?: string) {
  const config = database === undefined ? {} : { database: { url: `sqlite:${database}` } }
  const postern = await startPostern({ t, config })
  return postern
}

test('the database and its journals are for no one else, whatever the umask', async (t) => {
  const postern = await started(t)
  await fetch(postern.base())

  const modes = await modesOf(postern.directory, 'postern.db')

  t.true('-wal' in modes)
  t.deepEqual(values(modes), ['600'])
  t.deepEqual(values(await modesOf(postern.directory, 'spool.db')), ['600'])
})

test('files that others could read are theirs no more after a start', async (t) => {
  const postern = await started(t)
  await postern.kill()
  for (const name of ['postern.db', 'spool.db']) {
    const copy = join(postern.directory, `${name}.corrupt-17`)
    await writeFile(copy, 'as an earlier version left it')
    for (const file of await readdir(postern.directory)) {
      if (file.startsWith(name)) await chmod(join(postern.directory, file), 0o644)
    }
  }

  const again = await postern.restart()
  t.teardown(async () => {
    await again.stop()
  })

  t.deepEqual(values(await modesOf(again.directory, 'postern.db')), ['600'])
  t.deepEqual(values(await modesOf(again.directory, 'spool.db')), ['600'])
})

test('a database elsewhere that others can read is told, and left as it is', async (t) => {
  const directory = await temporaryDirectory(t)
  const database = join(directory, 'shared.db')
  await writeFile(database, '')
  await chmod(database, 0o660)

  const postern = await started(t, database)
  await postern.output.waitFor(/others can read the database/)

  t.deepEqual(values(await modesOf(directory, 'shared.db')), ['660'])
})

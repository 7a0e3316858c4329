import { chmod, chown, mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { loadKeys } from '../../store/seal/keys.ts'
import { loadSecret } from '../../store/seal/secret-file.ts'
import { startPostern } from '../support/postern/postern.ts'
import { runMain } from '../support/postern/run-main.ts'
import { mountSmallDisk, testWithDisks } from '../support/database/small-disk.ts'
import { temporaryDirectory } from '../support/process/temporary-directory.ts'

/** Whom a service may run as; it can read what everybody can. */
const nobody = { uid: 65_534, gid: 65_534 }

/** Starts Postern over that dataDir and waits for its end. */
async function startOver(
  directory: string,
  dataDir: string,
  { user = {}, ...settings }: { user?: Partial<typeof nobody>; credentialsDir?: string } = {},
) {
  const config = {
    listen: { host: '127.0.0.1', port: 0 },
    private: null,
    panel: { static: { open: true } },
    database: { url: `sqlite:${join(directory, 'postern.db')}` },
    errorLog: join(directory, 'error.log'),
    dataDir,
    ...settings,
  }
  const file = join(directory, 'postern.json')
  await writeFile(file, JSON.stringify(config), { mode: 0o644 })
  return runMain(directory, ['--config', file], user)
}

testWithDisks(
  'a dataDir that is read-only at the start is said in one line, with exit code 74',
  async (t) => {
    const disk = await mountSmallDisk(t)
    disk.remountReadOnly()

    const { code, output } = await startOver(await temporaryDirectory(t), disk.path)

    t.is(code, 74, output)
    t.regex(output, /^dataDir: .*EROFS: read-only file system/)
    t.notRegex(output, /^ +at /m)
  },
)

testWithDisks(
  'a dataDir without room for a spool is said in one line, with exit code 74',
  async (t) => {
    const disk = await mountSmallDisk(t)
    const dataDir = join(disk.path, 'data')
    await mkdir(dataDir)
    await disk.fill()

    const { code, output } = await startOver(await temporaryDirectory(t), dataDir)

    t.is(code, 74, output)
    t.regex(output, /^dataDir: .*(ENOSPC|database or disk is full)/)
    t.notRegex(output, /^ +at /m)
  },
)

test('a dataDir that another Postern holds is said in one line, with exit code 75', async (t) => {
  const postern = await startPostern({ t })

  const { code, output } = await startOver(await temporaryDirectory(t), postern.directory)

  t.is(code, 75, output)
  t.regex(output, /^dataDir: another process holds the spool/m)
  t.notRegex(output, /^ +at /m)
})

test('a dataDir of another user is said in one line, with exit code 74', async (t) => {
  const directory = await temporaryDirectory(t)
  const dataDir = join(directory, 'data')
  await mkdir(dataDir, { mode: 0o755 })

  const { code, output } = await startOver(directory, dataDir, { user: nobody })

  t.is(code, 74, output)
  t.regex(output, /^dataDir: EACCES: permission denied, .*\/data\//)
  t.is(output.trim().split('\n').length, 1, output)
})

test('a dataDir of another user is said in one line where the secrets lie elsewhere', async (t) => {
  const directory = await temporaryDirectory(t)
  const [dataDir, credentialsDir] = [join(directory, 'data'), join(directory, 'secrets')]
  await mkdir(dataDir, { mode: 0o755 })
  await makeSecrets(credentialsDir)

  const { code, output } = await startOver(directory, dataDir, { user: nobody, credentialsDir })

  t.is(code, 74, output)
  t.regex(output, /^dataDir: the spool cannot be opened: /)
  t.is(output.trim().split('\n').length, 1, output)
})

test('secrets of another user are said in one line, with exit code 74', async (t) => {
  const directory = await temporaryDirectory(t)
  const [dataDir, credentialsDir] = [join(directory, 'data'), join(directory, 'secrets')]
  await mkdir(credentialsDir, { mode: 0o700 })

  const { code, output } = await startOver(directory, dataDir, { user: nobody, credentialsDir })

  t.is(code, 74, output)
  t.regex(output, /^credentialsDir: EACCES: permission denied, .*\/secrets'/)
})

test('a secret that others can read is said in one line, with exit code 78', async (t) => {
  const directory = await temporaryDirectory(t)
  const credentialsDir = join(directory, 'secrets')
  await makeSecrets(credentialsDir)
  await chmod(join(credentialsDir, 'panel-binding.secret'), 0o644)

  const { code, output } = await startOver(directory, join(directory, 'data'), { credentialsDir })

  t.is(code, 78, output)
  t.regex(output, /^credentialsDir: .*panel-binding\.secret must have mode 0400 or 0600$/m)
})

/** Keys and secrets that `nobody` can use. */
async function makeSecrets(directory: string): Promise<void> {
  await mkdir(directory, { mode: 0o700 })
  await loadKeys(directory, { create: true, now: Date.now })
  await loadSecret(join(directory, 'panel-binding.secret'), { create: true })
  for (const name of await readdir(directory)) await chown(join(directory, name), 65_534, 65_534)
  await chown(directory, 65_534, 65_534)
}

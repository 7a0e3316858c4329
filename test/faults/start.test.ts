import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { startPostern } from '../support/postern.ts'
import { runMain } from '../support/run-main.ts'
import { mountSmallDisk, testWithDisks } from '../support/small-disk.ts'
import { temporaryDirectory } from '../support/temporary-directory.ts'

/** Starts Postern over that dataDir and waits for its end. */
async function startOver(directory: string, dataDir: string) {
  const config = {
    listen: { host: '127.0.0.1', port: 0 },
    private: null,
    panel: { static: { open: true } },
    database: { url: `sqlite:${join(directory, 'postern.db')}` },
    errorLog: join(directory, 'error.log'),
    dataDir,
  }
  const file = join(directory, 'postern.json')
  await writeFile(file, JSON.stringify(config), { mode: 0o600 })
  return runMain(directory, ['--config', file])
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
  const postern = await startPostern()
  t.teardown(() => postern.stop())

  const { code, output } = await startOver(await temporaryDirectory(t), postern.directory)

  t.is(code, 75, output)
  t.regex(output, /^dataDir: another process holds the spool/m)
  t.notRegex(output, /^ +at /m)
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import test, { type ExecutionContext } from 'ava'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { temporaryDirectory } from '../../support/process/temporary-directory.ts'
import { makeSite } from '../../support/install/killed-site.ts'

const run = promisify(execFile)

/** Just large enough for the installer to begin. */
const ROOM = 'size=540m'

/** A disk of its own. Needs root. */
async function smallDisk(t: ExecutionContext): Promise<string> {
  const directory = await temporaryDirectory(t)
  await run('mount', ['-t', 'tmpfs', '-o', ROOM, 'tmpfs', directory])
  t.teardown(async () => {
    await run('umount', [directory])
  })
  return directory
}

test('a disk that becomes full at any moment leaves no half of an installation', async (t) => {
  t.timeout(300_000)
  const dovecot = await startDovecot({ t, users: 1 })
  const disk = await smallDisk(t)
  const site = await makeSite(t, disk, dovecot)
  const tree = await site.tree()

  let before = 1
  for (; ; before += 4) {
    const among = 'handle.appendFile,handle.writeFile,copyFile'
    const { code, output } = await site.strikeInstall({ before, among, fill: disk })
    await run('mount', ['-o', `remount,${ROOM}`, disk])
    // What could not be restored on the full disk is restored by the next run.
    if (code === 0) break
    t.true(code === 4 || code === 5, `full before ${before}: ${output}`)
    if (code === 5) await site.remove()
    t.deepEqual(await site.tree(), tree, `full before ${before}: ${output}`)
  }
  t.true(before > 40)
})

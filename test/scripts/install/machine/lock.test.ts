import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'ava'
import { LockRefused, takeLock } from '../../../../scripts/install/machine/lock.ts'
import { temporaryDirectory } from '../../../support/process/temporary-directory.ts'

/** The user no one of Debian. */
const OTHER_USER = 65_534

test('one installation at a time has the lock of a prefix', async (t) => {
  const directory = join(await temporaryDirectory(t), 'lock')
  const unlock = await takeLock('/one', directory)
  const unlockOther = await takeLock('/other', directory)

  await t.throwsAsync(takeLock('/one', directory), { instanceOf: LockRefused })
  await unlock()
  const unlockAgain = await takeLock('/one', directory)

  await Promise.all([unlockAgain(), unlockOther()])
  t.pass()
})

test('another user of the machine cannot hold the lock', async (t) => {
  const directory = join(await temporaryDirectory(t), 'lock')
  const unlock = await takeLock('/one', directory)
  await unlock()
  // What a user can do with all that is left of it: look for its file, and lock it or the directory.
  const script = `for place in ${directory}/* ${directory}; do flock --nonblock "$place" true && exit 0; done; exit 9`

  const other = spawn('sh', ['-c', script], { uid: OTHER_USER, gid: OTHER_USER, stdio: 'ignore' })
  await once(other, 'close')

  t.is(other.exitCode, 9)
})

test('a directory that others may look into holds no lock', async (t) => {
  const directory = join(await temporaryDirectory(t), 'lock')
  await mkdir(directory)
  await chmod(directory, 0o755)

  await t.throwsAsync(takeLock('/one', directory), { message: /open to other users/ })
})

test.serial('a machine without flock is told what to install', async (t) => {
  const directory = join(await temporaryDirectory(t), 'lock')
  const { PATH } = process.env
  t.teardown(() => {
    process.env['PATH'] = PATH
  })
  process.env['PATH'] = directory

  await t.throwsAsync(takeLock('/one', directory), {
    instanceOf: LockRefused,
    message: /install util-linux/,
  })
})

import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstat, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '../../../plugin/config/system-error.ts'

/** Another installation or removal is at work below the same prefix, or the lock that keeps it away cannot be had. */
export class LockRefused extends Error {
  override readonly name = 'LockRefused'
}

/** In memory (systemd-tmpfiles(5)): nothing of it stays on the machine. */
const DIRECTORY = '/run/postern-installer'
/** The lock of a process that was killed is free once its helper has noticed, which takes milliseconds. */
const WAIT_SECONDS = 2
/** What flock ends with when someone else holds the lock. */
const HELD = 75

/**
 * Holds the lock for as long as the process lives. The file is in a directory that only who installs can look into, so that
 * no other user of the machine can hold it (flock(2) requests no more than a file that can be read). Node has no flock: the
 * one of util-linux holds it for us, and ends with its input. Throws LockRefused. Resolves to what releases it.
 */
export async function takeLock(
  prefix: string,
  directory = DIRECTORY,
): Promise<() => Promise<void>> {
  await ownDirectory(directory)
  const name = createHash('sha256').update(prefix).digest('hex').slice(0, 16)
  const conflict = ['--wait', `${WAIT_SECONDS}`, '--conflict-exit-code', `${HELD}`]
  const command = ['sh', '-c', 'echo held; exec cat >/dev/null']
  const child = spawn('flock', [...conflict, join(directory, name), ...command], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // Ctrl-C is for the installation, which rolls back what it has started under the lock.
    detached: true,
  })
  const closed = once(child, 'close')
  // Which of the two comes reports whether the lock is ours.
  const held = once(child.stdout, 'data').then(() => [undefined])
  const [code] = await Promise.race([held, closed]).catch((cause: unknown) => {
    throw new LockRefused('flock cannot be run: install util-linux', { cause })
  })
  if (code === HELD) throw new LockRefused('another installation is at work')
  if (code !== undefined) throw new LockRefused(`flock ended with ${String(code)}`)
  return async () => {
    child.stdin.end()
    await closed
  }
}

/** Makes the directory where it is missing. Throws where it is not ours alone. */
async function ownDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { mode: 0o700 })
  } catch (error) {
    if (systemErrorCode(error) !== 'EEXIST') throw error
  }
  const found = await lstat(directory)
  const isOurs = found.isDirectory() && found.uid === process.geteuid?.()
  if (!isOurs || (found.mode & 0o077) !== 0) {
    throw new LockRefused(`${directory} is open to other users: remove it, and start again`)
  }
}

import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { faultCode } from './system-fault.ts'

/** Another installation or removal is at work below the same prefix. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning'
}

/**
 * Holds the lock for as long as the process lives: a socket in Linux's abstract namespace leaves no file
 * behind, whatever ends the process. Containers may share that namespace, but have each its own root. Throws
 * AlreadyRunning. Resolves to what releases it.
 */
export async function takeLock(prefix: string): Promise<() => Promise<void>> {
  const { dev, ino } = await stat('/')
  const place = createHash('sha256').update(`${dev}:${ino}:${prefix}`).digest('hex').slice(0, 16)
  const server = createServer((socket) => socket.destroy())
  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => {
      const isHeld = faultCode(cause) === 'EADDRINUSE'
      reject(isHeld ? new AlreadyRunning('another installation is at work', { cause }) : cause)
    })
    server.listen(`\0postern-installer-${place}`, resolve)
  })
  return () => new Promise((resolve) => void server.close(() => resolve()))
}

import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import type { ListenAddress } from '../../plugin/process/listen.ts'

/** Connections that may wait while one Postern ends and the next one starts. */
const BACKLOG = 4_096

/**
 * Listens without ever accepting, and calls back with the descriptor of the socket. The callback must hand
 * it to another process before it returns: then this process closes its copy. Rejects when the address is taken.
 */
export async function openSocket(
  address: ListenAddress,
  handOver: (descriptor: number) => void,
): Promise<void> {
  const server = createServer()
  // Node removes the path it bound when it closes its copy: the socket has moved away by then.
  const boundPath = 'unix' in address ? `${address.unix}.new` : undefined
  if (boundPath !== undefined) rmSync(boundPath, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    // Until this callback returns the event loop does not turn: nothing can have been accepted.
    server.once('listening', () => {
      try {
        if ('unix' in address) publish(address)
        handOver(descriptorOf(server))
        server.close(() => resolve())
      } catch (cause) {
        server.close()
        reject(new Error('the listening socket can not be handed over', { cause }))
      }
    })
    if (boundPath !== undefined) server.listen({ path: boundPath, backlog: BACKLOG })
    else if ('port' in address) server.listen({ ...address, backlog: BACKLOG })
  })
}

function publish({ unix, everyUser }: Extract<ListenAddress, { unix: string }>): void {
  chmodSync(`${unix}.new`, everyUser === true ? 0o666 : 0o660)
  renameSync(`${unix}.new`, unix)
}

/** Node tells the descriptor of a listening socket by no public name, and takes one by `listen({ fd })`. */
function descriptorOf(server: Server): number {
  const handle: unknown = Reflect.get(server, '_handle')
  const descriptor: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  if (typeof descriptor !== 'number' || descriptor < 0) {
    throw new Error('this Node does not tell the descriptor of a listening socket')
  }
  return descriptor
}

/**
 * Starts a program that finds the listening socket as descriptor 3, announced as systemd does
 * (sd_listen_fds(3)). The shell knows its process id, which exec keeps, and Node can not tell beforehand.
 */
export function spawnWithSocket(
  descriptor: number,
  command: readonly string[],
  { isDetached }: { readonly isDetached: boolean },
): ChildProcess {
  const script = 'LISTEN_PID=$$ LISTEN_FDS=1 exec "$@"'
  return spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    detached: isDetached,
    stdio: ['ignore', 'inherit', 'inherit', descriptor],
  })
}

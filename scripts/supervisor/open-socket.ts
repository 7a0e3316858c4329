import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, renameSync, rmSync } from 'node:fs'
import { lookup } from 'node:dns/promises'
import { createServer, type Server } from 'node:net'
import { SESSIONS_SOCKET_NAME, type ListenAddress } from '../../plugin/process/listen.ts'

/** Connections that may wait while one Postern ends and the next one starts. */
const BACKLOG = 4_096

/**
 * Listens at each address without ever accepting, and calls back with the descriptors in the same order. The callback
 * must hand them to another process before it returns: then this process closes its copies. Rejects when an address is
 * taken.
 */
export async function openSockets(
  addresses: readonly ListenAddress[],
  handOver: (descriptors: readonly number[]) => void,
): Promise<void> {
  const locations = await Promise.all(addresses.map(positionOf))
  const servers: Server[] = []
  await new Promise<void>((resolve, reject) => {
    const fail = (cause: unknown): void => {
      for (const server of servers) server.close()
      reject(new Error('the listening sockets cannot be opened and handed over', { cause }))
    }
    const openNext = (): void => {
      const address = locations[servers.length]
      if (address !== undefined) {
        const server = createServer()
        servers.push(server)
        server.once('error', fail).once('listening', openNext)
        server.listen({ ...address, backlog: BACKLOG })
        return
      }
      try {
        addresses.forEach(publish)
        handOver(servers.map(descriptorOf))
        for (const server of servers) server.close()
        resolve()
      } catch (cause) {
        fail(cause)
      }
    }
    // Each is opened in the callback of the one before, and none of them has a name to look up: until the last one is
    // handed over the event loop does not turn, and nothing can have been accepted.
    openNext()
  })
}

/** What is bound at first. Node removes the path it bound when it closes its copy: the socket has moved away by then. */
async function positionOf(
  address: ListenAddress,
): Promise<{ readonly path: string } | { readonly host: string; readonly port: number }> {
  if (!('unix' in address)) {
    const { address: host } = await lookup(address.host)
    return { host, port: address.port }
  }
  const path = `${address.unix}.new`
  rmSync(path, { force: true })
  return { path }
}

function publish(address: ListenAddress): void {
  if (!('unix' in address)) return
  const { unix, everyUser } = address
  chmodSync(`${unix}.new`, everyUser === true ? 0o666 : 0o660)
  renameSync(`${unix}.new`, unix)
}

/** Node reports the descriptor of a listening socket by no public name, and takes one by `listen({ fd })`. */
function descriptorOf(server: Server): number {
  const handle: unknown = Reflect.get(server, '_handle')
  const descriptor: unknown =
    typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'fd') : undefined
  if (typeof descriptor !== 'number' || descriptor < 0) {
    throw new Error('this Node does not tell the descriptor of a listening socket')
  }
  return descriptor
}

/** Descriptors of what listens: where `listen` says, and the session endpoint where there is one. */
export interface HeldSockets {
  readonly listen: number
  readonly sessions: number | undefined
}

/**
 * Starts a program that finds the listening sockets from descriptor 3 on, announced as systemd does
 * (sd_listen_fds(3)). The shell knows its process id, which exec keeps, and Node cannot tell beforehand.
 */
export function spawnWithSockets(
  { listen, sessions }: HeldSockets,
  command: readonly string[],
  { isDetached }: { readonly isDetached: boolean },
): ChildProcess {
  const descriptors = sessions === undefined ? [listen] : [listen, sessions]
  const names = sessions === undefined ? 'listen' : `listen:${SESSIONS_SOCKET_NAME}`
  const variables = `LISTEN_PID=$$ LISTEN_FDS=${descriptors.length} LISTEN_FDNAMES=${names}`
  return spawn('/bin/sh', ['-c', `${variables} exec "$@"`, 'sh', ...command], {
    detached: isDetached,
    stdio: ['ignore', 'inherit', 'inherit', ...descriptors],
  })
}

import { once } from 'node:events'
import type { Server } from 'node:net'

/** The TCP port that a server listens on, once it does. */
export async function portOf(server: Server): Promise<number> {
  if (!server.listening) await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on TCP')
  return address.port
}

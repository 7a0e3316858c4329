import { rm } from 'node:fs/promises'
import type { Server } from 'node:http'

/** Where to listen: a TCP address or the path of a Unix socket. */
export type ListenAddress =
  { readonly host: string; readonly port: number } | { readonly unix: string }

/** Starts listening and tells the address as `http://HOST:PORT` or `unix:PATH`. Rejects when the address is taken. */
export async function listen(server: Server, address: ListenAddress): Promise<string> {
  // A socket file left by a killed process would make the address look taken.
  if ('unix' in address) await rm(address.unix, { force: true })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    const done = (): void => {
      server.off('error', reject)
      resolve()
    }
    if ('unix' in address) server.listen(address.unix, done)
    else server.listen(address.port, address.host, done)
  })
  if ('unix' in address) return `unix:${address.unix}`
  const bound = server.address()
  const port = typeof bound === 'object' && bound !== null ? bound.port : address.port
  return `http://${address.host}:${port}`
}

/** Stops accepting, lets requests in flight finish within `drainMs`, then cuts what is left. */
export async function drain(server: Server, drainMs: number): Promise<void> {
  if (!server.listening) return
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve())
  })
  server.closeIdleConnections()
  const cut = setTimeout(() => server.closeAllConnections(), drainMs)
  await closed
  clearTimeout(cut)
}

import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** Below the ephemeral range, so that no outgoing connection of a parallel test takes a port meanwhile. */
const FIRST_PORT = 20_000
const BLOCKS = 375
const BLOCK_SIZE = 32

/** Ports of this process that it has not given away yet. */
const unused: number[] = []

/**
 * A port of 127.0.0.1 that no one listens on, for servers that cannot be told "port 0". No other
 * process of the tests is given the same: each holds whole blocks of ports until it ends.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = unused.shift()
    if (port === undefined) unused.push(...(await takeBlock()))
    else if (await isFree(port)) return port
  }
}

/** Holds a block by listening on its first port; the kernel gives it back however the process ends. */
async function takeBlock(): Promise<readonly number[]> {
  const start = process.pid % BLOCKS
  for (let attempt = 0; attempt < BLOCKS; attempt += 1) {
    const first = FIRST_PORT + ((start + attempt) % BLOCKS) * BLOCK_SIZE
    const holder = await listenOn(first)
    if (holder === undefined) continue
    holder.unref()
    return Array.from({ length: BLOCK_SIZE - 1 }, (_, at) => first + 1 + at)
  }
  throw new Error(`no block of ports is left from ${FIRST_PORT} on`)
}

async function isFree(port: number): Promise<boolean> {
  const server = await listenOn(port)
  if (server === undefined) return false
  server.close()
  await once(server, 'close')
  return true
}

async function listenOn(port: number): Promise<Server | undefined> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return server
  } catch {
    // EADDRINUSE is the response to our question, not a fault.
    return undefined
  }
}

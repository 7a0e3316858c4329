import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * A port of 127.0.0.1 that nobody listens on, for servers that can not be told "port 0". Taken from
 * below the ephemeral range, so that no outgoing connection of a parallel test takes it meanwhile.
 */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = randomInt(20_000, 32_000)
    if (await isFree(port)) return port
  }
  throw new Error('no free port between 20000 and 32000')
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    // EADDRINUSE is the answer to our question, not a fault.
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

import { connect, createServer } from 'node:net'
import type { Teardown } from '../process/temporary-directory.ts'
import { portOf } from './port-of.ts'

/** The way from a client to a server, which breaks where it is told to. */
export interface BreakingLine {
  /** Origin to ask instead of the server's. */
  readonly url: string
  /** Bytes that were passed on to the server, over all connections. */
  readonly passedBytes: number
  /** Times it has broken. */
  readonly breaks: number
  /** Where the pieces of uploads began, as their requests said. */
  readonly offsets: readonly number[]
}

/**
 * Starts on a free port of 127.0.0.1. Whenever the client has sent as many bytes as the next of `breakAt` says, over all
 * connections, all of them are reset. Stopped after the test.
 */
export async function startBreakingLine(
  t: Teardown,
  { target, breakAt }: { readonly target: string; readonly breakAt: readonly number[] },
): Promise<BreakingLine> {
  const { hostname, port } = new URL(target)
  let passedBytes = 0
  let breaks = 0
  const offsets: number[] = []
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    const end = (): void => {
      client.destroy()
      upstream.destroy()
    }
    client.on('data', (chunk: Buffer) => {
      const left = (breakAt[breaks] ?? Infinity) - passedBytes
      passedBytes += Math.min(chunk.length, left)
      // A head comes in one piece.
      const offset = /^PATCH [^]*?\r\nupload-offset: (\d+)\r\n/i.exec(chunk.toString('latin1'))?.[1]
      if (offset !== undefined) offsets.push(Number(offset))
      // As a line does: no faster than the other side takes it.
      if (!upstream.write(chunk.subarray(0, left))) client.pause()
      if (chunk.length < left) return
      breaks += 1
      client.resetAndDestroy()
      upstream.end()
    })
    upstream.on('drain', () => client.resume())
    upstream.on('data', (chunk: Buffer) => client.write(chunk))
    for (const socket of [client, upstream]) socket.on('error', end).on('close', end)
  })
  server.listen(0, '127.0.0.1')
  t.teardown(() => void server.close())
  const address = `http://127.0.0.1:${await portOf(server)}`
  return {
    url: address,
    get passedBytes() {
      return passedBytes
    },
    offsets,
    get breaks() {
      return breaks
    },
  }
}

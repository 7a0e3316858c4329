import { connect, createServer } from 'node:net'
import { portOf } from '../../../support/http/port-of.ts'
import type { Teardown } from '../../../support/process/temporary-directory.ts'

/** A TCP relay in front of a server that keeps every byte the client sent. */
export interface WireRecorder {
  readonly host: string
  readonly port: number
  sent(): string
}

/** Starts a relay to `target` on a free port; ends with the test. */
export async function recordWire(
  t: Teardown,
  target: { readonly host: string; readonly port: number },
): Promise<WireRecorder> {
  const chunks: Buffer[] = []
  const relay = createServer((client) => {
    const server = connect(target.port, target.host)
    client.on('data', (chunk) => chunks.push(chunk))
    client.pipe(server).pipe(client)
    // Either side may be cut by the test; the other one then simply ends.
    client.on('error', () => server.destroy())
    server.on('error', () => client.destroy())
  })
  relay.listen(0, '127.0.0.1')
  t.teardown(() => {
    relay.close()
  })
  return {
    host: '127.0.0.1',
    port: await portOf(relay),
    sent: () => Buffer.concat(chunks).toString('latin1'),
  }
}

import { createServer, type Socket } from 'node:net'
import { portOf } from '../../../test/support/http/port-of.ts'
import { createResponder, greeting, type DemoSieveOwner } from './responses.ts'
import type { DemoScripts } from './scripts.ts'
import { takeCommand } from './take-command.ts'

/** A script of 1 MB with its command. */
const MAX_COMMAND_BYTES = 2 * 1024 * 1024

/** Starts a ManageSieve server (RFC 5804) for one owner: plain, on this machine alone. */
export async function startDemoSieve(owner: DemoSieveOwner, scripts: DemoScripts) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    // A client that hangs up is no reason to end the demo.
    socket.on('error', () => socket.destroy())
    serve(socket, createResponder(owner, scripts))
  })
  const port = await portOf(server.listen(0, '127.0.0.1'))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return { port, stop }
}

function serve(socket: Socket, respond: ReturnType<typeof createResponder>): void {
  let received: Buffer = Buffer.alloc(0)
  socket.write(greeting())
  socket.on('data', (chunk: Buffer) => {
    received = Buffer.concat([received, chunk])
    for (;;) {
      const taken = takeCommand(received)
      if (taken === undefined) break
      received = taken.rest
      socket.write(respond(taken.command))
      if (taken.command.name === 'LOGOUT') socket.end()
    }
    if (received.length > MAX_COMMAND_BYTES) socket.end('BYE "Too long."\r\n')
  })
}

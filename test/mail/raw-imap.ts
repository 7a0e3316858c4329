import { once } from 'node:events'
import { connect } from 'node:net'
import type { ExecutionContext } from 'ava'

/** A client of a few lines: sends a command, answers the server's lines. Knows nothing of our parsers. */
export interface RawImap {
  /** Throws when the answer is not OK. */
  run(command: string): Promise<readonly string[]>
}

/** Signs in; the connection is closed after the test. */
export async function rawImap(
  t: ExecutionContext,
  server: { readonly host: string; readonly port: number; readonly password: string },
  user: string,
): Promise<RawImap> {
  const socket = connect(server.port, server.host)
  t.teardown(() => {
    socket.destroy()
  })
  socket.setEncoding('latin1')
  let received = ''
  let onLine: (line: string) => void = () => undefined
  socket.on('data', (chunk: string) => {
    const lines = (received + chunk).split('\r\n')
    received = lines.pop() ?? ''
    for (const line of lines) onLine(line)
  })
  await once(socket, 'connect')

  let tags = 0
  const run = (command: string) =>
    new Promise<readonly string[]>((resolve, reject) => {
      tags += 1
      const tag = `R${tags} `
      const lines: string[] = []
      onLine = (line) => {
        lines.push(line)
        if (line.startsWith(`${tag}OK`)) resolve(lines)
        else if (line.startsWith(tag)) reject(new Error(line))
      }
      socket.write(`${tag}${command}\r\n`)
    })
  await run(`LOGIN ${user} ${server.password}`)
  return { run }
}

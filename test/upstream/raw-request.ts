import { createConnection } from 'node:net'

/** Sends bytes as they are and answers all that came back until the server closed or fell silent. */
export function rawRequest(url: string, bytes: string, silenceMs = 1_000): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname)
    let answer = ''
    socket.setEncoding('latin1')
    socket.setTimeout(silenceMs, () => socket.destroy())
    socket.on('data', (text: string) => {
      answer += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses what it has not read to the end resets: that is an answer as well.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(answer))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** The status codes of all answers in raw text, in order. */
export function statusesOf(answer: string): readonly number[] {
  return [...answer.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status))
}

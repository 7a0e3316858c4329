import { createConnection } from 'node:net'
import { WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'

/**
 * Sends bytes as they are and answers all that came back until the server closed. The bytes must say
 * that the connection ends with the response, or be such as no server keeps a connection after.
 */
export function rawRequest(url: string, bytes: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = createConnection(Number(port), hostname)
    let response = ''
    socket.setEncoding('latin1')
    // Far longer than any answer takes: a connection that is still open then is a fault.
    socket.setTimeout(WAIT_LIMIT_MS, () => {
      socket.destroy()
      reject(new Error(`the server left the connection open after: ${response}`))
    })
    socket.on('data', (text: string) => {
      response += text
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // A server that refuses what it has not read to the end resets: that is a response as well.
      if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error)
    })
    socket.on('close', () => resolve(response))
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

/** The status codes of all answers in raw text, in order. */
export function statusesOf(response: string): readonly number[] {
  return [...response.matchAll(/HTTP\/1\.[01] (\d{3})/g)].map(([, status]) => Number(status))
}

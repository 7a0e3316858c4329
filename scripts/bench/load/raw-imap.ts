import { once } from 'node:events'
import { createConnection } from 'node:net'

/** An IMAP connection with nothing between: what no client can be faster than. */
export interface RawImap {
  /** Sends one command and answers everything up to its tagged line. Throws when that is not OK. */
  command(line: string): Promise<string>
  /** APPEND needs its literal behind the server's go-ahead; LITERAL+ spares the wait (RFC 7888). */
  append(mailbox: string, raw: string): Promise<void>
  close(): void
}

/** Connects to 127.0.0.1 and signs in. One command at a time. */
export async function connectRaw(port: number, user: string, password: string): Promise<RawImap> {
  const socket = createConnection({ host: '127.0.0.1', port, noDelay: true })
  socket.setEncoding('latin1')
  await once(socket, 'data')
  let number = 0
  let text = ''
  let done: (response: string) => void = () => undefined
  let tagged = /^/
  socket.on('data', (chunk: string) => {
    text += chunk
    // The tagged line is the last one: everything before its CRLF is the response.
    if (!text.endsWith('\r\n') || !tagged.test(text)) return
    const response = text
    text = ''
    done(response)
  })

  const send = async (line: string): Promise<string> => {
    number += 1
    const tag = `r${number}`
    tagged = new RegExp(`(?:^|\\n)${tag} [^\\n]*\\r\\n$`)
    const response = new Promise<string>((resolve) => {
      done = resolve
    })
    socket.write(`${tag} ${line}\r\n`)
    const found = await response
    if (!new RegExp(`(?:^|\\n)${tag} OK`).test(found)) throw new Error(found.slice(-200))
    return found
  }
  await send(`AUTHENTICATE PLAIN ${Buffer.from(`\0${user}\0${password}`).toString('base64')}`)
  return {
    command: send,
    async append(mailbox, raw) {
      await send(`APPEND ${mailbox} {${Buffer.byteLength(raw)}+}\r\n${raw}`)
    },
    close: () => socket.destroy(),
  }
}

import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'

/** A server of a protocol of lines. */
export interface LineServer {
  readonly host: string
  readonly port: number
  readonly tls: 'none' | 'starttls' | 'tls'
  readonly tlsOptions: ConnectionOptions
  /** Written before anything else, also before TLS; made for the server that was reached. */
  readonly header?: ((reached: ReachedServer) => Buffer) | undefined
}

/** A server under the address and port by which it was reached. */
export interface ReachedServer {
  readonly serverIp: string
  readonly serverPort: number
}

/** A server sent more than its reader takes at once. */
export class ResponseTooLarge extends Error {
  override readonly name = 'ResponseTooLarge'
}

/** A connection read in lines and pieces, by one reader at a time. After `close` everything that waits is rejected. */
export interface LineSocket {
  /** Connects, with TLS where it is there from the first byte. */
  open(): Promise<void>
  /** Continues under TLS, after the server agreed to it (RFC 3207, RFC 9051 6.2.1, RFC 5804 2.2). */
  startTls(): Promise<void>
  write(text: string): void
  /** From here on as much may come as at the beginning. */
  startResponse(): void
  /** Without its end. Throws ResponseTooLarge, and the error by which the connection ended. */
  readLine(): Promise<Buffer>
  /** As `readLine`. */
  readBytes(bytes: number): Promise<Buffer>
  /** Whether bytes lie here that no one has asked for. */
  hasMore(): boolean
  readonly close: () => void
}

/** Begins to connect. `maxBytes` bounds a response, and what lies here unread. */
export function createLineSocket(server: LineServer, maxBytes: number): LineSocket {
  const { host, port, tls, tlsOptions, header } = server
  const plain = connectTcp({ host, port })
  let socket: Socket = plain
  let chunks: Buffer[] = []
  let length = 0
  let budget = maxBytes
  let end: Error | undefined
  let wake = (): void => undefined

  const take = (chunk: Buffer): void => {
    chunks.push(chunk)
    length += chunk.length
    // What is not read yet is bounded as well: the socket waits meanwhile.
    if (length > maxBytes) socket.pause()
    wake()
  }
  const finish = (error?: Error): void => {
    end ??= error ?? new Error('the server closed the connection')
    wake()
  }
  const follow = (next: Socket): void => {
    socket = next
    next
      .on('data', take)
      .on('error', finish)
      .on('close', () => finish())
  }
  follow(plain)

  const until = (event: 'connect' | 'secureConnect') =>
    new Promise<void>((resolve, reject) => {
      socket
        .once(event, () => resolve())
        .once('error', reject)
        // Of one that was closed here, too.
        .once('close', () => reject(end ?? new Error('no connection')))
    })
  const startTls = async (): Promise<void> => {
    plain.off('data', take)
    const names = isIP(host) === 0 ? { servername: host } : {}
    // Without `host` the certificate of a server that is known by its address would have to be one for "localhost".
    follow(connectTls({ host, ...names, ...tlsOptions, socket: plain }))
    await until('secureConnect')
  }

  const joined = (): Buffer => {
    const whole = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks)
    chunks = whole === undefined ? [] : [whole]
    return whole ?? Buffer.alloc(0)
  }
  const consume = (bytes: number): Buffer => {
    const whole = joined()
    chunks = [whole.subarray(bytes)]
    length = whole.length - bytes
    budget -= bytes
    socket.resume()
    return whole.subarray(0, bytes)
  }
  const tooLarge = () => new ResponseTooLarge(`over ${maxBytes} bytes`)
  const more = async (): Promise<void> => {
    if (length > budget) throw tooLarge()
    if (end !== undefined) throw end
    await new Promise<void>((resolve) => {
      wake = resolve
    })
  }

  return {
    async open() {
      await until('connect')
      const { remoteAddress: serverIp = '', remotePort: serverPort = port } = plain
      if (header !== undefined) plain.write(header({ serverIp, serverPort }))
      if (tls === 'tls') await startTls()
    },
    startTls,
    write: (text) => void socket.write(text),
    startResponse() {
      budget = maxBytes
    },
    async readLine() {
      for (let from = 0; ;) {
        const at = joined().indexOf(0x0a, from)
        if (at !== -1) {
          const line = consume(at + 1)
          return line.subarray(0, line[at - 1] === 0x0d ? at - 1 : at)
        }
        from = length
        await more()
      }
    },
    async readBytes(bytes) {
      if (bytes > budget) throw tooLarge()
      while (length < bytes) await more()
      return consume(bytes)
    },
    hasMore: () => length > 0,
    close() {
      socket.destroy()
      plain.destroy()
    },
  }
}

import { createServer, type Server, type Socket } from 'node:net'
import { once } from 'node:events'
import test, { type ExecutionContext } from 'ava'
import { rawRequest, statusesOf } from '../../proxy/upstream/raw-request.ts'
import { startPostern } from '../../support/postern/postern.ts'

// Node's parser takes more than RFC 9112 has a sender write: a chunk extension without a name, line ends before a request line.
// Nothing of that may be passed on, and every reader must see the same end of the request.

const MOUNT = '/cpsess1234567890/3rdparty/roundcube/'

/** A server that records the bytes it is sent, and answers each connection once. */
async function startRecorder(t: ExecutionContext) {
  const received: string[] = []
  const sockets = new Set<Socket>()
  const server: Server = createServer((socket) => {
    let text = ''
    socket.setEncoding('latin1').on('data', (piece: string) => {
      text += piece
      // Both the head of a request without a body and the last chunk end so.
      if (!text.endsWith('\r\n\r\n') || (/chunked/i.test(text) && !text.endsWith('0\r\n\r\n')))
        return
      received.push(text)
      text = ''
      socket.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok')
    })
    socket.on('error', () => undefined)
    sockets.add(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return { url: `http://127.0.0.1:${port}`, received }
}

const chunked = (path: string, body: string) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n${body}`
const plain = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

const taken: readonly (readonly [string, (path: string) => string])[] = [
  ['a chunk extension without a name', (path) => chunked(path, '5;=x\r\nhello\r\n0;=y\r\n\r\n')],
  ['a chunk extension', (path) => chunked(path, '5;a=b\r\nhello\r\n0\r\n\r\n')],
  ['a size with zeros before it', (path) => chunked(path, '0000005\r\nhello\r\n0\r\n\r\n')],
  ['a line feed before it', (path) => `\n${plain(path)}`],
  ['line ends before it', (path) => `\n\r\n\r${plain(path)}`],
]

const refused: readonly (readonly [string, (path: string) => string])[] = [
  ['a line feed before a chunk size', (path) => chunked(path, '\n5\r\nhello\r\n0\r\n\r\n')],
  ['a line end before a chunk size', (path) => chunked(path, '\r\n5\r\nhello\r\n0\r\n\r\n')],
  ['a line feed behind a chunk size', (path) => chunked(path, '5\nhello\r\n0\r\n\r\n')],
  ['a line feed behind a chunk extension', (path) => chunked(path, '5;a\nhello\r\n0\r\n\r\n')],
  ['a line feed behind a chunk', (path) => chunked(path, '5\r\nhello\n0\r\n\r\n')],
  ['an empty chunk extension', (path) => chunked(path, '5;\r\nhello\r\n0\r\n\r\n')],
  ['a blank before a chunk extension', (path) => chunked(path, '5 ;a=b\r\nhello\r\n0\r\n\r\n')],
  ['a signed chunk size', (path) => chunked(path, '+5\r\nhello\r\n0\r\n\r\n')],
]

for (const mode of ['standalone', 'accelerate'] as const) {
  test(`of a request with unusual framing its meaning alone is passed on, ${mode}`, async (t) => {
    const recorder = await startRecorder(t)
    const webmail = mode === 'standalone' ? {} : { mode, upstream: recorder.url }
    const { url } = await startPostern({
      t,
      config: { panel: { upstream: recorder.url }, webmail },
    })
    const paths = ['/other', ...(mode === 'accelerate' ? [MOUNT] : [])]

    for (const path of paths) {
      for (const [name, bytesOf] of taken) {
        const before = recorder.received.length
        const response = await rawRequest(url, bytesOf(path))

        t.deepEqual(statusesOf(response), [200], `${path}: ${name}`)
        const [sent = '', ...others] = recorder.received.slice(before)
        t.deepEqual(others, [], name)
        t.regex(sent, /^(GET|POST) /, name)
        t.is(/;=|;a=/.exec(sent), null, sent)
        if (sent.startsWith('POST')) t.regex(sent, /\r\n\r\n5\r\nhello\r\n0\r\n\r\n$/, name)
      }
      for (const [name, bytesOf] of refused) {
        const response = await rawRequest(url, bytesOf(path))

        t.deepEqual(statusesOf(response), [400], `${path}: ${name}`)
      }
    }
  })
}

import { once } from 'node:events'
import { createConnection } from 'node:net'
import test, { type ExecutionContext } from 'ava'
import { startPostern } from '../../support/postern/postern.ts'
import { fileTeardown } from '../../support/process/file-teardown.ts'

/** Connects, says the words, and answers all that came until the server closed. */
async function untilClosed(t: ExecutionContext, url: string, words: string): Promise<string> {
  const { hostname, port } = new URL(url)
  const socket = createConnection(Number(port), hostname)
  t.teardown(() => socket.destroy())
  let response = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    response += text
  })
  if (words !== '') socket.write(words)
  await once(socket, 'close')
  return response
}

const shared = fileTeardown(test)
const gateway = { public: '', private: '' }
test.before(async () => {
  const postern = await startPostern({
    t: shared,
    config: { tuning: { requests: { headersMs: 1_000, keepAliveMs: 1_000, silenceMs: 1_000 } } },
  })
  await postern.output.waitFor(/private listener/)
  gateway.public = postern.url
  gateway.private = /"address":"(http:[^"]+)"/.exec(postern.output.text())?.[1] ?? ''
})

const ways: readonly (readonly [string, string, RegExp])[] = [
  ['says nothing', '', /^HTTP\/1.1 408/],
  ['sends blank lines only', '\r\n', /^HTTP\/1.1 408/],
  ['stops within its head', 'GET / HTTP/1.1\r\nHost: localhost\r\nX-', /^HTTP\/1.1 408/],
  ['asks once and no more', 'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\n', /^HTTP\/1.1 404/],
  [
    'asks once and stops within the next head',
    'GET /x HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT',
    /^HTTP\/1.1 404/,
  ],
]

for (const listener of ['public', 'private'] as const) {
  for (const [what, words, expected] of ways) {
    test(`a connection of the ${listener} listener that ${what} is closed`, async (t) => {
      const response = await untilClosed(t, gateway[listener], words)

      t.regex(response, expected)
    })
  }
}

test('a connection of the private listener whose body continues without the token is closed', async (t) => {
  const { hostname, port } = new URL(gateway.private)
  const socket = createConnection(Number(port), hostname)
  socket.on('error', () => undefined).resume()
  t.teardown(() => socket.destroy())
  socket.write('POST /sessions/retry HTTP/1.1\r\nHost: a\r\nContent-Length: 99999\r\n\r\n')
  const going = setInterval(() => socket.write('1'), 100)
  t.teardown(() => clearInterval(going))

  await once(socket, 'close')

  t.pass()
})

import test from 'ava'
import { rawRequest } from '../../proxy/upstream/raw-request.ts'
import { startRecorder } from '../../proxy/upstream/recorder.ts'
import { startGate } from './gate-server.ts'

const forged = [
  'X-Panel-User: root',
  'x_panel_user: root',
  'X_Panel-Anything: root',
  'X-Forwarded-For: 198.51.100.7',
  'X_Forwarded_For: 198.51.100.7',
  'X-Forwarded-Host: evil.test',
  'Forwarded: for=198.51.100.7',
  'X-Real-IP: 198.51.100.7',
  'True-Client-IP: 198.51.100.7',
  'Remote-User: root',
  'REMOTE_USER: root',
  'X-Remote-User: root',
  'X-Original-URI: /cpsess0000000000',
  'X-Original-URL: /x',
  'X-Rewrite-URL: /x',
  'X-HTTPS: 1',
  'Proxy-Authorization: Basic cm9vdA==',
  'Proxy-Connection: keep-alive',
  'TE: trailers',
  // PHP and CGI write every character of a name that is no letter or digit as an underscore.
  ...Array.from(".!#$%&'*+^_`|~").flatMap((character) => [
    `X-Panel${character}User: root`,
    `X-Forwarded${character}For: 198.51.100.7`,
  ]),
  'Remote.User: root',
  'X.Original.URI: /cpsess0000000000',
]

for (const line of forged) {
  test(`${line} of a client does not reach the backend`, async (t) => {
    const panel = await startRecorder(t)
    const gate = await startGate(t, panel.url)

    await rawRequest(gate.url, `GET /a HTTP/1.1\r\nHost: a\r\n${line}\r\nConnection: close\r\n\r\n`)

    const [name = '', value = ''] = line.split(': ')
    const [request] = panel.requests
    t.truthy(request)
    t.false(request?.rawHeaders.includes(name))
    t.false(request?.rawHeaders.includes(value))
  })
}

test('a header whose name is no letters, digits and hyphens does not reach the backend', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    'GET /a HTTP/1.1\r\nHost: a\r\nX.Other: 1\r\nX-Other: 2\r\nConnection: close\r\n\r\n',
  )

  t.is(panel.requests[0]?.headers['x.other'], undefined)
  t.is(panel.requests[0]?.headers['x-other'], '2')
})

test('Connection cannot take our own trust header away', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    'GET /a HTTP/1.1\r\nHost: a\r\nX-Panel-User: root\r\nConnection: close, x-panel-user\r\n\r\n',
  )

  t.is(panel.requests[0]?.headers['x-panel-user'], 'us')
})

test('a header named in Connection stays on its own hop', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(
    gate.url,
    'GET /a HTTP/1.1\r\nHost: a\r\nX-Hop: 1\r\nX-End: 2\r\nConnection: close, x-hop\r\n\r\n',
  )

  t.is(panel.requests[0]?.headers['x-hop'], undefined)
  t.is(panel.requests[0]?.headers['x-end'], '2')
})

test('the backend is told the address of the socket', async (t) => {
  const panel = await startRecorder(t)
  const gate = await startGate(t, panel.url)

  await rawRequest(gate.url, 'GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')

  t.is(panel.requests[0]?.headers['x-forwarded-for'], '127.0.0.1')
  t.is(panel.requests[0]?.headers['x-forwarded-proto'], 'http')
})

import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import test from 'ava'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { linesOnce } from '../../support/postern/error-lines.ts'
import { startPostern } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

// A transfer takes longer than both; its pieces come much faster, also on a busy machine.
const REQUEST_MS = 1_000
const SILENCE_MS = 3_000
const PIECES = 20
const PIECE_EVERY_MS = 200
const LARGE = 40_000_000

async function openGateway() {
  const dovecot = await startDovecot({ users: 1 })
  const raw = `Subject: large\r\n\r\n${`${'x'.repeat(98)}\r\n`.repeat(LARGE / 100)}`
  await dovecot.deliver(dovecot.userName(1), { raw })
  const postern = await startPostern({
    mail: dovecot,
    config: {
      log: { level: 'debug' },
      tuning: {
        requests: { requestMs: REQUEST_MS, headersMs: REQUEST_MS, silenceMs: SILENCE_MS },
      },
    },
  })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, accept: NATIVE_TYPE, 'x-roundcube-request': client.token() }
  return { dovecot, postern, headers }
}

let gateway: ReturnType<typeof openGateway> | undefined
test.beforeEach(async () => {
  await (gateway ??= openGateway())
})
test.after.always(async () => {
  const { dovecot, postern } = (await gateway) ?? {}
  await postern?.stop()
  await dovecot?.stop()
})

test('an upload that takes longer than all limits passes while bytes come', async (t) => {
  const upload = await startUpload()
  for (let piece = 0; piece < PIECES; piece += 1) {
    upload.write(Buffer.alloc(2_000))
    await pause(PIECE_EVERY_MS)
  }
  upload.end('\r\n--x--\r\n')

  const { status, body } = await responseOf(upload)

  // It was read to its end: what is refused is what it says.
  t.is(status, 400)
  t.regex(body, /"code":"input_invalid"/)
})

test('an upload that goes silent is ended, and told', async (t) => {
  const upload = await startUpload()
  upload.write(Buffer.alloc(2_000))

  const { status, body, connection } = await responseOf(upload)

  t.is(status, 504)
  t.regex(body, /"code":"timed_out"/)
  t.is(connection, 'close')
  const id = /"requestId":"([0-9a-f]{8})"/.exec(body)?.[1] ?? 'none'
  const line = ` ${id} PHP Error: timed_out: This took too long and was stopped. (POST `
  const lines = await linesOnce((await openedGateway()).postern, new RegExp(id))
  t.is(lines.filter((one) => one.includes(line)).length, 1, lines.join('\n'))
})

test('an upload that only trickles is ended as well', async (t) => {
  const upload = await startUpload()
  const trickle = setInterval(() => upload.write('x'), PIECE_EVERY_MS)
  t.teardown(() => clearInterval(trickle))

  t.is((await responseOf(upload)).status, 504)
})

test('a download that takes longer than all limits passes while it is read', async (t) => {
  const download = await startDownload()
  let bytes = 0
  for await (const piece of download.iterator()) {
    if (!Buffer.isBuffer(piece)) throw new TypeError('bytes were expected')
    const before = Math.floor((PIECES * bytes) / LARGE)
    bytes += piece.length
    if (Math.floor((PIECES * bytes) / LARGE) > before) await pause(PIECE_EVERY_MS)
  }

  t.true(bytes > LARGE)
  t.true(download.complete)
})

test('a download no one reads is cut', async (t) => {
  const { postern } = await openedGateway()
  const download = await startDownload()
  download.once('readable', () => void download.read(1))
  t.teardown(() => download.destroy())

  await t.notThrowsAsync(postern.output.waitFor(/answer cut short/))
})

test('a body that is answered unread is not taken in for ever', async (t) => {
  const upload = await startUpload('text/plain')
  const more = setInterval(() => upload.write('x'.repeat(2_000)), PIECE_EVERY_MS)
  t.teardown(() => clearInterval(more))
  const { status } = await responseOf(upload)

  await new Promise((resolve) => upload.once('close', resolve))

  t.is(status, 400)
})

test('a body refused for its size leaves its connection to the next request', async (t) => {
  const { postern, headers } = await openedGateway()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  t.teardown(() => agent.destroy())
  const options = {
    agent,
    headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
  }
  const refused = request(postern.base(), { ...options, method: 'POST' }).end('x'.repeat(2_000_000))
  t.is((await responseOf(refused)).status, 413)

  const next = request(`${postern.base()}?_task=mail&_action=keep-alive`, options).end()

  t.is((await responseOf(next)).status, 200)
  t.true(next.reusedSocket)
})

async function startUpload(type = 'multipart/form-data; boundary=x'): Promise<ClientRequest> {
  const { postern, headers } = await openedGateway()
  const upload = request(`${postern.base()}?_task=mail&_action=send`, {
    method: 'POST',
    // As a browser, which would send its next request on the connection.
    agent: new Agent({ keepAlive: true }),
    headers: { ...headers, 'content-type': type },
  })
  // The server hangs up when it has told why.
  upload.on('error', () => undefined)
  const file = 'Content-Disposition: form-data; name="_files[]"; filename="a.bin"'
  upload.write(`--x\r\n${file}\r\n\r\n`)
  return upload
}

async function responseOf(upload: ClientRequest) {
  const response = await responseTo(upload)
  const { statusCode: status, headers } = response
  return { status, connection: headers.connection, body: await text(response) }
}

async function startDownload(): Promise<IncomingMessage> {
  const { postern, headers } = await openedGateway()
  const url = `${postern.base()}?_task=mail&_action=viewsource&_mbox=INBOX&_uid=1`
  return responseTo(request(url, { agent: false, headers }).end())
}

function responseTo(requested: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    requested.once('response', resolve).once('error', reject)
  })
}

async function openedGateway() {
  return (gateway ??= openGateway())
}

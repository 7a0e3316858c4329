import { request, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import test from 'ava'
import { actionAddress } from '../../../plugin/wire/native/address.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { openEventStream } from '../../support/http/event-stream.ts'
import { startPostern, type PosternConfig } from '../../support/postern/postern.ts'
import { createWebmailClient } from '../../support/http/webmail-client.ts'

const BROWSER = 'gzip, deflate, br, zstd'
const LIST = '?_task=mail&_action=list&_mbox=INBOX'
const REMOTE = '&_remote=1&_unlock=loading1'

// Nothing here changes anything, so one is enough for all.
let shared: ReturnType<typeof openMailbox> | undefined
const mailbox = () => (shared ??= openMailbox())
test.after.always(async () => (await shared)?.close())

for (const [dialect, query, accept] of [
  ['the native shape', actionAddress('list', { mailbox: 'INBOX' }), NATIVE_TYPE],
  ["Roundcube's shape", LIST + REMOTE, '*/*'],
] as const) {
  for (const [accepted, coding] of [
    [BROWSER, 'br'],
    ['gzip', 'gzip'],
    ['br;q=0, *', 'gzip'],
  ] as const) {
    test(`a list in ${dialect} goes out as ${coding} to a client that takes ${accepted}`, async (t) => {
      const { request } = await mailbox()
      const plain = await request(query, { accept })

      const coded = await request(query, { accept, 'accept-encoding': accepted })

      t.is(coded.headers['content-encoding'], coding)
      t.is(coded.headers['content-length'], String(coded.bytes.length))
      t.true(coded.bytes.length < plain.bytes.length / 3)
      t.deepEqual(decoded(coded), plain.bytes)
    })
  }

  test(`a list in ${dialect} goes out as it is to a client that takes no coding`, async (t) => {
    const { request } = await mailbox()

    for (const accepted of [undefined, 'identity', 'gzip;q=0', 'deflate']) {
      const plain = await request(query, { accept, 'accept-encoding': accepted })

      t.is(plain.headers['content-encoding'], undefined)
      t.is(plain.headers['content-length'], String(plain.bytes.length))
      t.is(plain.headers.vary, 'Accept-Encoding')
    }
  })
}

test('the body of an HTML message goes out compressed, with its policy', async (t) => {
  const { request } = await mailbox()

  const frame = await request(actionAddress('frame', { mailbox: 'INBOX', uid: 51 }), {
    accept: 'text/html',
    'accept-encoding': BROWSER,
  })

  t.is(frame.headers['content-encoding'], 'br')
  t.regex(String(frame.headers['content-security-policy']), /sandbox/)
  t.regex(decoded(frame).toString(), /paragraph 99/)
})

test('a small response goes out as it is, and says that a larger one would not', async (t) => {
  const { request } = await mailbox()

  for (const query of [
    actionAddress('keep-alive', { asksMail: false }),
    actionAddress('getunread', {}),
    actionAddress('uids', { mailbox: 'INBOX' }),
    actionAddress('show', {}),
  ]) {
    const small = await request(query, {
      accept: NATIVE_TYPE,
      'accept-encoding': BROWSER,
    })

    t.is(small.headers['content-encoding'], undefined)
    t.is(small.headers.vary, 'Accept-Encoding')
  }
})

test('a download goes out as it is on the mail server', async (t) => {
  const { request } = await mailbox()

  for (const query of [
    actionAddress('viewsource', { mailbox: 'INBOX', uid: 51 }),
    actionAddress('get', { mailbox: 'INBOX', uid: 51, partId: '1' }),
    actionAddress('attachments', { mailbox: 'INBOX', uid: 7 }),
  ]) {
    const download = await request(query, {
      'accept-encoding': BROWSER,
    })

    t.is(download.status, 200)
    t.is(download.headers['content-encoding'], undefined)
  }
})

test('a stream of events goes out as it is', async (t) => {
  const { base, cookie } = await mailbox()

  const events = await openEventStream(`${base}?_task=mail&_action=events&_mbox=INBOX`, {
    cookie,
    'accept-encoding': BROWSER,
  })
  t.teardown(() => events.close())

  t.is(events.status, 200)
  t.is(events.headers.get('content-encoding'), null)
})

test('a response to a page of another site goes out as it is', async (t) => {
  const { request } = await mailbox()

  for (const [site, coding] of [
    ['cross-site', undefined],
    ['same-site', undefined],
    ['same-origin', 'br'],
    ['none', 'br'],
  ] as const) {
    const response = await request(LIST + REMOTE, {
      'accept-encoding': BROWSER,
      'sec-fetch-site': site,
    })

    t.is(response.headers['content-encoding'], coding, site)
  }
})

test('a static file goes out in its smallest form to a browser, which names gzip first', async (t) => {
  const { request, page } = await mailbox()
  const script = /src="(postern\/app-\w+\.js)"/.exec(page)?.[1]

  for (const method of ['GET', 'HEAD']) {
    const file = await request(`/../${script}`, { 'accept-encoding': BROWSER }, method)

    t.is(file.status, 200)
    t.is(file.headers['content-encoding'], 'br')
    t.is(file.headers.vary, 'Accept-Encoding')
  }
})

async function openMailbox(config: PosternConfig = {}) {
  const dovecot = await startDovecot({ users: 1 })
  const user = dovecot.userName(1)
  await dovecot.seed(user, 50)
  await dovecot.deliver(user, { raw: htmlMessage() })
  const postern = await startPostern({ mail: dovecot, config })
  const client = createWebmailClient(postern.base())
  await client.signIn(user, dovecot.password)
  const { text: page } = await client.get('')
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const request = (
    query: string,
    headers: Record<string, string | undefined> = {},
    method = 'GET',
  ) => requestRaw(new URL(postern.base() + query).href, { cookie, ...headers }, method)
  const close = async () => {
    await postern.stop()
    await dovecot.stop()
  }
  return { request, page, close, cookie, base: postern.base() }
}

interface RawResponse {
  readonly status: number | undefined
  readonly headers: IncomingHttpHeaders
  readonly bytes: Buffer
}

/** As it comes over the wire: fetch would ask for compression automatically and undo it. */
async function requestRaw(
  url: string,
  headers: Readonly<Record<string, string | undefined>>,
  method: string,
): Promise<RawResponse> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined)
  return new Promise((resolve, reject) => {
    const requested = request(url, { method, headers: Object.fromEntries(given) })
    requested.once('error', reject)
    requested.once('response', (response) => {
      const { statusCode: status, headers } = response
      buffer(response).then((bytes) => resolve({ status, headers, bytes }), reject)
    })
    requested.end()
  })
}

function decoded({ headers, bytes }: RawResponse): Buffer {
  return headers['content-encoding'] === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)
}

function htmlMessage(): string {
  const paragraphs = Array.from({ length: 100 }, (_, n) => `<p>This is paragraph ${n}.</p>`)
  const headers = ['Subject: html', 'MIME-Version: 1.0', 'Content-Type: text/html; charset=utf-8']
  return [...headers, '', ...paragraphs].join('\r\n')
}

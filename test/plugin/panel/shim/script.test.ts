import { createHash, randomBytes } from 'node:crypto'
import { chmod, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { join } from 'node:path'
import test from 'ava'
import Koa from 'koa'
import type { Parameters } from '../../../../plugin/http/body/parameters.ts'
import { createParameterReader } from '../../../../plugin/http/body/read-parameters.ts'
import { createUploadRoom } from '../../../../plugin/http/body/upload-budget.ts'
import { account, caller, startShim, type ShimStand } from './servers.ts'

// plugin/panel/shim/index.php under the real php-cgi.

/** A gateway that answers with the SHA-256 of the body it got. */
function digestResponse(req: IncomingMessage, res: ServerResponse): void {
  const hash = createHash('sha256')
  req.on('data', (chunk: Buffer) => hash.update(chunk))
  req.on('end', () => res.end(hash.digest('hex')))
}

/** A gateway that reads forms as Postern does. */
function keepForms(forms: Parameters[]): RequestListener {
  const bytes = 64 * 1024 * 1024
  const limits = {
    formBytes: bytes,
    jsonBytes: bytes,
    messageBytes: bytes,
    attachments: 100,
    formFields: 200,
    formParseMs: 60_000,
  }
  const read = createParameterReader(
    limits,
    createUploadRoom({ maxBytes: bytes, messageBytes: bytes }),
  )
  const app = new Koa()
  app.use(async (ctx) => {
    forms.push(await read(ctx, new URLSearchParams(), { uploader: 'ada' }))
    ctx.body = 'read'
  })
  const handle = app.callback()
  return (req, res) => void handle(req, res)
}

const noForm: Parameters = { get: () => undefined, files: [] }

const keyFile = ({ directory }: ShimStand) => join(directory, 'keys', 'hosting.json')

/** PHP's own log; empty when nothing was ever written. */
async function phpLog({ phpLog }: ShimStand): Promise<string> {
  return readFile(phpLog, 'utf8').catch(() => '')
}

test('method, path and query come out as they went in', async (t) => {
  const stand = await startShim(t)

  await fetch(`${stand.url}?_task=mail&_action=list&_mbox=INBOX%2FA&x=%C3%A4`, { method: 'HEAD' })

  const [request] = stand.requests
  t.is(request?.method, 'HEAD')
  t.is(
    request?.url,
    '/cpsess0228251236/3rdparty/postern/index.php?_task=mail&_action=list&_mbox=INBOX%2FA&x=%C3%A4',
  )
})

test('our cookies pass, the cookies of the panel stay', async (t) => {
  const stand = await startShim(t)
  const cookie =
    'webmailsession=secret; postern_session=abc; cpsession=x; __Host-postern=def; xpostern_session=y'

  await fetch(stand.url, { headers: { cookie } })

  t.is(stand.requests[0]?.headers.cookie, 'postern_session=abc; __Host-postern=def')
})

test('only headers that Postern reads pass', async (t) => {
  const stand = await startShim(t)

  await fetch(stand.url, {
    headers: {
      accept: 'application/vnd.postern+json',
      'x-roundcube-request': 'token',
      authorization: 'Basic c2VjcmV0',
      'x-postern-shim': 'forged',
      'x-forwarded-for': '203.0.113.9',
      'x-panel-user': 'root',
      'remote-user': 'root',
    },
  })

  const headers = stand.requests[0]?.headers ?? {}
  t.is(headers.accept, 'application/vnd.postern+json')
  t.is(headers['x-roundcube-request'], 'token')
  t.is(headers.authorization, undefined)
  t.is(headers['x-panel-user'], undefined)
  t.is(headers['remote-user'], undefined)
  t.is(headers['x-forwarded-for'], caller.REMOTE_ADDR)
  t.not(headers['x-postern-shim'], 'forged')
})

test('status, headers and body of the response come back as they are', async (t) => {
  const stand = await startShim(t, {
    gateway: (_req, res) => {
      res.statusCode = 404
      res.setHeader('set-cookie', ['one=1; Path=/', 'two=2; Path=/'])
      res.setHeader('content-security-policy', "default-src 'none'")
      res.setHeader('content-type', 'text/x-own')
      res.end('no such thing')
    },
  })

  const response = await fetch(stand.url)

  t.is(response.status, 404)
  t.deepEqual(response.headers.getSetCookie(), ['one=1; Path=/', 'two=2; Path=/'])
  t.is(response.headers.get('content-security-policy'), "default-src 'none'")
  t.is(response.headers.get('content-type'), 'text/x-own')
  t.is(response.headers.get('x-powered-by'), null)
  t.is(await response.text(), 'no such thing')
})

test('a redirect stays relative and is not followed', async (t) => {
  const location = './?_task=mail&_token=abc'
  const stand = await startShim(t, {
    gateway: (_req, res) => void res.writeHead(302, { location }).end(),
  })

  const response = await fetch(stand.url, { redirect: 'manual' })

  t.is(response.status, 302)
  t.is(response.headers.get('location'), location)
})

/** More than PHP may use in these tests, so that a body held whole in memory would end the script. */
const largeBytes = 24 * 1024 * 1024
const smallMemory = 'memory_limit = 8M\n'

test('a large body passes whole, without being held in memory', async (t) => {
  const stand = await startShim(t, { settings: smallMemory, gateway: digestResponse })
  const body = randomBytes(largeBytes)

  const response = await fetch(stand.url, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body,
  })

  t.is(await response.text(), createHash('sha256').update(body).digest('hex'))
})

test('the signature covers the body that arrives', async (t) => {
  const stand = await startShim(t, { gateway: digestResponse })

  const response = await fetch(stand.url, { method: 'POST', body: new URLSearchParams({ a: 'b' }) })

  t.is(signedBody(stand.requests[0]), await response.text())
})

test('a form with a large file passes with its fields, without being held in memory', async (t) => {
  const forms: Parameters[] = []
  const stand = await startShim(t, { settings: smallMemory, gateway: keepForms(forms) })
  const file = randomBytes(largeBytes)
  const form = new FormData()
  form.append('_subject', 'Grüße "und" mehr')
  form.append('_attachments[]', new Blob([file], { type: 'image/png' }), 'große "Datei".png')
  form.append('_attachments[]', new Blob(['second']), 'second.txt')

  const response = await fetch(stand.url, { method: 'POST', body: form })

  t.is(await response.text(), 'read')
  const [read = noForm] = forms
  t.is(read.get('_subject'), 'Grüße "und" mehr')
  t.deepEqual(
    read.files.map(({ filename, type }) => [filename, type]),
    [
      ['große "Datei".png', 'image/png'],
      ['second.txt', 'application/octet-stream'],
    ],
  )
  t.true(read.files[0]?.content.equals(file))
})

test('a file that PHP does not take makes the upload fail as a whole', async (t) => {
  const stand = await startShim(t, { settings: 'upload_max_filesize = 1K\n' })
  const form = new FormData()
  form.append('_attachments[]', new Blob([randomBytes(4096)]), 'file.bin')

  const response = await fetch(stand.url, { method: 'POST', body: form })

  t.is(response.status, 413)
  t.deepEqual(stand.requests, [])
})

test('more files than PHP takes make the upload fail as a whole', async (t) => {
  const stand = await startShim(t, { settings: 'max_file_uploads = 2\n' })
  const form = new FormData()
  for (const name of ['1', '2', '3']) form.append('_attachments[]', new Blob([name]), name)

  const response = await fetch(stand.url, { method: 'POST', body: form })

  t.is(response.status, 413)
  t.deepEqual(stand.requests, [])
})

/** The digest inside the signature of a request. */
function signedBody(request: IncomingMessage | undefined): unknown {
  const [envelope = ''] = String(request?.headers['x-postern-shim']).split('.')
  const fields: unknown = JSON.parse(Buffer.from(envelope, 'base64url').toString())
  return fields instanceof Object && 'body' in fields ? fields.body : undefined
}

test('a large response passes whole, without being held in memory', async (t) => {
  const file = randomBytes(largeBytes)
  const stand = await startShim(t, {
    settings: smallMemory,
    gateway: (_req, res) => void res.end(file),
  })

  const response = await fetch(stand.url)

  const received = Buffer.from(await response.arrayBuffer())
  t.true(received.equals(file))
  t.is(await phpLog(stand), '')
})

test('the beginning of a response arrives before its end is there', async (t) => {
  const finish: (() => void)[] = []
  const stand = await startShim(t, {
    gateway: (_req, res) => {
      res.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: first\n\n')
      finish.push(() => void res.end('data: last\n\n'))
    },
  })

  const response = await fetch(stand.url)
  const reader = response.body?.getReader()
  const first = await reader?.read()
  for (const done of finish) done()
  const last = await reader?.read()

  t.is(Buffer.from(first?.value ?? []).toString(), 'data: first\n\n')
  t.is(Buffer.from(last?.value ?? []).toString(), 'data: last\n\n')
})

for (const name of ['REMOTE_USER', 'REMOTE_ADDR', 'cp_security_token', 'HOME']) {
  test(`without ${name} nothing is passed on`, async (t) => {
    const stand = await startShim(t, { environment: { [name]: '' } })

    const response = await fetch(stand.url)

    t.is(response.status, 503)
    t.deepEqual(stand.requests, [])
    t.regex(await phpLog(stand), /the panel does not tell the caller's/)
  })
}

test('a path under another segment than that of the session is refused', async (t) => {
  const stand = await startShim(t, { environment: { cp_security_token: '/cpsess0000000001' } })

  t.is((await fetch(stand.url)).status, 503)
  t.deepEqual(stand.requests, [])
})

const spoilt: readonly (readonly [string, (stand: ShimStand) => Promise<void>, RegExp])[] = [
  ['is missing', (stand) => rm(keyFile(stand)), /cannot be read/],
  ['can be read by others', (stand) => chmod(keyFile(stand), 0o644), /can be read by others/],
  [
    'is a link',
    async (stand) => {
      await rename(keyFile(stand), `${keyFile(stand)}.target`)
      await symlink(`${keyFile(stand)}.target`, keyFile(stand))
    },
    /cannot be read/,
  ],
  ['is no JSON', (stand) => writeFile(keyFile(stand), '{'), /has no account/],
  [
    'has no key',
    (stand) => writeFile(keyFile(stand), JSON.stringify({ ...account, key: '', socket: '/x' })),
    /has no key/,
  ],
]

for (const [fact, spoil, reason] of spoilt) {
  test(`a key file that ${fact} is refused`, async (t) => {
    const stand = await startShim(t)
    await spoil(stand)

    const response = await fetch(stand.url)

    t.is(response.status, 503)
    t.deepEqual(stand.requests, [])
    t.regex(await phpLog(stand), reason)
  })
}

test('where no one listens the user is asked to try again', async (t) => {
  const stand = await startShim(t)
  await rm(join(stand.directory, 'gateway.sock'))

  const response = await fetch(stand.url)

  t.is(response.status, 503)
  t.is(response.headers.get('retry-after'), '5')
  t.regex(await response.text(), /try again/)
})

test('a gateway that breaks off before answering is a failure, not an empty page', async (t) => {
  const stand = await startShim(t, { gateway: (req) => void req.socket.destroy() })

  t.is((await fetch(stand.url)).status, 503)
})

test('no refusal writes the password or the key to a log', async (t) => {
  const stand = await startShim(t, {
    environment: { REMOTE_USER: '', REMOTE_PASSWORD: 'canary-Zq9' },
  })

  await fetch(stand.url)

  const log = await phpLog(stand)
  t.not(log, '')
  t.false(log.includes('canary-Zq9'))
  t.false(log.includes(account.key))
})

test('a user name in bytes that are no text does not break the signature', async (t) => {
  const stand = await startShim(t, { environment: { REMOTE_USER: 'r\tbin"\\@example.test' } })

  await fetch(stand.url)

  t.is(stand.requests.length, 1)
  t.is(await phpLog(stand), '')
})

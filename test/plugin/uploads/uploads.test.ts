import { createHash, randomBytes } from 'node:crypto'
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type ExecutionContext } from 'ava'
import { readAdminEndpoint } from '../../../plugin/admin/endpoint-file.ts'
import type { NativeInputOf } from '../../../plugin/wire/native/types.ts'
import { startDovecot } from '../../support/dovecot/dovecot.ts'
import { startBreakingLine } from '../../support/http/breaking-line.ts'
import { callAction, sendAction } from '../../support/http/native-actions.ts'
import { uploadByTus, uploadHeaders, UPLOADS } from '../../support/http/tus-upload.ts'
import { createWebmailClient, type WebmailClient } from '../../support/http/webmail-client.ts'
import { startPostern, type PosternConfig } from '../../support/postern/postern.ts'
import { startSmtpSink } from '../../support/smtp/sink.ts'
import { eventually } from '../../support/database/rows.ts'

const MIB = 1024 * 1024
const TYPE = 'application/offset+octet-stream'

let servers: ReturnType<typeof startServers> | undefined
async function startServers() {
  return { dovecot: await startDovecot({ users: 2 }), sink: await startSmtpSink() }
}
const opened = () => (servers ??= startServers())
test.after.always(async () => {
  const { dovecot, sink } = (await servers) ?? {}
  await dovecot?.stop()
  await sink?.stop()
})

async function openGateway(t: ExecutionContext, config: PosternConfig = {}) {
  const { dovecot, sink } = await opened()
  const postern = await startPostern({ t, mail: dovecot, submission: sink, config })
  const signedIn = async (user = 1) => {
    const client = createWebmailClient(postern.base())
    await client.signIn(dovecot.userName(user), dovecot.password)
    return client
  }
  return { postern, sink, signedIn, base: postern.base(), to: dovecot.userName(2) }
}

/** A request of tus, by hand. */
function tus(
  client: WebmailClient,
  base: string,
  request: {
    readonly method: string
    readonly id?: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: Buffer
  },
): Promise<Response> {
  const { method, id, headers = {}, body } = request
  return fetch(`${base}${UPLOADS}${id === undefined ? '' : `&_upload=${id}`}`, {
    method,
    headers: { ...uploadHeaders(client), ...headers },
    ...(body === undefined ? {} : { body: new Uint8Array(body) }),
  })
}

async function begin(client: WebmailClient, base: string, size: number): Promise<string> {
  const headers = { 'upload-length': String(size), 'upload-metadata': 'filename YS50eHQ=' }
  const { headers: answered } = await tus(client, base, { method: 'POST', headers })
  return new URL(answered.get('location') ?? '', base).searchParams.get('_upload') ?? ''
}

function piece(offset: number, body: Buffer) {
  const headers = { 'content-type': TYPE, 'upload-offset': String(offset) }
  return { method: 'PATCH', headers, body }
}

function letter(to: string, uploads: readonly string[]): NativeInputOf<'send'> {
  return { composeId: randomBytes(8).toString('hex'), to, subject: 'Files', uploads: [...uploads] }
}

/** SHA-256 of the only attachment of a message. */
function attachedDigest(source: string): string {
  const body = /Content-Disposition: attachment[^]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(source)?.[1]
  return digest(Buffer.from(body ?? '', 'base64'))
}

function digest(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex')
}

test('a file uploaded over a line that breaks ten times is sent unchanged, and never begun again', async (t) => {
  const { postern, sink, signedIn, base, to } = await openGateway(t, {
    limits: { messageBytes: 40 * MIB },
  })
  const content = randomBytes(25 * MIB)
  const breakAt = Array.from({ length: 10 }, (_, index) => (index + 1) * 2.3 * MIB)
  const line = await startBreakingLine(t, { target: postern.url, breakAt })
  const client = await signedIn()

  const id = await uploadByTus(client, {
    base: base.replace(postern.url, line.url),
    content,
    name: 'plan.pdf',
  })
  await callAction(client, 'send', letter(to, [id]))

  t.is(line.breaks, 10)
  const overheadBytes = line.passedBytes - content.length
  t.log(`${overheadBytes} bytes beside the ${content.length} of the file`)
  // What the kernels held when the line broke is sent again, and nothing else.
  t.true(overheadBytes < content.length / 2, `${overheadBytes} bytes were sent again`)
  const [first, ...others] = line.offsets
  t.is(first, 0)
  t.true(
    others.every((offset, index) => offset > 0 && offset >= (line.offsets[index] ?? 0)),
    `it began at ${line.offsets.join(', ')}`,
  )
  const sent = sink.messages.at(-1)?.source ?? ''
  t.is(attachedDigest(sent), digest(content))
  t.regex(sent, /Content-Type: application\/pdf; name=plan\.pdf/)
})

test('an upload goes on where it was after the process was killed', async (t) => {
  const { postern, signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const content = randomBytes(300_000)
  const id = await begin(client, base, content.length)
  await tus(client, base, { id, ...piece(0, content.subarray(0, 100_000)) })
  await postern.kill()
  const again = await postern.restart()

  const { headers } = await tus(client, again.base(), { method: 'HEAD', id })
  const rest = await tus(client, again.base(), { id, ...piece(100_000, content.subarray(100_000)) })

  t.is(headers.get('upload-offset'), '100000')
  t.is(headers.get('upload-length'), '300000')
  t.is(rest.status, 204)
  t.is(rest.headers.get('upload-offset'), '300000')
})

test('a draft is stored with its uploads, and a message that was sent releases them', async (t) => {
  const { signedIn, base, to } = await openGateway(t, {
    tuning: { uploads: { releasedMs: 0, sweepMs: 50 } },
  })
  const client = await signedIn()
  const id = await uploadByTus(client, { base, content: Buffer.from('the plan'), name: 'ä.txt' })

  const saved = await callAction(client, 'send', { ...letter('', [id]), isDraft: true })
  const kept = await tus(client, base, { method: 'HEAD', id })
  await callAction(client, 'send', letter(to, [id]))

  t.not(saved.filed, null)
  t.is(kept.status, 200)
  const released = () => tus(client, base, { method: 'HEAD', id })
  t.is((await eventually(released, ({ status }) => status === 404)).status, 404)
  const source = saved.filed ?? { mailbox: '', uidValidity: '', uid: 0 }
  const { text } = await sendAction(client, 'compose', { mode: 'draft', ...source })
  t.regex(text, /"filename":"ä\.txt"/)
})

test('an upload of another user is not there for anyone else', async (t) => {
  const { signedIn, base, to } = await openGateway(t)
  const [owner, other] = [await signedIn(1), await signedIn(2)]
  const id = await begin(owner, base, 4)
  await tus(owner, base, { id, ...piece(0, Buffer.from('mine')) })

  const statuses = await Promise.all([
    tus(other, base, { method: 'HEAD', id }),
    tus(other, base, { id, ...piece(0, Buffer.from('not!')) }),
    tus(other, base, { method: 'DELETE', id }),
  ])
  const { status, text } = await sendAction(other, 'send', letter(to, [id]))

  t.deepEqual(
    statuses.map((response) => response.status),
    [404, 404, 404],
  )
  t.is(status, 409)
  t.regex(text, /"code":"attachments_gone"/)
  t.is((await tus(owner, base, { method: 'HEAD', id })).headers.get('upload-offset'), '4')
})

test('every request about uploads needs a session and its request token', async (t) => {
  const { signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const id = await begin(client, base, 4)

  for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']) {
    const forged = { 'x-roundcube-request': 'x'.repeat(32), 'upload-length': '4' }
    t.is((await tus(client, base, { method, id, headers: forged })).status, 403, method)
    t.is((await tus(client, base, { method, id, headers: { cookie: '' } })).status, 401, method)
  }
  const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
  t.is((await tus(client, base, { method: 'DELETE', id, headers: foreign })).status, 403)
  t.is((await tus(client, base, { method: 'HEAD', id })).status, 200)
})

test('pieces pass the gate at the address of uploads alone', async (t) => {
  const { postern, signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const { headers, body, method } = piece(0, Buffer.from('mine'))
  const init = {
    method,
    headers: { ...uploadHeaders(client), ...headers },
    body: new Uint8Array(body),
  }

  const statuses = await Promise.all(
    [`${base}?_task=mail&_action=send`, base, `${postern.url}/other`].map(
      async (url) => (await fetch(url, init)).status,
    ),
  )

  t.deepEqual(statuses, [405, 404, 404])
})

test('what is no piece of the file is refused, and the file stays as it was', async (t) => {
  const { signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const id = await begin(client, base, 4)
  const status = async (request: Parameters<typeof tus>[2]) =>
    (await tus(client, base, { id, ...request })).status
  const bytes = Buffer.from('mine')

  t.is(await status(piece(2, bytes)), 409)
  t.is(await status({ ...piece(0, bytes), headers: { 'upload-offset': '0' } }), 415)
  t.is(await status({ ...piece(0, bytes), headers: { 'content-type': TYPE } }), 400)
  t.is(await status({ method: 'HEAD', headers: { 'tus-resumable': '0.2.0' } }), 412)
  t.is(await status({ method: 'POST', headers: { 'upload-length': '4' } }), 400)
  t.is((await tus(client, base, { method: 'HEAD', id })).headers.get('upload-offset'), '0')
  t.is(await status(piece(0, Buffer.from('more than it has'))), 413)
})

test('files lie in a directory that no one else may read, and are gone when they are removed', async (t) => {
  const { postern, signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const id = await begin(client, base, 4)
  const directory = join(postern.directory, 'uploads')
  const files = await readdir(directory)

  const modes = await Promise.all(
    [directory, ...files.map((name) => join(directory, name))].map(
      async (path) => (await stat(path)).mode & 0o777,
    ),
  )
  const { status } = await tus(client, base, { method: 'DELETE', id })

  t.deepEqual(modes, [0o700, 0o600, 0o600])
  t.is(status, 204)
  t.deepEqual(await readdir(directory), [])
})

test('files beyond a limit are refused before they come', async (t) => {
  const { signedIn, base } = await openGateway(t, {
    limits: { messageBytes: MIB },
    tuning: { uploads: { filesPerOwner: 2, bytes: 2.5 * MIB } },
  })
  const [client, other] = [await signedIn(1), await signedIn(2)]
  const create = async (by: WebmailClient, size: number) => {
    const headers = { 'upload-length': String(size) }
    return (await tus(by, base, { method: 'POST', headers })).status
  }

  t.is(await create(client, MIB + 1), 413)
  t.is(await create(client, MIB), 201)
  t.is(await create(client, 10), 201)
  t.is(await create(client, 10), 507)
  t.is(await create(other, MIB), 201)
  t.is(await create(other, MIB), 507)
})

test('a file larger than the submission server takes is refused before it comes, and the page knows', async (t) => {
  const { dovecot } = await opened()
  const sink = await startSmtpSink({ t, maxMessageBytes: 3_000_000 })
  const postern = await startPostern({ t, mail: dovecot, submission: sink })
  const client = createWebmailClient(postern.base())
  await client.signIn(dovecot.userName(1), dovecot.password)
  const largest = async () => {
    const { headers } = await tus(client, postern.base(), { method: 'OPTIONS' })
    return Number(headers.get('tus-max-size'))
  }

  const bytes = await eventually(largest, (known) => known < 3_000_000)
  const headers = { 'upload-length': String(bytes + 1) }
  const { status } = await tus(client, postern.base(), { method: 'POST', headers })
  const page = await client.get('')

  t.is(status, 413)
  t.true(bytes > 2_000_000 && bytes < 2_200_000, String(bytes))
  t.regex(page.text, new RegExp(`"maxMessageBytes":${bytes},`))
})

test('messages with uploads that are built at one time share the memory for files', async (t) => {
  const { dovecot } = await opened()
  const sink = await startSmtpSink({ t })
  const postern = await startPostern({
    ...{ t, mail: dovecot, submission: sink },
    config: {
      limits: { messageBytes: MIB },
      tuning: { requests: { uploadBytes: MIB } },
      webmail: { undoSeconds: 0 },
    },
  })
  const base = postern.base()
  const [one, other] = await Promise.all(
    [1, 2].map(async (user) => {
      const client = createWebmailClient(base)
      await client.signIn(dovecot.userName(user), dovecot.password)
      const content = randomBytes(0.8 * MIB)
      const id = await uploadByTus(client, { base, content, name: 'plan.pdf' })
      return { client, input: letter(dovecot.userName(2), [id]) }
    }),
  )
  if (one === undefined || other === undefined) throw new Error('no clients')

  sink.behave('take-and-hang')
  const first = callAction(one.client, 'send', one.input)
  await eventually(
    () => Promise.resolve(sink.unanswered),
    (count) => count === 1,
  )
  const refused = await sendAction(other.client, 'send', other.input)
  sink.behave('accept')
  sink.releaseHeld()
  await first
  const second = await callAction(other.client, 'send', other.input)

  t.is(refused.status, 503)
  t.regex(refused.text, /"code":"mail_busy"/)
  t.is(second.kind, 'sent')
  t.is(sink.messages.length, 2)
})

test('a file that no one came back to is deleted', async (t) => {
  const { postern, signedIn, base } = await openGateway(t, {
    tuning: { uploads: { keepMs: 2_000, sweepMs: 50 } },
  })
  const client = await signedIn()
  const id = await begin(client, base, 4)
  const left = () => readdir(join(postern.directory, 'uploads'))

  const names = await left()
  t.is(names.length, 2)
  t.true(names.every((name) => name.includes(id)))
  t.deepEqual(await eventually(left, ({ length }) => length === 0), [])
  t.is((await tus(client, base, { method: 'HEAD', id })).status, 404)
})

test('a process that starts deletes what was abandoned and what is half a file', async (t) => {
  const { postern, signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const [old, fresh] = [await begin(client, base, 4), await begin(client, base, 4)]
  const directory = join(postern.directory, 'uploads')
  await postern.kill()
  const abandoned = (await readdir(directory)).find((name) => name.endsWith(old)) ?? ''
  await utimes(join(directory, abandoned), 0, 0)
  await writeFile(join(directory, `${abandoned}half`), 'of a file')
  await writeFile(join(directory, 'notes'), 'of someone else')

  await postern.restart()

  const left = (await readdir(directory)).map((name) => name.replace(/^[0-9a-f]{32}\./, ''))
  t.deepEqual(left.sort(), [fresh, `${fresh}.json`, 'notes'].sort())
})

test('the metrics count files and bytes that lie there', async (t) => {
  const { postern, signedIn, base } = await openGateway(t)
  const client = await signedIn()
  const id = await begin(client, base, 4_000)
  await tus(client, base, { id, ...piece(0, Buffer.alloc(1_000)) })

  const { address = '' } = (await readAdminEndpoint(postern.directory)) ?? {}
  const metrics = await (await fetch(`${address}/metrics`)).text()

  t.regex(metrics, /^postern_uploads 1$/m)
  t.regex(metrics, /^postern_upload_bytes 1000$/m)
})

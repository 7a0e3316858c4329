import { createHash, randomBytes } from 'node:crypto'
import test, { type ExecutionContext } from 'ava'
import { ImapFlow } from 'imapflow'
import type { Account } from '../../../proxy/mail/model/account.ts'
import type { SortKey } from '../../../proxy/mail/model/message-list.ts'
import { divideAppend } from '../../../scripts/demo/imap/filed-messages.ts'
import { startDemoImap, type DemoImap } from '../../../scripts/demo/imap/server.ts'
import { openEngine, patient, request } from '../../proxy/mail/engine.ts'

const owner = { address: 'demo@example.test', password: 'secret' }

test('a search finds words behind their encodings', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)
  await client.mailboxOpen('INBOX')

  t.deepEqual(await client.search({ subject: 'grüße' }, { uid: true }), [1])
  t.deepEqual(await client.search({ body: 'köln' }, { uid: true }), [1])
  t.deepEqual(
    await client.search({ or: [{ subject: 'GRÜSSE' }, { from: 'bruno' }] }, { uid: true }),
    [2],
  )
  t.deepEqual(await client.search({ not: { subject: 'lunch' }, seen: false }, { uid: true }), [1])
})

test('a list comes in the order that is requested', async (t) => {
  const account = await demoAccount(t)
  const subjects = async (by: SortKey, isDescending: boolean) => {
    const page = await account.page(request({ sort: { by, isDescending } }), patient)
    return page.rows.map(({ summary }) => summary.subject)
  }

  t.deepEqual(await subjects('subject', false), ['Grüße', 'Lunch?'])
  t.deepEqual(await subjects('subject', true), ['Lunch?', 'Grüße'])
  t.deepEqual(await subjects('from', true), ['Lunch?', 'Grüße'])
  t.deepEqual(await subjects('size', false), ['Grüße', 'Lunch?'])
})

test('a response is below what it answers', async (t) => {
  const account = await demoAccount(t)
  const reply = message('Re: Grüße', 'thanks', 'Bruno', ['In-Reply-To: <gruesse@example.org>'])
  await account.append('INBOX', reply, [], patient)

  const page = await account.page(request({ isThreaded: true }), patient)

  t.deepEqual(
    page.rows.map(({ summary, thread }) => [summary.subject, thread?.depth]),
    [
      ['Grüße', 0],
      ['Re: Grüße', 1],
      ['Lunch?', 0],
    ],
  )
})

test('the beginning of each message is read, also behind one that is shorter', async (t) => {
  const account = await demoAccount(t)
  await account.append('INBOX', message('Long', 'long '.repeat(300)), [], patient)
  await account.append('INBOX', message('Last', 'the last one'), [], patient)

  const previews = await account.previews('INBOX', [2, 3, 4], patient)

  t.deepEqual([...previews.keys()], [2, 3, 4])
  t.regex(previews.get(3) ?? '', /^long long /)
  t.is(previews.get(4), 'the last one')
})

test('each of more than nine parts is read', async (t) => {
  const account = await demoAccount(t)
  await account.append('INBOX', messageOfFiles(12), [], patient)
  const ids = Array.from({ length: 12 }, (_, at) => String(at + 1))

  const parts = await account.parts('INBOX', 3, ids, patient)

  const read: string[] = []
  for (const { stream } of parts) {
    for await (const piece of stream) read.push(piece.toString().trim())
  }
  t.deepEqual(
    read,
    ids.map((id) => `file ${id}`),
  )
})

test('a file of 20 MB is read whole, and the mailbox answers meanwhile', async (t) => {
  const imap = await startDemoImap({ ...owner, storage: storage() })
  t.teardown(() => imap.stop())
  const [reader, other] = [accountAt(t, imap), accountAt(t, imap)]
  const file = randomBytes(20_000_000)
  await reader.append('INBOX', messageOfFile(file), [], patient)
  const [part] = await reader.parts('INBOX', 3, ['1'], patient)
  const read = createHash('sha256')
  let seen = 0
  const meanwhile: number[] = []

  for await (const piece of part?.stream ?? []) {
    read.update(piece)
    seen += piece.length
    if (meanwhile.length > 0) continue
    const { total } = await other.page(request(), patient)
    meanwhile.push(total, seen)
  }

  t.is(seen, file.length)
  t.is(read.digest('hex'), createHash('sha256').update(file).digest('hex'))
  const [total, seenBefore = file.length] = meanwhile
  t.is(total, 3)
  t.true(seenBefore < file.length)
})

test('a message is filed as it was sent, whatever looks like a command within it', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)
  await client.mailboxOpen('INBOX')
  const source = message('Literal', 'x').toString() + 'a APPEND INBOX {3}\r\n"(\\[\r\n'

  await client.append('INBOX', source, ['\\Seen'])

  const filed = await client.fetchOne('3', { source: true, flags: true }, { uid: true })
  t.like(filed, { flags: new Set(['\\Seen']) })
  t.is(filed === false ? '' : filed?.source?.toString(), source)
})

test('the command parser reads nothing of a message that is filed', (t) => {
  const source = 'x'.repeat(20_000_000)

  const divided = divideAppend(`a APPEND "Sent" (\\Seen) {20000000+}\r\n${source}`, 'one')

  t.is(divided?.command, 'a APPEND "Sent" (\\Seen) {3}\r\none')
  t.is(divided?.source.length, source.length)
})

test('a message filed by a connection counts in its own view', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)
  await client.mailboxOpen('INBOX')

  const filed = await client.append('INBOX', message('Third', 'three'), [])

  t.like(filed, { uid: 3 })
  t.is(client.mailbox === false ? 0 : client.mailbox.exists, 3)
})

test('a delivered message is announced to a client that waits', async (t) => {
  const { client, imap, close } = await signedIn()
  t.teardown(close)
  await client.mailboxOpen('INBOX')
  const announced = new Promise((resolve) => client.once('exists', resolve))
  const waiting = client.idle()

  imap.file('INBOX', [], message('News', 'fresh'))

  t.like(await announced, { path: 'INBOX', count: 3 })
  await client.noop()
  await waiting
})

test('new flags reach the other connections', async (t) => {
  const { client, imap, close } = await signedIn()
  const other = await connect(imap)
  t.teardown(() => other.logout())
  t.teardown(close)
  await client.mailboxOpen('INBOX')
  await other.mailboxOpen('INBOX')
  const announced = new Promise((resolve) => client.once('flags', resolve))

  await other.messageFlagsAdd('2', ['\\Flagged'], { uid: true })
  await client.noop()

  t.like(await announced, { path: 'INBOX', uid: 2, flags: new Set(['\\Flagged']) })
})

test('a moved message is named by its new UID', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)
  await client.mailboxOpen('INBOX')

  const moved = await client.messageMove('1', 'Trash', { uid: true })

  t.like(moved, { destination: 'Trash', uidMap: new Map([[1, 1]]) })
  t.like(await client.status('INBOX', { messages: true }), { messages: 1 })
})

test('a mailbox that does not exist is refused with its response code', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)

  await t.throwsAsync(client.mailboxOpen('Nowhere'), { message: /Command failed/ })
  await t.throwsAsync(client.status('Nowhere', { messages: true }), { code: 'NotFound' })
})

test('a wrong password is refused as a wrong password', async (t) => {
  const { imap, close } = await signedIn()
  t.teardown(close)

  const error = await t.throwsAsync(connect(imap, 'wrong'))

  t.like(error, { authenticationFailed: true, serverResponseCode: 'AUTHENTICATIONFAILED' })
})

test('special mailboxes say what they are for', async (t) => {
  const { client, close } = await signedIn()
  t.teardown(close)

  const uses = new Map((await client.list()).map(({ path, specialUse }) => [path, specialUse]))

  t.is(uses.get('Sent'), '\\Sent')
  t.is(uses.get('Trash'), '\\Trash')
})

async function signedIn() {
  const imap = await startDemoImap({ ...owner, storage: storage() })
  const client = await connect(imap)
  const close = async () => {
    client.close()
    await imap.stop()
  }
  return { client, imap, close }
}

async function demoAccount(t: ExecutionContext): Promise<Account> {
  const imap = await startDemoImap({ ...owner, storage: storage() })
  t.teardown(() => imap.stop())
  return accountAt(t, imap)
}

/** An owner of an engine of its own: others have a connection of their own as well. */
function accountAt(t: ExecutionContext, imap: DemoImap): Account {
  const { accounts } = openEngine(t, imap)
  const credential = { user: owner.address, password: owner.password, authorizationId: undefined }
  return accounts.account(credential, '192.0.2.1')
}

async function connect(imap: DemoImap, pass = owner.password): Promise<ImapFlow> {
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: imap.port,
    secure: false,
    auth: { user: owner.address, pass },
    logger: false,
  })
  await client.connect()
  return client
}

function storage() {
  const sources = [message('Grüße', 'aus Köln'), message('Lunch?', 'Bruno waits', 'Bruno')]
  return {
    INBOX: {
      messages: sources.map((source) => ({
        raw: source.toString('latin1'),
        flags: [],
        internaldate: new Date(Date.UTC(2026, 0, 5)),
      })),
    },
    '': {
      separator: '/',
      folders: { Sent: { 'special-use': '\\Sent' }, Trash: { 'special-use': '\\Trash' } },
    },
  }
}

function message(
  subject: string,
  text: string,
  from = 'Ada',
  fields: readonly string[] = [],
): Buffer {
  return Buffer.from(
    [
      `From: ${from} <${from.toLowerCase()}@example.org>`,
      'To: <demo@example.test>',
      `Subject: =?utf-8?B?${Buffer.from(subject).toString('base64')}?=`,
      `Message-ID: <${subject === 'Grüße' ? 'gruesse' : text}@example.org>`,
      ...fields,
      'MIME-Version: 1.0',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Transfer-Encoding: base64',
      '',
      Buffer.from(text).toString('base64'),
      '',
    ].join('\r\n'),
  )
}

function messageOfFile(content: Buffer): Buffer {
  const head = [
    'Subject: A large one',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=limit',
    '',
    '--limit',
    'Content-Type: application/octet-stream; name="large.bin"',
    'Content-Transfer-Encoding: base64',
    '',
    '',
  ]
  const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n')
  return Buffer.from(`${head.join('\r\n')}${lines}\r\n--limit--\r\n`)
}

function messageOfFiles(count: number): Buffer {
  const files = Array.from({ length: count }, (_, at) => [
    '--limit',
    `Content-Type: application/octet-stream; name="${at + 1}.txt"`,
    '',
    `file ${at + 1}`,
  ])
  return Buffer.from(
    [
      'From: Ada <ada@example.org>',
      'Subject: Files',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary=limit',
      '',
      ...files.flat(),
      '--limit--',
      '',
    ].join('\r\n'),
  )
}

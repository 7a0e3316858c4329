import { buffer } from 'node:stream/consumers'
import test, { type ExecutionContext } from 'ava'
import type { PartContent } from '../../../../proxy/mail/model/message.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { startImapRelay } from '../../../support/dovecot/imap-relay.ts'
import { openAccount, patient } from '../engine.ts'

const SIZES = [...Array.from({ length: 120 }, (_, n) => n), 600_000, 0, 200_000, 90_000, 7]
const IDS = SIZES.map((_, n) => String(n + 1))

let dovecot: Dovecot
test.before(async () => {
  dovecot = await startDovecot({ users: 1 })
  const raw = messageWith(SIZES.map((size, n) => contentOf(n, size)))
  await dovecot.deliver(dovecot.userName(1), { raw })
})
test.after.always(() => dovecot.stop())

test('parts read one after the other arrive byte for byte', async (t) => {
  const account = openAccount(t, dovecot, 1)

  const parts = await account.parts('INBOX', 1, IDS, patient)

  t.is(parts.length, SIZES.length)
  for (const [n, { part, stream }] of parts.entries()) {
    t.is(part.filename, `${n}.bin`)
    t.true(contentOf(n, SIZES[n] ?? 0).equals(await buffer(stream)), `part ${n}`)
  }
})

test('parts arrive in any order, some left out and some read in part', async (t) => {
  const account = openAccount(t, dovecot, 1)
  const parts = await account.parts('INBOX', 1, IDS, patient)

  for (const n of [5, 3, 119, 121, 123]) {
    t.true(contentOf(n, SIZES[n] ?? 0).equals(await buffer(streamOf(parts, n))), `part ${n}`)
    for await (const piece of streamOf(parts, n + 1)) {
      t.true(piece.length > 0)
      break
    }
  }
})

test('parts whose size the server tells wrong arrive byte for byte', async (t) => {
  const account = await openThrough(t, (line) =>
    line.includes('BODYSTRUCTURE') ? line.replace(/"base64" \d+/gi, '"base64" 3') : line,
  )

  const parts = await account.parts('INBOX', 1, IDS, patient)

  for (const n of [0, 1, 50, 120, 123]) {
    t.true(contentOf(n, SIZES[n] ?? 0).equals(await buffer(streamOf(parts, n))), `part ${n}`)
  }
})

test('a part that is not there refuses all', async (t) => {
  const account = openAccount(t, dovecot, 1)

  await t.throwsAsync(account.parts('INBOX', 1, ['1', '9.9'], patient), {
    code: 'message_not_found',
  })
})

async function openThrough(t: ExecutionContext, rewrite: (line: string) => string) {
  const { host, port } = await startImapRelay(t, { host: '127.0.0.1', port: dovecot.port, rewrite })
  return openAccount(t, { ...dovecot, host, port }, 1)
}

function streamOf(parts: readonly PartContent[], n: number): AsyncIterable<Buffer> {
  const part = parts[n]
  if (part === undefined) throw new RangeError(`no part ${n}`)
  return part.stream
}

function contentOf(n: number, size: number): Buffer {
  return Buffer.alloc(size, `part ${n} `)
}

function messageWith(contents: readonly Buffer[]): string {
  const parts = contents.map((content, n) => [
    '--m',
    `Content-Type: application/octet-stream; name="${n}.bin"`,
    'Content-Disposition: attachment',
    'Content-Transfer-Encoding: base64',
    '',
    (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
  ])
  const headers = ['Subject: many', 'Content-Type: multipart/mixed; boundary=m', '']
  return [...headers, ...parts.flat(), '--m--', ''].join('\r\n')
}

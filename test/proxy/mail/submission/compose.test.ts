import test from 'ava'
import { parseComposeId } from '../../../../proxy/mail/model/compose-id.ts'
import { parseDraftOrigin } from '../../../../proxy/mail/model/draft-origin.ts'
import {
  composeSource,
  type ComposeOptions,
} from '../../../../proxy/mail/submission/build-message.ts'
import type { OutgoingMessage } from '../../../../proxy/mail/submission/outgoing-message.ts'
import { outgoing } from './outgoing.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const fixed: ComposeOptions = {
  keepBcc: false,
  hostname: 'webmail.example.test',
  now: () => Date.UTC(2026, 10, 21, 9, 8, 7),
  random: (bytes) => Buffer.alloc(bytes, 0xab),
}

/** Header fields by lower-case name, folding removed (RFC 5322 2.2.3), and the body behind them. */
async function compose(change: Partial<OutgoingMessage>, options = fixed) {
  const { source, ...built } = await composeSource(outgoing(change), options)
  const text = source.toString('latin1')
  const end = text.indexOf('\r\n\r\n')
  const lines = text
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  const fields = lines.map((line) => [
    line.slice(0, line.indexOf(':')).toLowerCase(),
    line.slice(line.indexOf(':') + 2),
  ])
  const header = new Map<string | undefined, string | undefined>(
    fields.map(([name, value]) => [name, value]),
  )
  return { ...built, source: text, header, body: text.slice(end + 4) }
}

test('the Message-ID is made of time and chance in the domain of the sender', async (t) => {
  const { header, messageId } = await compose({})

  t.is(messageId, `<${fixed.now().toString(36)}.${'ab'.repeat(16)}@sender.test>`)
  t.is(header.get('message-id'), messageId)
})

test('the Date is the time of building', async (t) => {
  const { header } = await compose({})

  t.is(header.get('date'), 'Sat, 21 Nov 2026 09:08:07 +0000')
})

test('the message names Postern as its user agent', async (t) => {
  const { header } = await compose({})

  t.is(header.get('user-agent'), 'Postern')
})

test('what a user wrote says nothing of lists and programs; what no one wrote says so', async (t) => {
  const written = await compose({})
  const automatic = await compose({ isAutomatic: true })

  const machine = /^(?:list-|precedence|auto-submitted|x-auto|return-path|bcc)/
  t.deepEqual(
    [...written.header.keys()].filter((name) => machine.test(name ?? '')),
    [],
  )
  t.is(automatic.header.get('auto-submitted'), 'auto-generated')
})

test('the text travels as format=flowed', async (t) => {
  const { header, body } = await compose({ text: 'short\n' + 'lorem ipsum '.repeat(20) })

  t.is(header.get('content-type'), 'text/plain; charset=utf-8; format=flowed')
  t.true(body.split('\r\n').every((line) => line.length <= 76))
})

test('text beyond ASCII leaves a source of seven bits that decodes to the same', async (t) => {
  const { source, header, body } = await compose({ text: 'Grüße, 世界, 🚀' })

  t.notRegex(source, /[\x80-\xff]/)
  const decoded =
    header.get('content-transfer-encoding') === 'base64'
      ? Buffer.from(body, 'base64')
      : quotedPrintable(body)
  t.is(decoded.toString('utf8').trim(), 'Grüße, 世界, 🚀')
})

test('a subject beyond ASCII becomes encoded words', async (t) => {
  const { header } = await compose({ subject: 'Grüße aus Köln' })

  t.is(encodedWords(header.get('subject') ?? ''), 'Grüße aus Köln')
})

test('a name with a comma stays one mailbox', async (t) => {
  const { header } = await compose({ to: [{ name: 'Last, First', address: 'b@x.test' }] })

  t.is(header.get('to'), '"Last, First" <b@x.test>')
})

test('an attachment name beyond ASCII follows RFC 2231', async (t) => {
  const { source } = await compose({
    attachments: [
      { filename: 'Übersicht 世界.pdf', type: 'application/pdf', content: Buffer.from('%PDF') },
    ],
  })

  const unfolded = source.replaceAll(/\r\n[ \t]+/g, ' ')
  const pieces = [...unfolded.matchAll(/filename\*\d+\*=(?:utf-8'')?([^;\r\n]+)/gi)].map(
    ([, piece]) => piece,
  )
  t.is(decodeURIComponent(pieces.join('')), 'Übersicht 世界.pdf')
})

test('an attachment keeps its bytes', async (t) => {
  const content = Buffer.from(Array.from({ length: 1_000 }, (_, index) => index % 256))
  const { source } = await compose({
    attachments: [{ filename: 'all.bin', type: 'application/octet-stream', content }],
  })

  const part = source.slice(source.indexOf('filename=all.bin'))
  const encoded = part.slice(part.indexOf('\r\n\r\n') + 4, part.indexOf('\r\n--'))
  t.deepEqual(Buffer.from(encoded, 'base64'), content)
})

const types: readonly [given: string, sent: string][] = [
  ['image/png', 'image/png'],
  ['Text/Plain; charset=x', 'text/plain'],
  ['message/rfc822', 'application/octet-stream'],
  ['multipart/mixed; boundary=a', 'application/octet-stream'],
  ['nonsense', 'application/octet-stream'],
  ['', 'application/octet-stream'],
]

for (const [given, sent] of types) {
  test(`an attachment of type ${JSON.stringify(given)} is sent as ${sent}`, async (t) => {
    const { source } = await compose({
      attachments: [{ filename: 'x', type: given, content: Buffer.from('x') }],
    })

    t.true(source.includes(`Content-Type: ${sent}; name=x`))
  })
}

test('a message of the mailbox that is attached keeps its type and its bytes', async (t) => {
  const content = Buffer.from('Subject: Grüße\r\n\r\nHallo\r\n')
  const { source } = await compose({
    attachments: [{ filename: 'x.eml', type: 'message/rfc822', content, isMessage: true }],
  })

  t.regex(
    source,
    /Content-Type: message\/rfc822; name=x\.eml\r\n[^]*Content-Transfer-Encoding: 8bit/,
  )
  t.true(source.includes(content.toString('latin1')))
})

test('a message whose lines no mail server takes is attached as opaque bytes', async (t) => {
  for (const text of ['a\nb', 'a\0b', 'x'.repeat(999)]) {
    const content = Buffer.from(text)
    const { source } = await compose({
      attachments: [{ filename: 'x.eml', type: 'message/rfc822', content, isMessage: true }],
    })
    t.true(source.includes('Content-Type: application/octet-stream; name=x.eml'))
  }
})

test('a forwarded page is below the text in HTML, its words in the plain form', async (t) => {
  const picture = { filename: 'a.png', type: 'image/png', content: Buffer.from('png') }
  const images = [{ ...picture, contentId: 'a@x', contentLocation: undefined }]
  const original = { html: '<b>Page</b><img src="cid:a@x">', text: '\n\nPage', images }

  const { source } = await compose({ text: 'Look <here>', original })

  t.regex(source, /multipart\/alternative[^]*Look <here>\r\n\r\nPage[^]*multipart\/related/)
  t.regex(source, /Look &lt;here><\/div>.*<b>Page<\/b><img/s)
  t.regex(source, /Content-Id: <a@x>\r\n[^]*Content-Disposition: inline/i)
})

test('an attachment name loses the folders in front of it', async (t) => {
  const { source } = await compose({
    attachments: [{ filename: 'C:\\home/../x.txt', type: 'text/plain', content: Buffer.from('x') }],
  })

  t.true(source.includes('filename=x.txt'))
})

test('a draft remembers its blind copies', async (t) => {
  const bcc = [{ name: '', address: 'blind@x.test' }]

  t.is((await compose({ bcc }, { ...fixed, keepBcc: true })).header.get('bcc'), 'blind@x.test')
  t.false((await compose({ bcc })).header.has('bcc'))
})

test('a draft remembers what it answers, and what is sent does not tell', async (t) => {
  const draftOf = {
    mode: 'reply',
    mailbox: mailboxName(`Arkiv/${'Å'.repeat(80)}`),
    uidValidity: 7n,
    uid: 42,
  } as const

  const draft = await compose({ draftOf }, { ...fixed, keepBcc: true })

  t.deepEqual(parseDraftOrigin(draft.source), draftOf)
  t.false((await compose({ draftOf })).header.has('x-postern-draft-of'))
})

test('a draft remembers which composed message it is, and what is sent does not tell', async (t) => {
  const composeId = 'compose_-1'

  const draft = await compose({ composeId }, { ...fixed, keepBcc: true })

  t.is(parseComposeId(draft.source), composeId)
  t.false((await compose({ composeId })).header.has('x-postern-compose'))
  t.is(parseComposeId('X-Postern-Compose: two words\r\n'), undefined)
})

test('a reply names the messages it answers, and nothing that is no identifier', async (t) => {
  const { header } = await compose({
    inReplyTo: '<a@x.test>',
    references: ['<z@x.test>', 'junk', '<a@x.test>'],
  })

  t.is(header.get('in-reply-to'), '<a@x.test>')
  t.is(header.get('references'), '<z@x.test> <a@x.test>')
})

test('an address named twice is in the envelope once', async (t) => {
  const { envelope } = await compose({ cc: [{ name: 'Bob again', address: 'bob@receiver.test' }] })

  t.deepEqual(envelope.to, ['bob@receiver.test'])
})

test('an empty message is still a message', async (t) => {
  const { header, body } = await compose({ text: '', subject: '' })

  t.is(header.get('mime-version'), '1.0')
  t.is(body.trim(), '')
})

function quotedPrintable(body: string): Buffer {
  const joined = body.replaceAll(/=\r\n/g, '')
  const bytes = joined.replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(parseInt(hex, 16)),
  )
  return Buffer.from(bytes, 'latin1')
}

function encodedWords(value: string): string {
  const texts = value.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll('_', '=20')
  const bytes = texts.replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) =>
    quotedPrintable(text).toString('latin1'),
  )
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

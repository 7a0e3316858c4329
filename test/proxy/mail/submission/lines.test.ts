import test from 'ava'
import { parseDraftOrigin } from '../../../../proxy/mail/model/draft-origin.ts'
import { composeSource } from '../../../../proxy/mail/submission/build-message.ts'
import { decodeHeaderText } from '../../../../proxy/mail/mime/header/encoded-word.ts'
import type { OutgoingMessage } from '../../../../proxy/mail/submission/outgoing-message.ts'
import { outgoing } from './outgoing.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const MAX_LINE_OCTETS = 998

async function compose(change: Partial<OutgoingMessage>) {
  const { source } = await composeSource(outgoing(change), {
    keepBcc: true,
    hostname: 'webmail.example.test',
    now: () => 0,
    random: (bytes) => Buffer.alloc(bytes, 0xab),
  })
  return source.toString('latin1')
}

/** A field of the header, unfolded (RFC 5322 2.2.3). */
function field(source: string, name: string): string | undefined {
  const header = source.slice(0, source.indexOf('\r\n\r\n')).replaceAll(/\r\n(?=[ \t])/g, '')
  const start = `${name.toLowerCase()}:`
  const line = header.split('\r\n').find((text) => text.toLowerCase().startsWith(start))
  return line?.slice(start.length).trim()
}

const id = (n: number, letters = 60) => `<${n}.${'i'.repeat(letters)}@x.test>`
const address = (name: string) => ({ name, address: 'bob@receiver.test' })
const image = (contentId: string | undefined, contentLocation: string | undefined) => ({
  filename: 'a.png',
  type: 'image/png',
  content: Buffer.from('x'),
  contentId,
  contentLocation,
})
const originalWith = (...images: readonly ReturnType<typeof image>[]) => ({
  original: { html: `<p>${'x'.repeat(3_000)}`, text: 'y'.repeat(3_000), images },
})
const file = (filename: string, content: string) => ({
  filename,
  type: 'text/plain',
  content: Buffer.from(content),
})

const messages: Readonly<Record<string, Partial<OutgoingMessage>>> = {
  'a subject of one long word': { subject: 'x'.repeat(3_000) },
  'a subject as long as the form takes': { subject: 'x'.repeat(998) },
  'a long subject beyond ASCII': { subject: 'é'.repeat(3_000) },
  'a subject with half a character': { subject: `a\ud83d b\ude00 ${'x'.repeat(1_000)}` },
  'a reference longer than a line': { references: [id(1, 1_200), id(2)] },
  'an In-Reply-To longer than a line': { inReplyTo: id(1, 1_200) },
  'references beyond ASCII': { references: ['<é@x.test>'], inReplyTo: '<é@x.test>' },
  'many references': { references: Array.from({ length: 90 }, (_, n) => id(n)) },
  'a name of one long word': { to: [address('x'.repeat(1_200))] },
  'long names': { to: [address('漢'.repeat(900))], from: address('Ünï '.repeat(300)) },
  'names with quotes': { cc: [address('O"R \\ (x) '.repeat(100)), address('=?utf-8?Q?x?=')] },
  'many recipients': { bcc: Array.from({ length: 400 }, () => address('')) },
  'long file names': { attachments: [file('é'.repeat(255), 'x'), file('x'.repeat(255), 'x')] },
  'an attachment of one long line': { attachments: [file('a.txt', `é${'x'.repeat(3_000)}`)] },
  'a long Content-ID': originalWith(image('i'.repeat(1_200), undefined)),
  'a Content-ID beyond ASCII': originalWith(image('é@x', undefined)),
  'a long Content-Location': originalWith(image(undefined, `http://x/${'q'.repeat(2_000)}`)),
  'a Content-Location beyond ASCII': originalWith(image(undefined, 'http://x/é')),
  'a draft with much that was typed': {
    typed: { to: 'Ünï '.repeat(3_000), cc: '', bcc: '' },
  },
  'a draft of an answer in a mailbox with a long name': {
    draftOf: { mode: 'reply', mailbox: mailboxName('Ünï'.repeat(300)), uidValidity: 1n, uid: 3 },
  },
}

for (const [what, change] of Object.entries(messages)) {
  test(`${what}: lines of at most 998 octets, and of seven bits`, async (t) => {
    const lines = (await compose(change)).split('\r\n')

    t.deepEqual(
      lines.filter((line) => line.length > MAX_LINE_OCTETS || /[^\x00-\x7f]/.test(line)),
      [],
    )
  })
}

for (const subject of [
  'x'.repeat(998),
  `${'word '.repeat(10)}${'é'.repeat(900)}${'y'.repeat(900)}`,
  '=?utf-8?Q?evil?=',
  'About =?utf-8?Q?evil?= and é',
  '😀'.repeat(300),
]) {
  test(`the subject ${subject.slice(0, 30)}... is read as it was written`, async (t) => {
    const source = await compose({ subject })

    t.is(decodeHeaderText(field(source, 'subject') ?? ''), subject)
  })
}

test('of many references the first and the latest stay', async (t) => {
  const references = Array.from({ length: 90 }, (_, n) => id(n))

  const remaining = field(await compose({ references }), 'references')?.split(/\s+/)

  t.is(remaining?.[0], id(0))
  t.is(remaining?.at(-1), id(89))
  t.is(remaining?.length, 50)
})

test('long references take no more than a header may', async (t) => {
  const references = Array.from({ length: 40 }, (_, n) => id(n, 900))

  const remaining = field(await compose({ references }), 'references') ?? ''

  t.true(remaining.length <= 8_192, `${remaining.length} octets`)
  t.true(remaining.startsWith(id(0, 900)) && remaining.endsWith(id(39, 900)))
})

test('the origin of a draft is read back, however long its mailbox is called', async (t) => {
  const draftOf = {
    mode: 'reply',
    mailbox: mailboxName('Ünï'.repeat(300)),
    uidValidity: 1n,
    uid: 3,
  } as const

  const source = await compose({ draftOf })

  t.deepEqual(parseDraftOrigin(source.slice(0, source.indexOf('\r\n\r\n') + 2)), draftOf)
})

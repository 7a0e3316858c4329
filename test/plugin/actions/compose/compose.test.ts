import test from 'ava'
import { compose } from '../../../../plugin/actions/compose/compose.ts'
import type { InputOf } from '../../../../plugin/actions/index.ts'
import { emptyIdentity, type Identity } from '../../../../plugin/settings/identity.ts'
import type { Message } from '../../../../proxy/mail/model/message.ts'
import { rowOf } from '../../../support/actions/samples.ts'
import { messageOf, partOf } from '../../../support/actions/fake-account.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { oneMessage, someMessages } from '../../../support/actions/inputs.ts'

const me = { name: 'Me', address: 'User0001@example.test' }
const anna = { name: 'Anna', address: 'anna@example.org' }
const bea = { name: 'Bea', address: 'bea@example.org' }
const list = { name: '', address: 'list@example.org' }

async function composed(
  message: Message,
  input: InputOf<'compose'>,
  identity?: Omit<Identity, 'id' | 'version'>,
): Promise<Awaited<ReturnType<typeof compose.run>>> {
  const { context, mail } = fakeContext()
  mail.message = message
  if (identity !== undefined) {
    const fields = Object.entries(identity).map(([name, wanted]) => ({ name, seen: '', wanted }))
    await context.settings.saveIdentity('i1', fields, true)
  }
  return compose.run(input, context)
}

function quoting(mode: ReplyInput['mode'], reader?: ReplyInput['reader']): ReplyInput {
  return { ...oneMessage('INBOX', 3), mode, reader, charset: undefined }
}

type ReplyInput = Extract<InputOf<'compose'>, { readonly reader: unknown }>

function letter(
  summary: Partial<Message['row']['summary']>,
  changes: Partial<Message> = {},
): Message {
  return messageOf({ row: rowOf({ uid: 3, from: [anna], to: [me], ...summary }), ...changes })
}

test('a reply goes to the author', async (t) => {
  const result = await composed(letter({ to: [me, bea] }), quoting('reply'))

  t.deepEqual(result.to, [anna])
  t.deepEqual(result.cc, [])
})

test('a reply goes to Reply-To where there is one', async (t) => {
  t.deepEqual((await composed(letter({}, { replyTo: [list] }), quoting('reply'))).to, [list])
})

test('a reply leaves the own address out where Reply-To names others as well', async (t) => {
  const message = letter({}, { replyTo: [me, anna, bea] })

  t.deepEqual((await composed(message, quoting('reply'))).to, [anna, bea])
})

test('a reply to an own message goes to whom that went to', async (t) => {
  t.deepEqual((await composed(letter({ from: [me], to: [bea] }), quoting('reply'))).to, [bea])
})

test('what a form sends as its owner is answered to the visitor it names in Reply-To', async (t) => {
  const message = letter({ from: [me], to: [me] }, { replyTo: [anna] })

  t.deepEqual((await composed(message, quoting('reply'))).to, [anna])
  const toAll = await composed(message, quoting('reply-all'))
  t.deepEqual([toAll.to, toAll.cc], [[anna], []])
})

test('an own message that requests answers at an own identity continues to whom it went to', async (t) => {
  const message = letter({ from: [me], to: [bea] }, { replyTo: [list] })
  const identity = { ...emptyIdentity, address: me.address, replyTo: list.address }

  const { to } = await composed(message, quoting('reply'), identity)

  t.deepEqual(to, [bea])
})

test('a report without a return address is answered to no one', async (t) => {
  const daemon = { name: 'MAILER-DAEMON', address: '' }

  t.deepEqual((await composed(letter({ from: [daemon] }), quoting('reply'))).to, [])
})

test('a reply to all leaves out the own address and every address twice', async (t) => {
  const message = letter({ to: [me, bea, anna], cc: [list, bea] })

  const result = await composed(message, quoting('reply-all'))

  t.deepEqual(result.to, [anna])
  t.deepEqual(result.cc, [bea, list])
})

test('a reply quotes the text under who wrote it when', async (t) => {
  const message = letter({ date: Date.UTC(2026, 10, 21, 4, 0) }, { text: 'One\n\n> two\n' })

  const { text } = await composed(message, quoting('reply'))

  t.is(text, '\n\nOn 2026-11-21 04:00 UTC, Anna wrote:\n> One\n>\n>> two\n')
})

test('a message without plain text is quoted from its HTML', async (t) => {
  const { text } = await composed(
    letter({}, { text: undefined, html: '<p>Hi</p>' }),
    quoting('reply'),
  )

  t.true(text.includes('> text of <p>Hi</p>'))
})

test('Re: is put in front once', async (t) => {
  t.is((await composed(letter({ subject: 'Plan' }), quoting('reply'))).subject, 'Re: Plan')
  for (const subject of [
    'RE: Plan',
    'AW: Plan',
    'Antw: Re[2]: Plan',
    'SV: re : Aw: Plan',
    'Re：Plan',
  ]) {
    t.is((await composed(letter({ subject }), quoting('reply'))).subject, 'Re: Plan')
  }
  t.is((await composed(letter({ subject: 'Re:' }), quoting('reply'))).subject, 'Re: ')
  t.is((await composed(letter({ subject: 'Rent: x' }), quoting('reply'))).subject, 'Re: Rent: x')
})

test('Fwd: is put in front once', async (t) => {
  for (const subject of ['Plan', 'FW: Plan', 'WG: Fwd: Plan', 'Tr: Plan']) {
    t.is((await composed(letter({ subject }), quoting('forward'))).subject, 'Fwd: Plan')
  }
  t.is(
    (await composed(letter({ subject: 'Re: Plan' }), quoting('forward'))).subject,
    'Fwd: Re: Plan',
  )
})

test('a reply continues the thread', async (t) => {
  const message = letter({ messageId: '<c@x>' }, { references: ['<a@x>', '<b@x>'] })

  const result = await composed(message, quoting('reply'))

  t.is(result.inReplyTo, '<c@x>')
  t.deepEqual(result.references, ['<a@x>', '<b@x>', '<c@x>'])
})

test('a thread is started from In-Reply-To where References are missing', async (t) => {
  const message = letter({ messageId: '<c@x>' }, { inReplyTo: '<b@x>' })

  t.deepEqual((await composed(message, quoting('reply'))).references, ['<b@x>', '<c@x>'])
})

test('of a very long thread the beginning and the latest part are kept', async (t) => {
  const references = Array.from({ length: 80 }, (_, index) => `<${index}@x>`)

  const result = await composed(letter({ messageId: '<last@x>' }, { references }), quoting('reply'))

  t.is(result.references.length, 50)
  t.is(result.references[0], '<0@x>')
  t.is(result.references.at(-1), '<last@x>')
})

/** An attachment as it is answered. */
const listed = ({ id, type, filename, size }: ReturnType<typeof partOf>) => ({
  ...{ id, type, filename, size },
})

test('a forward keeps header, text and attachments, and has no recipient', async (t) => {
  const part = partOf('2')
  const message = letter({ subject: 'Plan', cc: [bea] }, { text: 'Body', attachments: [part] })

  const result = await composed(message, quoting('forward'))

  t.like(result, { subject: 'Fwd: Plan', to: [], cc: [] })
  t.deepEqual(result.attachments, [listed(part)])
  t.true(
    result.text.includes('From: Anna <anna@example.org>\nTo: Me <User0001@example.test>\nCc: Bea'),
  )
  t.true(result.text.endsWith('\n\nBody'))
})

test('a forward lists attachments by the names they go out with, a draft by those they have', async (t) => {
  const part = partOf('2', { filename: 'a:b*c?.txt' })
  const message = letter({}, { text: 'Body', attachments: [part] })

  t.like(await composed(message, quoting('forward')), { attachments: [{ filename: 'a_b_c_.txt' }] })
  t.like(await composed(message, quoting('draft')), { attachments: [{ filename: 'a:b*c?.txt' }] })
})

const [file, image] = [partOf('3'), partOf('2', { type: 'image/png', contentId: 'a' })]
const page = letter({}, { html: '<img src="cid:a">', attachments: [file], inlineParts: [image] })

test('images within a body that goes along as text are attachments', async (t) => {
  const plain = { ...page, composeId: 'compose-1' }

  t.deepEqual((await composed(plain, quoting('draft'))).attachments, [image, file].map(listed))
})

test('images within markup that is written on stay in it, in a draft and in a quote', async (t) => {
  const draft = await composed(page, quoting('draft'))
  const reply = await composed(page, quoting('reply'))

  t.like(draft, { html: 'clean <img src="cid:a">', attachments: [listed(file)] })
  t.deepEqual(reply.attachments, [])
  t.regex(reply.html ?? '', /<blockquote type="cite">clean <img src="cid:a"><\/blockquote>/)
})

test('a forward keeps HTML as it looks, with the images in it', async (t) => {
  const result = await composed(page, quoting('forward'))

  t.is(result.text, '')
  t.regex(result.original?.text ?? '', /Original message[^]*Hello$/)
  t.deepEqual(result.attachments, [listed(file)])
})

test('a forward of a message that was read in part holds the whole message as a file', async (t) => {
  const { original, attachments } = await composed(
    { ...page, isTruncated: true },
    quoting('forward'),
  )

  t.is(original, null)
  t.like(attachments, [{ id: 'message:3', type: 'message/rfc822' }])
})

test('a reply to a message that was read in part says in the quote that the rest is missing', async (t) => {
  const long = { ...letter({}, { text: 'One' }), isTruncated: true }

  const { text, isCut } = await composed(long, quoting('reply'))

  t.true(isCut)
  t.regex(text, /\n> One\n>\n> \[The message is very long; the rest of it is not quoted\]\n$/)
  t.false((await composed(letter({}, { text: 'One' }), quoting('reply'))).isCut)
})

test('a forward of a message with more parts than are listed holds the whole message as a file', async (t) => {
  const { original, attachments } = await composed({ ...page, partsLeftOut: 1 }, quoting('forward'))

  t.is(original, null)
  t.like(attachments, [{ id: 'message:3', type: 'message/rfc822' }])
})

test('messages are forwarded as files', async (t) => {
  const result = await composed(letter({ subject: 'Plan' }), {
    mode: 'attach',
    ...someMessages('INBOX', 3, 2),
  })

  t.like(result, { mode: 'forward', subject: 'Fwd: Plan', text: '' })
  t.deepEqual(
    result.attachments.map(({ id, filename }) => [id, filename]),
    [
      ['message:3', 'Plan.eml'],
      ['message:2', 'Plan.eml'],
    ],
  )
})

test('one file of a message is forwarded alone, and one that is not there is refused', async (t) => {
  const file = partOf('2', { filename: 'plan.pdf' })
  const message = letter({ subject: 'Plan' }, { attachments: [file] })
  const named = { mode: 'attach', ...someMessages('INBOX', 3) } as const

  const result = await composed(message, { ...named, partId: '2' })

  t.like(result, { mode: 'forward', subject: 'Fwd: Plan', text: '' })
  t.deepEqual(
    result.attachments.map(({ id, filename }) => [id, filename]),
    [['2', 'plan.pdf']],
  )
  await t.throwsAsync(composed(message, { ...named, partId: '3' }), { code: 'not_found' })
})

test('a quotation reports the time in the zone and the language of the user', async (t) => {
  const message = letter({ date: Date.UTC(2026, 10, 21, 23, 30) }, { text: 'One' })
  const inBerlin = (locale: string) => quoting('reply', { timeZone: 'Europe/Berlin', locale })

  t.regex(
    (await composed(message, inBerlin('en-GB'))).text,
    /On Sun,? 22 Nov 2026,? (?:at )?00:30, Anna wrote:/,
  )
  t.regex(
    (await composed(message, inBerlin('de'))).text,
    /Am So\.?,? 22\. Nov\.? 2026, 00:30 schrieb Anna:/,
  )
  t.regex((await composed(message, quoting('reply'))).text, /2026-11-21 23:30 UTC/)
})

test('a draft is reopened as it was', async (t) => {
  const message = letter(
    { subject: 'Half', to: [bea], cc: [anna] },
    {
      bcc: [list],
      text: 'Half a text',
      inReplyTo: '<a@x>',
      references: ['<a@x>'],
      draftOf: { mode: 'reply', mailbox: 'INBOX', uidValidity: 7n, uid: 1 },
      composeId: 'compose-1',
    },
  )

  t.like(await composed(message, quoting('draft')), {
    mode: 'draft',
    to: [bea],
    cc: [anna],
    bcc: [list],
    subject: 'Half',
    text: 'Half a text',
    inReplyTo: '<a@x>',
    composeId: 'compose-1',
    draftOf: { mode: 'reply', mailbox: 'INBOX', uidValidity: '7', uid: 1 },
    source: { mailbox: 'INBOX', uidValidity: '7', uid: 3 },
  })
})

test('a message is written again as a new one, with its recipients, text and files', async (t) => {
  const message = letter(
    { subject: 'Plan', from: [me], to: [bea], cc: [anna], messageId: '<a@x>' },
    {
      ...{ bcc: [list], text: 'All of it', composeId: 'compose-1', references: ['<b@x>'] },
      attachments: [file],
    },
  )

  t.like(await composed(message, quoting('as-new')), {
    ...{ mode: 'new', composeId: null, draftOf: null, inReplyTo: null, references: [] },
    ...{ to: [bea], cc: [anna], bcc: [list], subject: 'Plan', text: 'All of it', html: null },
    attachments: [listed(file)],
    source: { mailbox: 'INBOX', uidValidity: '7', uid: 3 },
  })
})

test('a message written again has its looks with their images, and what it forwards', async (t) => {
  const changes = { composeId: 'compose-1', hasOriginal: true }

  t.like(await composed(page, quoting('as-new')), {
    html: 'clean <img src="cid:a">',
    attachments: [listed(file)],
  })
  t.regex(
    (await composed({ ...page, ...changes }, quoting('as-new'))).html ?? '',
    /<img src="cid:a">/,
  )
})

test('a message written again that was read in part says so', async (t) => {
  const { html, isCut } = await composed({ ...page, isTruncated: true }, quoting('as-new'))

  t.is(html, null)
  t.true(isCut)
})

test('what was typed as recipients of a draft is there again', async (t) => {
  const typed = { to: 'bea@@x', cc: '', bcc: '' }

  t.like(await composed(letter({}, { typed }), quoting('draft')), { typed })
})

test('who has an address that must be quoted can be answered', async (t) => {
  const from = [{ name: 'Ada', address: '"a b"@example.org' }]
  const dotted = { name: '', address: 'ada.@docomo.ne.jp' }

  const { to, cc } = await composed(letter({ from, cc: [dotted] }), quoting('reply-all'))

  t.deepEqual(to, from)
  t.deepEqual(cc, [dotted])
})

test('a reply to a message that says it is a draft is a message of its own', async (t) => {
  const message = letter({ from: [anna] }, { composeId: 'compose-1' })

  t.like(await composed(message, quoting('reply')), { composeId: null })
})

test('a new message starts with the address it was requested', async (t) => {
  const { context, mail } = fakeContext()

  const result = await compose.run({ mode: 'new', to: 'bea@example.org', subject: '' }, context)

  t.like(result, { kind: 'compose', mode: 'new', to: [{ name: '', address: 'bea@example.org' }] })
  t.deepEqual(mail.calls, [])
})

test('a draft opens as HTML where that is what was written, here or by another program', async (t) => {
  const html = '<b>Text</b>'
  const opened = async (changes: Partial<Message>) =>
    (await composed(letter({}, { html, ...changes }), quoting('draft'))).html

  t.is(await opened({ composeId: 'compose-1', isFormatted: true }), 'clean <b>Text</b>')
  t.is(await opened({ composeId: undefined }), 'clean <b>Text</b>')
  t.is(await opened({ composeId: 'compose-1' }), null)
})

test('a reply is rich text where the message is HTML, and plain for one of plain text', async (t) => {
  t.regex(
    (await composed(letter({}, { html: '<b>x</b>' }), quoting('reply'))).html ?? '',
    /<blockquote type="cite">clean <b>x<\/b>/,
  )
  t.is((await composed(letter({}, { html: undefined }), quoting('reply'))).html, null)
})

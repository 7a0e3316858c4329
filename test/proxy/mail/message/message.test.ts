import { buffer, text } from 'node:stream/consumers'
import test from 'ava'
import { composeSource } from '../../../../proxy/mail/submission/build-message.ts'
import { outgoing } from '../submission/outgoing.ts'
import { startDovecot, type Dovecot } from '../../../support/dovecot/dovecot.ts'
import { sampleMessage } from '../../../support/sample-messages.ts'
import { openAccount, otherClient, patient, request } from '../engine.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

let dovecot: Dovecot
let mailboxes = 0

test.before(async () => {
  dovecot = await startDovecot({ users: 40 })
})
test.after.always(() => dovecot.stop())

/** A mailbox of its own for the test, with these messages. */
async function mailboxWith(...messages: readonly (string | Buffer)[]): Promise<number> {
  mailboxes += 1
  const n = mailboxes
  for (const raw of messages) await dovecot.deliver(dovecot.userName(n), { raw })
  return n
}

function lines(...parts: readonly string[]): string {
  return `${parts.join('\r\n')}\r\n`
}

test('the text and the HTML of an alternative are both read', async (t) => {
  const n = await mailboxWith(sampleMessage(4, 'a@example.test'))
  const message = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.regex(message.text ?? '', /this is message number 4/)
  t.regex(message.html ?? '', /<b>4<\/b>/)
  t.deepEqual(message.attachments, [])
  t.false(message.isTruncated)
})

test('a draft reports what it answers, which composed message it is, and what was typed as recipients', async (t) => {
  const draftOf = {
    mode: 'reply-all',
    mailbox: mailboxName('Entwürfe'),
    uidValidity: 4_294_967_295n,
    uid: 7,
  } as const
  const typed = { to: `bea@@x, \u00c5sa ${'x'.repeat(2_000)}`, cc: 'half "a', bcc: '' }
  const { source } = await composeSource(outgoing({ draftOf, composeId: 'compose-1', typed }), {
    keepBcc: true,
    hostname: 'webmail.example.test',
    now: () => Date.UTC(2026, 10, 21),
    random: (bytes) => Buffer.alloc(bytes, 1),
  })
  const n = await mailboxWith(source)

  const message = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.deepEqual(message.draftOf, draftOf)
  t.is(message.composeId, 'compose-1')
  t.deepEqual(message.typed, typed)
})

test('an attachment is named and is not the body', async (t) => {
  const n = await mailboxWith(sampleMessage(6, 'a@example.test'))
  const account = openAccount(t, dovecot, n)
  const message = await account.message('INBOX', 1, patient)

  t.like(message.attachments[0], { id: '2', type: 'text/csv', filename: 'report-6.csv' })
  t.is(message.html, undefined)
  const { stream, part } = await account.part('INBOX', 1, '2', patient)
  t.is(part.filename, 'report-6.csv')
  t.is(await text(stream), 'number,square\r\n6,36\r\n')
})

test('reading a message does not mark it as seen', async (t) => {
  const n = await mailboxWith(sampleMessage(0, 'a@example.test'))
  const account = openAccount(t, dovecot, n)

  await account.message('INBOX', 1, patient)
  await text(await account.source('INBOX', 1, patient))

  const page = await account.page(request(), patient)
  t.false(page.rows[0]?.flags.includes('\\Seen'))
})

test('a charset, quoted-printable and encoded words are decoded', async (t) => {
  const n = await mailboxWith(
    lines(
      'From: =?iso-8859-1?Q?J=FCrgen_M=FCller?= <j@example.org>',
      'Subject: =?utf-8?B?R3LDvMOf?=',
      ' =?utf-8?Q?e_aus_K=C3=B6ln?=',
      'References: <a@example.org>',
      ' <b@example.org>',
      'In-Reply-To: <b@example.org>',
      'Content-Type: text/plain; charset=windows-1251',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '=CF=F0=E8=E2=E5=F2, =',
      '=EC=E8=F0',
    ),
  )
  const message = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.is(message.row.summary.subject, 'Grüße aus Köln')
  t.deepEqual(message.row.summary.from, [{ name: 'Jürgen Müller', address: 'j@example.org' }])
  t.is(message.text?.trim(), 'Привет, мир')
  t.deepEqual(message.references, ['<a@example.org>', '<b@example.org>'])
  t.is(message.inReplyTo, '<b@example.org>')
})

test('a message tells whom mail servers delivered it to', async (t) => {
  const n = await mailboxWith(
    lines(
      'Delivered-To: box@example.test',
      'X-Original-To: info@example.test',
      'Delivered-To: info@example.test',
      'To: list@example.org',
      'Subject: News',
      '',
      'Text.',
    ),
  )

  const { deliveredTo } = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.deepEqual(deliveredTo, ['info@example.test', 'box@example.test', 'info@example.test'])
})

test('images an HTML body names are kept apart from attachments', async (t) => {
  const n = await mailboxWith(
    lines(
      'Subject: related',
      'MIME-Version: 1.0',
      'Content-Type: multipart/related; boundary=r',
      '',
      '--r',
      'Content-Type: text/html',
      '',
      '<img src="cid:logo@x">',
      '--r',
      'Content-Type: image/png',
      'Content-ID: <logo@x>',
      'Content-Transfer-Encoding: base64',
      '',
      'iVBORw0KGgo=',
      '--r--',
    ),
  )
  const account = openAccount(t, dovecot, n)
  const message = await account.message('INBOX', 1, patient)

  t.regex(message.html ?? '', /cid:logo@x/)
  t.deepEqual(message.attachments, [])
  t.like(message.inlineParts[0], { id: '2', contentId: 'logo@x', type: 'image/png' })
  t.false((await account.page(request(), patient)).rows[0]?.summary.hasAttachment)
})

test('a message inside a message is shown below it, and is an attachment with its own bytes', async (t) => {
  const inner = lines('Subject: inner', '', 'inner text')
  const n = await mailboxWith(
    lines(
      'Subject: outer',
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: text/plain',
      '',
      'outer text',
      '--m',
      'Content-Type: message/rfc822',
      '',
      `${inner}--m--`,
    ),
  )
  const account = openAccount(t, dovecot, n)
  const message = await account.message('INBOX', 1, patient)

  t.is(message.text?.trim(), 'outer text\n\nSubject: inner\n\ninner text')
  t.like(message.attachments[0], { id: '2', type: 'message/rfc822' })
  const { stream } = await account.part('INBOX', 1, '2', patient)
  t.regex(await text(stream), /^Subject: inner\r\n\r\ninner text/)
})

test('a multipart whose boundary never comes shows what is there', async (t) => {
  const n = await mailboxWith(
    lines('Content-Type: multipart/mixed; boundary=never', '', 'Words without a boundary'),
    lines(
      'Content-Type: multipart/mixed; boundary=a',
      '',
      '--a',
      'Content-Type: multipart/alternative; boundary=never',
      '',
      'Words within',
      '--a--',
    ),
    lines('Content-Type: multipart/mixed; boundary=a', '', '--a', '', '', '--a--'),
  )
  const account = openAccount(t, dovecot, n)

  t.is((await account.message('INBOX', 1, patient)).text?.trim(), 'Words without a boundary')
  t.is((await account.message('INBOX', 2, patient)).text?.trim(), 'Words within')
  t.is((await account.message('INBOX', 3, patient)).text, '')
})

test('text above a page is shown above it', async (t) => {
  const n = await mailboxWith(
    lines(
      'Content-Type: multipart/mixed; boundary=a',
      '',
      '--a',
      '',
      'Look at <this>',
      '--a',
      'Content-Type: text/html',
      '',
      '<p>Page</p>',
      '--a--',
    ),
  )

  const { html, attachments } = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.regex(html ?? '', /Look at &lt;this>[^]*<p>Page<\/p>/)
  t.deepEqual(attachments, [])
})

test('what follows a file in the middle of a letter, and the footer of a list, are shown below', async (t) => {
  const letter = [
    ...[
      'Subject: Around a file',
      'MIME-Version: 1.0',
      'Content-Type: multipart/mixed; boundary="m"',
    ],
    ...['', '--m', 'Content-Type: text/html', '', '<html><body><p>Before</p></body></html>'],
    ...['--m', 'Content-Type: application/pdf; name="plan.pdf"', '', '%PDF'],
    ...['--m', 'Content-Type: text/html', '', '<html><body><p>Behind</p></body></html>'],
    ...['--m', 'Content-Type: text/plain', '', 'List footer <list@example.test>', '--m--'],
  ]
  const n = await mailboxWith(lines(...letter))

  const message = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.regex(message.html ?? '', /Before[^]*Behind[^]*List footer &lt;list@example.test>/)
  t.deepEqual(
    message.attachments.map(({ filename }) => filename),
    ['plan.pdf'],
  )
  t.false(message.isTruncated)
})

test('text of a kind that no one knows is read as text, and what is for programs is a file', async (t) => {
  const types = ['text/markdown', 'text/x-unheard', 'text/calendar']
  const n = await mailboxWith(
    ...types.map((type) => lines(`Content-Type: ${type}; charset=utf-8`, '', '# Words')),
  )
  const account = openAccount(t, dovecot, n)

  const [markdown, unheard, calendar] = await Promise.all(
    [1, 2, 3].map((uid) => account.message('INBOX', uid, patient)),
  )

  t.is(markdown?.text?.trim(), '# Words')
  t.is(unheard?.text?.trim(), '# Words')
  t.falsy(calendar?.text)
  t.deepEqual(
    calendar?.attachments.map(({ type }) => type),
    ['text/calendar'],
  )
})

test('the soft line breaks of flowed text are joined', async (t) => {
  const n = await mailboxWith(
    lines(
      'Content-Type: text/plain; format=flowed; delsp=yes',
      '',
      'One para ',
      'graph',
      '>> quoted ',
      '>> text',
      '-- ',
      'Ada',
    ),
    lines('Content-Type: text/plain', '', 'Not ', 'flowed'),
  )
  const account = openAccount(t, dovecot, n)

  t.is(
    (await account.message('INBOX', 1, patient)).text,
    'One paragraph\n> > quotedtext\n-- \nAda\n',
  )
  t.is((await account.message('INBOX', 2, patient)).text, 'Not \r\nflowed\r\n')
})

test('parts without a name are given one, and sizes are those of the files', async (t) => {
  const file = Buffer.alloc(100_000, 'x')
  const n = await mailboxWith(
    lines(
      'Content-Type: multipart/mixed; boundary=m',
      '',
      '--m',
      'Content-Type: application/pdf',
      'Content-Transfer-Encoding: base64',
      '',
      (file.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
      '--m',
      'Content-Type: message/rfc822',
      '',
      'Subject: Lunch? Yes/No',
      '',
      'Hi',
      '--m',
      'Content-Type: application/pkcs7-signature',
      '',
      'x',
      '--m--',
    ),
  )

  const { attachments } = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

  t.deepEqual(
    attachments.map(({ filename }) => filename),
    ['part-1.pdf', 'Lunch_ Yes_No.eml', 'smime.p7s'],
  )
  const [pdf] = attachments
  t.true(pdf !== undefined && pdf.size >= 100_000 && pdf.size <= 100_002, String(pdf?.size))
})

test('a message with more parts than are read says how many are left out', async (t) => {
  const parts = Array.from({ length: 2_500 }, (_, n) => [
    '--m',
    `Content-Type: x/y; name=${n}`,
    '',
    '',
  ])
  const n = await mailboxWith(
    lines('Content-Type: multipart/mixed; boundary=m', '', ...parts.flat(), '--m--'),
    sampleMessage(0, 'a@example.test'),
  )
  const account = openAccount(t, dovecot, n)

  const [cut, whole] = [
    await account.message('INBOX', 1, patient),
    await account.message('INBOX', 2, patient),
  ]

  t.is(cut.attachments.length + cut.partsLeftOut, 2_500)
  t.true(cut.partsLeftOut > 0)
  t.is(whole.partsLeftOut, 0)
})

test('a body over its limit is cut and says so', async (t) => {
  const n = await mailboxWith(lines('Subject: long', '', 'word '.repeat(20_000)))
  const account = openAccount(t, dovecot, n, { maxTextBytes: 1_000 })

  const message = await account.message('INBOX', 1, patient)

  t.true(message.isTruncated)
  t.is(message.text?.length, 1_000)
})

test('a large part and its source arrive byte for byte', async (t) => {
  const content = Buffer.alloc(1_500_000)
  for (let index = 0; index < content.length; index += 1) content[index] = (index * 31) & 0xff
  const source = lines(
    'Subject: large',
    'MIME-Version: 1.0',
    'Content-Type: application/octet-stream; name=large.bin',
    'Content-Transfer-Encoding: base64',
    '',
    (content.toString('base64').match(/.{1,76}/g) ?? []).join('\r\n'),
  )
  const n = await mailboxWith(source)
  const account = openAccount(t, dovecot, n)

  const { stream } = await account.part('INBOX', 1, '1', patient)
  t.true(content.equals(await buffer(stream)))
  const raw = await buffer(await account.source('INBOX', 1, patient))
  t.is(raw.toString('latin1'), source)
})

test('lists are answered while a reader has stopped in the middle of a download', async (t) => {
  const n = await mailboxWith(lines('Subject: big', '', 'x'.repeat(2_000_000)))
  const account = openAccount(t, dovecot, n)
  const source = await account.source('INBOX', 1, patient)
  const reader = source[Symbol.asyncIterator]()
  const piece = await reader.next()

  const page = await account.page(request(), patient)
  const counts = await account.counts(patient)

  t.is(page.total, 1)
  t.is(counts[0]?.path, 'INBOX')
  t.true(piece.done === false && piece.value.length < 600_000)
})

test('a download of a message that is expunged meanwhile ends with an error', async (t) => {
  const n = await mailboxWith(lines('Subject: big', '', 'x'.repeat(2_000_000)))
  const account = openAccount(t, dovecot, n)
  const source = await account.source('INBOX', 1, patient)
  const reader = source[Symbol.asyncIterator]()
  await reader.next()

  await account.remove('INBOX', [1], patient)

  await t.throwsAsync(reader.next(), { name: 'MailFault', code: 'message_not_found' })
})

test('a message that is not there is distinguished from an outage', async (t) => {
  const n = await mailboxWith(sampleMessage(0, 'a@example.test'))
  const account = openAccount(t, dovecot, n)

  await t.throwsAsync(account.message('INBOX', 4_711, patient), { code: 'message_not_found' })
  await t.throwsAsync(account.part('INBOX', 1, '9.9', patient), { code: 'message_not_found' })
  await t.throwsAsync(account.source('INBOX', 4_711, patient), { code: 'message_not_found' })
})

test('broken MIME is read as far as it makes sense', async (t) => {
  const n = await mailboxWith(
    lines('Content-Type: multipart/mixed; boundary=', '', 'no boundary'),
    lines('Content-Type: multipart/mixed; boundary=never', '', 'never used'),
    lines('Content-Type: ;;;', 'Content-Transfer-Encoding: nonsense', '', 'what is this'),
    lines('Content-Type: text/plain; charset=no-such-charset', '', 'na\u00efve'),
    '\r\n',
    'Subject: =?utf-8?B?####?= =?x?Z?y?=\r\n\r\n',
    lines('Date: yesterday', 'From: @@@ <<>>', 'To: undisclosed-recipients:;', '', 'x'),
    `Subject: deep\r\n${nested(60)}`,
  )
  const account = openAccount(t, dovecot, n)
  const page = await account.page(request(), patient)

  t.is(page.rows.length, 8)
  for (const { summary } of page.rows) {
    const message = await account.message('INBOX', summary.uid, patient)
    t.is(message.row.summary.uid, summary.uid)
  }
})

function nested(depth: number): string {
  let body = 'Content-Type: text/plain\r\n\r\ninnermost\r\n'
  for (let level = 0; level < depth; level += 1) {
    body = `Content-Type: multipart/mixed; boundary="b${level}"\r\n\r\n--b${level}\r\n${body}\r\n--b${level}--\r\n`
  }
  return body
}

test('a message another client expunged is not found, and the list continues without it', async (t) => {
  const n = await mailboxWith(
    sampleMessage(0, 'a@example.test'),
    sampleMessage(1, 'a@example.test'),
  )
  const account = openAccount(t, dovecot, n)
  await account.page(request(), patient)
  const other = await otherClient(t, dovecot, n)
  await other.mailboxOpen('INBOX')
  await other.messageDelete('1', { uid: true })

  await t.throwsAsync(account.message('INBOX', 1, patient), { code: 'message_not_found' })
  t.is((await account.page(request(), patient)).rows.length, 1)
})

for (const [what, type, encoding, body] of [
  ['quoted-printable', 'text/plain', 'quoted-printable', 'See =00000 here'],
  ['base64', 'text/plain', 'base64', Buffer.from('See \x00000 here').toString('base64')],
  ['HTML', 'text/html', 'quoted-printable', '<p>See =00000 here</p>'],
] as const) {
  test(`a NUL is nothing in a text: ${what}`, async (t) => {
    const n = await mailboxWith(
      lines(
        'Subject: bounce',
        `Content-Type: ${type}`,
        `Content-Transfer-Encoding: ${encoding}`,
        '',
        body,
      ),
    )

    const message = await openAccount(t, dovecot, n).message('INBOX', 1, patient)

    t.regex(`${message.text ?? ''}${message.html ?? ''}`, /See 000 here/)
  })
}

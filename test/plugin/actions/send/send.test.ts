import test from 'ava'
import { send } from '../../../../plugin/actions/send/send.ts'
import type { WritingContext } from '../../../../plugin/actions/contract/contexts.ts'
import type { SendInput } from '../../../../plugin/actions/compose/send-input.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import type { OutgoingMessage } from '../../../../proxy/mail/submission/submission.ts'
import { MailFault } from '../../../../proxy/mail/model/mail-fault.ts'
import { partOf } from '../../../support/actions/fake-account.ts'
import { fakeContext, fakeSubmission } from '../../../support/actions/fake-context.ts'
import { oneMessage, sendInput } from '../../../support/actions/inputs.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

function post(context: WritingContext, changes: Partial<SendInput> = {}) {
  const { files, ...input } = sendInput(changes)
  return send.run(input, { ...context, files })
}

async function refusalOf(sending: Promise<unknown>): Promise<string | undefined> {
  try {
    await sending
    return undefined
  } catch (error) {
    return error instanceof Refusal ? error.code : String(error)
  }
}

test('a message is sent and a copy filed as seen in Sent', async (t) => {
  const { context, mail, sent } = fakeContext()

  const result = await post(context, { bcc: 'cy@example.org' })

  t.like(sent[0], {
    from: { name: '', address: 'user0001@example.test' },
    to: [{ name: 'Bea', address: 'bea@example.org' }],
    subject: 'Hello',
    text: 'Text',
  })
  t.deepEqual(
    mail.calls.find(([verb]) => verb === 'append'),
    ['append', 'Sent', 'Bcc: cy@example.org\r\nSubject: Hello\r\n', ['\\Seen']],
  )
  t.like(result, { isDraft: false, filedIn: 'Sent', filed: { mailbox: 'Sent', uid: 77 } })
})

test('what was written as HTML goes out sanitized, with its words as the plain form', async (t) => {
  const { context, sent } = fakeContext()

  await post(context, { text: '', html: '<b>Text</b>' })

  t.like(sent[0], { text: 'text of clean <b>Text</b>', html: 'clean <b>Text</b>' })
})

test('spaces that an editor keeps by not breaking them are spaces in the plain form', async (t) => {
  const { context, sent } = fakeContext()

  await post(context, { text: '', html: 'a\u00a0 b' })

  t.like(sent[0], { text: 'text of clean a  b', html: 'clean a\u00a0 b' })
})

test('a second click answers the first send', async (t) => {
  const { context, sent } = fakeContext()

  const [first, second] = await Promise.all([post(context), post(context)])
  const third = await post(context)

  t.is(sent.length, 1)
  t.deepEqual(second, first)
  t.deepEqual(third, first)
})

test('a send that failed may be tried again', async (t) => {
  const working = fakeContext()
  const broken = {
    ...working.context,
    submission: {
      ...fakeSubmission([]),
      send: () => Promise.reject(new MailFault('unavailable', 'connection refused')),
    },
  }

  await t.throwsAsync(() => post(broken), { instanceOf: MailFault })
  await post(working.context)

  t.is(working.sent.length, 1)
})

test('the same compose id of another account is another message', async (t) => {
  const { context, sent } = fakeContext()
  const other = { ...context, account: { ...context.account, user: 'other@example.test' } }

  await post(context)
  await post(other)

  t.is(sent.length, 2)
})

test('a copy that could not be filed does not make a sent message look failed', async (t) => {
  const { context, mail } = fakeContext()
  mail.broken.add('append')

  const draft = { mode: 'draft', source: oneMessage('Drafts', 9) } as const
  t.like(await post(context, draft), { isDraft: false, filedIn: null, isCopyPending: true })
  t.false(mail.calls.some(([verb]) => verb === 'remove'))
})

test('a copy that is requested again is searched for before it is filed', async (t) => {
  const { context, mail, sent } = fakeContext()
  mail.broken.add('append')
  await post(context)
  mail.broken.delete('append')

  const result = await post(context, { isCopyOnly: true })

  t.like(result, { filed: { mailbox: 'Sent', uid: 1 }, isCopyPending: false })
  t.deepEqual(
    mail.calls.find(([verb]) => verb === 'matchingUids'),
    [
      'matchingUids',
      'Sent',
      {
        search: { text: '<1@example.test>', fields: ['message-id'], filter: 'all' },
        flags: undefined,
      },
    ],
  )
  t.is(mail.calls.filter(([verb]) => verb === 'append').length, 1)
  t.is(sent.length, 1)
})

const source = { mailbox: mailboxName('INBOX'), uidValidity: 7n, uid: 3 }

for (const [mode, flag] of [
  ['reply', '\\Answered'],
  ['reply-all', '\\Answered'],
  ['forward', '$Forwarded'],
] as const) {
  test(`a sent ${mode} marks its source ${flag}`, async (t) => {
    const { context, mail } = fakeContext()

    await post(context, { mode, source, origin: { mode, ...source } })

    t.deepEqual(mail.heldTo, [7n])
    t.deepEqual(
      mail.calls.find(([verb]) => verb === 'setFlags'),
      ['setFlags', 'INBOX', [3], { add: [flag], remove: [] }],
    )
  })
}

test('a sent draft is removed from Drafts', async (t) => {
  const { context, mail } = fakeContext()

  await post(context, { mode: 'draft', source: oneMessage('Drafts', 9) })

  t.deepEqual(
    mail.calls.find(([verb]) => verb === 'remove'),
    ['remove', 'Drafts', [9]],
  )
})

const draftOfReply = {
  mode: 'draft',
  source: oneMessage('Drafts', 9),
  origin: { mode: 'reply', ...source },
} as const

test('a reply that was a draft meanwhile marks what it answers', async (t) => {
  const { context, mail } = fakeContext()

  await post(context, draftOfReply)

  t.true(mail.heldTo.includes(7n))
  t.deepEqual(
    mail.calls.find(([verb]) => verb === 'setFlags'),
    ['setFlags', 'INBOX', [3], { add: ['\\Answered'], remove: [] }],
  )
})

test('a draft that remembers nothing that it answers marks nothing', async (t) => {
  const { context, mail } = fakeContext()

  await post(context, { ...draftOfReply, origin: undefined })

  t.is(
    mail.calls.find(([verb]) => verb === 'setFlags'),
    undefined,
  )
})

test('a stored draft of a reply remembers what it answers and which message it is', async (t) => {
  const built: OutgoingMessage[] = []
  const submission = fakeSubmission([])
  const { context } = fakeContext({
    submission: {
      ...submission,
      build: (message, options) => {
        built.push(message)
        return submission.build(message, options)
      },
    },
  })

  await post(context, {
    mode: 'reply',
    source,
    origin: { mode: 'reply', ...source },
    isDraft: true,
  })

  t.deepEqual(built[0]?.draftOf, { mode: 'reply', mailbox: 'INBOX', uidValidity: 7n, uid: 3 })
  t.is(built[0]?.composeId, 'compose-1')
})

test('a message outside Drafts is never removed, whatever the form says', async (t) => {
  const { context, mail } = fakeContext()

  await post(context, { mode: 'draft', source: oneMessage('INBOX', 3) })

  t.false(mail.calls.some(([verb]) => verb === 'remove'))
})

const formerDraft = { isDraft: true, mode: 'draft', source: oneMessage('Drafts', 9) } as const

test('saving a draft files the new version before the former goes', async (t) => {
  const { context, mail, sent } = fakeContext()

  const result = await post(context, { ...formerDraft, to: '' })

  t.is(sent.length, 0)
  t.like(result, { isDraft: true, filedIn: 'Drafts', filed: { mailbox: 'Drafts', uid: 77 } })
  const verbs = mail.calls
    .map(([verb]) => verb)
    .filter((verb) => verb === 'append' || verb === 'remove')
  t.deepEqual(verbs, ['append', 'remove'])
})

test('what a save without a response may have stored is looked for by its id, and removed', async (t) => {
  const { context, mail } = fakeContext()

  await post(context, { isDraft: true, saveId: 'save-two', unansweredSaves: ['save-one'] })

  const search = { text: '<save-one.', fields: ['message-id'], filter: 'all' }
  t.deepEqual(
    mail.calls.filter(([verb]) => verb === 'matchingUids' || verb === 'remove'),
    [
      ['matchingUids', 'Drafts', { search, flags: undefined }],
      ['remove', 'Drafts', [1]],
    ],
  )
})

test('a draft whose former version an outage has left says so', async (t) => {
  const { context, mail } = fakeContext()
  mail.broken.add('remove')

  const result = await post(context, formerDraft)

  t.like(result, { filed: { mailbox: 'Drafts', uid: 77 }, draftLeft: 'unavailable' })
})

test('a message whose draft an outage has left is requested again until the draft is deleted', async (t) => {
  const { context, mail, sent } = fakeContext()
  const draft = { mode: 'draft', source: oneMessage('Drafts', 9) } as const
  mail.broken.add('remove')

  const first = await post(context, draft)
  mail.broken.delete('remove')
  const second = await post(context, { ...draft, isCopyOnly: true })

  t.deepEqual([first.isCopyPending, second.isCopyPending], [true, false])
  t.deepEqual(
    mail.calls.filter(([verb]) => verb === 'append' || verb === 'remove'),
    [
      ['append', 'Sent', 'Subject: Hello\r\n', ['\\Seen']],
      ['remove', 'Drafts', [9]],
      ['remove', 'Drafts', [9]],
    ],
  )
  t.is(sent.length, 1)
})

test('a draft that could not be filed is a failure and keeps the former version', async (t) => {
  const { context, mail } = fakeContext()
  mail.broken.add('append')

  await t.throwsAsync(() => post(context, formerDraft), { instanceOf: MailFault })

  t.false(mail.calls.some(([verb]) => verb === 'remove'))
})

test('without an address of the sender nothing is sent, and a draft is saved without one', async (t) => {
  const { context, mail, sent } = fakeContext({ ownAddress: undefined })

  const refusal = await refusalOf(post(context))
  const draft = await post(context, { isDraft: true })

  t.is(refusal, 'sender_unknown')
  t.is(sent.length, 0)
  t.like(draft, { isDraft: true, filedIn: 'Drafts' })
  t.is(mail.calls.filter(([verb]) => verb === 'append').length, 1)
})

const sixAddresses = Array.from({ length: 6 }, (_, at) => `a${at}@example.org`).join(', ')

test('a draft is saved whatever is in its address fields', async (t) => {
  const built: OutgoingMessage[] = []
  const defaultSubmission = fakeSubmission([])
  const { context } = fakeContext({
    submission: {
      ...defaultSubmission,
      build(message, options) {
        built.push(message)
        return defaultSubmission.build(message, options)
      },
    },
  })
  const fields = { to: 'bea@@x, ann@example.org', cc: sixAddresses, bcc: 'half "a' }

  const draft = await post(context, { isDraft: true, ...fields })

  t.like(draft, { isDraft: true, filedIn: 'Drafts' })
  t.like(built[0], { to: [{ name: '', address: 'ann@example.org' }], bcc: [], typed: fields })
  t.is(built[0]?.cc.length, 5)
})

test('an address that cannot be used is named', async (t) => {
  const { context } = fakeContext()

  const refusal = await t.throwsAsync(post(context, { cc: 'a@example.org, b@@x' }))

  t.like(refusal, { code: 'recipient_invalid', about: 'b@@x' })
})

for (const [where, fields] of [
  ['in one field', { to: sixAddresses, cc: '' }],
  [
    'in all fields together',
    { to: 'a@example.org, b@example.org', cc: sixAddresses.slice(0, -16) },
  ],
] as const) {
  test(`more recipients than the limit ${where} are told with the limit, and nothing is sent`, async (t) => {
    const { context, sent } = fakeContext()

    const refusal = await t.throwsAsync(post(context, fields))

    t.like(refusal, { code: 'recipients_too_many', about: '5' })
    t.is(sent.length, 0)
  })
}

const missingUses = [
  ['drafts', true, 'Drafts'],
  ['sent', false, 'Sent'],
] as const

for (const [use, isDraft, made] of missingUses) {
  test(`the mailbox for ${use} is made when there is none, and made again when it has just gone`, async (t) => {
    const { context, mail } = fakeContext()
    mail.mailboxes = mail.mailboxes.filter(({ specialUse }) => specialUse !== use)
    let isDeleted = true
    mail.onAppend = () => {
      if (isDeleted) {
        isDeleted = false
        throw new MailFault('mailbox_not_found', '[TRYCREATE] No such mailbox')
      }
    }

    const result = await post(context, { isDraft })

    t.is(result.filedIn, made)
    t.deepEqual(
      mail.calls.filter(([verb]) => verb === 'createMailbox'),
      [
        ['createMailbox', undefined, made, use],
        ['createMailbox', undefined, made, use],
      ],
    )
  })
}

const refusedRecipients = [
  ['no recipient at all', { to: '' }],
  ['an address without a domain', { to: 'bea' }],
  ['one bad address among good ones', { cc: 'a@example.org, b@@example.org' }],
] as const

for (const [what, fields] of refusedRecipients) {
  test(`${what} is refused and nothing is sent`, async (t) => {
    const { context, sent } = fakeContext()

    t.is(await refusalOf(post(context, fields)), 'recipient_invalid')
    t.is(sent.length, 0)
  })
}

test('uploads and kept parts of the source go along', async (t) => {
  const { context, mail, sent } = fakeContext()
  const stored = Buffer.from('kept')
  mail.parts = new Map([['2', { part: partOf('2'), content: stored }]])
  const file = { filename: 'a.txt', type: 'text/plain', content: Buffer.from('new') }
  const forward = { mode: 'forward', source: oneMessage('INBOX', 3), keptParts: ['2'] } as const

  await post(context, { ...forward, files: [file] })

  t.deepEqual(sent[0]?.attachments, [
    file,
    { filename: 'report.pdf', type: 'application/pdf', content: stored },
  ])
})

for (const [filename, expected] of [
  ['..', 'part-2'],
  ['a:b*c?.txt', 'a_b_c_.txt'],
  ['../../etc/passwd', '_.._etc_passwd'],
] as const) {
  test(`a forwarded attachment called ${filename} has the name it is downloaded by`, async (t) => {
    const { context, mail, sent } = fakeContext()
    mail.parts = new Map([['2', { part: partOf('2', { filename }), content: Buffer.from('kept') }]])
    const source = { source: oneMessage('INBOX', 3), keptParts: ['2'] }

    await post(context, { ...source, mode: 'forward' })

    t.is(sent[0]?.attachments[0]?.filename, expected)
  })
}

test('attachments beyond the limit are refused, uploads and kept parts together', async (t) => {
  const { context, mail, sent } = fakeContext()
  mail.parts = new Map([['2', { part: partOf('2'), content: Buffer.alloc(600) }]])
  const file = { filename: 'a.bin', type: 'application/octet-stream', content: Buffer.alloc(600) }
  const forward = { mode: 'forward', source: oneMessage('INBOX', 3), keptParts: ['2'] } as const

  t.is(await refusalOf(post(context, { ...forward, files: [file] })), 'body_too_large')
  t.is(sent.length, 0)
})

for (const code of ['message_not_found', 'mailbox_not_found', 'mailbox_replaced'] as const) {
  for (const isDraft of [true, false]) {
    const what = isDraft ? 'a draft' : 'a message'
    test(`${what} whose files were in something that is missing (${code}) says that it is about them`, async (t) => {
      const { context, sent } = fakeContext()
      const account = {
        ...context.account,
        parts: () => Promise.reject(new MailFault(code, 'No such message')),
      }
      const stored = { mode: 'draft', source: oneMessage('Drafts', 3), keptParts: ['2'] } as const

      const refusal = await refusalOf(post({ ...context, account }, { ...stored, isDraft }))

      t.is(refusal, 'attachments_gone')
      t.is(sent.length, 0)
    })
  }
}

import test from 'ava'
import type { z } from 'zod'
import { actions, type ActionName, type ContractOf } from '../../../../plugin/actions/index.ts'
import { saveContact } from '../../../../plugin/actions/contact/contact.ts'
import { send } from '../../../../plugin/actions/send/send.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { decodeJson } from '../../../../plugin/wire/native/decode.ts'
import { fakeContext } from '../../../support/actions/fake-context.ts'
import { listInput, oneMessage, sendInput, someMessages } from '../../../support/actions/inputs.ts'
import { memoryBook, contactNamed } from '../../../support/contacts/contact-book.ts'

/** What an action makes of what our page says. */
function decoded<Name extends ActionName>(name: Name, said: z.input<ContractOf<Name>['input']>) {
  const action = actions.get(name)
  if (action === undefined) throw new Error(`no action ${name}`)
  return decodeJson(action, JSON.stringify(said))
}

const letter = {
  composeId: 'compose-1',
  to: 'Bea <bea@example.org>',
  subject: 'Hello',
  text: 'Text',
}

test('a message is HTML where it has that, and text otherwise', (t) => {
  t.like(decoded('send', { ...letter, html: '<b>Text</b>' }), { text: '', html: '<b>Text</b>' })
  t.like(decoded('send', letter), { text: 'Text', html: undefined })
})

test('a list names its page, its order and its search', (t) => {
  const query = { text: ' tax ', fields: ['subject' as const], filter: 'unseen' as const }
  const sort = { by: 'date' as const, isDescending: true }

  t.deepEqual(decoded('list', { mailbox: 'Archive', page: 3, sort, search: query }), {
    ...listInput(),
    mailbox: 'Archive',
    page: 3,
    sort,
    search: { kind: 'query', query: { ...query, text: 'tax', terms: [[TAX]] } },
  })
})

const TAX = { condition: { kind: 'text' as const, text: 'tax' }, isExcluded: false }

test('a list that names no more than its mailbox is the first page, newest arrival first', (t) => {
  t.like(decoded('list', { mailbox: 'inbox' }), listInput())
})

test('a mailbox name is taken as it is', (t) => {
  t.like(decoded('list', { mailbox: 'R&-D' }), { mailbox: 'R&-D' })
})

test('a filter without words is a search, and neither is none', (t) => {
  const search = { text: '', fields: ['subject' as const] }

  t.like(decoded('list', { mailbox: 'INBOX', search: { ...search, filter: 'unseen' } }), {
    search: { kind: 'query', query: { text: '', filter: 'unseen' } },
  })
  t.like(decoded('list', { mailbox: 'INBOX', search: { ...search, filter: 'all' } }), {
    search: undefined,
  })
})

test('a refresh says what the page holds', (t) => {
  const held = { uids: [3, 2], state: '7.1', isCounting: true }
  const selected: [number, number][] = [
    [1, 3],
    [9, 9],
  ]

  t.like(decoded('refresh', { list: { mailbox: 'INBOX' }, ...held, selected }), {
    ...{ list: listInput(), ...held },
    selected,
  })
  t.like(decoded('refresh', { isCounting: false }), {
    ...{ list: undefined, uids: undefined, state: '', isCounting: false, selected: [] },
  })
})

test('ranges of selected messages ascend and do not meet', (t) => {
  for (const selected of [
    [[7, 3]],
    [
      [1, 9],
      [3, 3],
    ],
    [
      [1, 3],
      [3, 4],
    ],
  ] as [number, number][][]) {
    t.throws(() => decoded('refresh', { isCounting: false, selected }), { instanceOf: Refusal })
  }
})

test('messages are named each once, in the UIDVALIDITY that the page was shown', (t) => {
  const said = { mailbox: 'Trash', uids: [3, 1, 3], flag: 'read' as const }

  t.like(decoded('mark', said), { ...someMessages('Trash', 3, 1), flag: 'read' })
  t.like(decoded('mark', { ...said, uidValidity: '4294967295' }), { uidValidity: 4_294_967_295n })
})

test('a folder is called what is left without blanks around it', (t) => {
  t.deepEqual(decoded('create-folder', { name: ' Work ', parent: null }), {
    name: 'Work',
    parent: undefined,
  })
})

test('a zone that no one knows is none', (t) => {
  const reply = { mailbox: 'INBOX', uid: 3, mode: 'reply' as const }
  const said = (timeZone: string) =>
    decoded('compose', { ...reply, reader: { timeZone, locale: 'en-GB' } })

  t.like(said('Europe/Berlin'), { reader: { timeZone: 'Europe/Berlin', locale: 'en-GB' } })
  t.like(said('Mars/X'), { ...oneMessage('INBOX', 3), mode: 'reply', reader: undefined })
})

test('what the composer sends is a message', (t) => {
  const keptParts = ['2', 'message:3']
  const { to, subject, text, composeId, mode } = sendInput()

  t.like(decoded('send', { ...letter, keptParts }), {
    ...{ to, subject, text, composeId, mode, keptParts },
    origin: undefined,
  })
})

test('all parts that are listed of a message can go along, and a response can keep its longest subject', (t) => {
  const keptParts = Array.from({ length: 2_000 }, (_, part) => String(part + 1))
  const subject = `Re: ${'x'.repeat(4_000)}`

  t.like(decoded('send', { ...letter, keptParts, subject }), { keptParts, subject })
  t.throws(() => decoded('send', { ...letter, keptParts: [...keptParts, '7'] }), {
    instanceOf: Refusal,
  })
})

const messages = Array.from({ length: 101 }, (_, at) => `message:${at + 1}`)

for (const [what, code, changes] of [
  ['more whole messages than go along with one', 'too_many_messages', { keptParts: messages }],
  ['a text that is too long', 'body_too_large', { text: 'x'.repeat(1_000_001) }],
  ['markup that is too long', 'body_too_large', { html: 'x'.repeat(1_000_001) }],
] as const) {
  test(`${what}: told as ${code}`, async (t) => {
    const { context } = fakeContext()
    const input = send.input.parse({ ...letter, ...changes })

    t.like(await t.throwsAsync(send.run(input, context)), { code })
  })
}

test('more messages than are attached to one are told to be too many', async (t) => {
  const uids = Array.from({ length: 101 }, (_, at) => at + 1)
  const action = actions.get('compose')
  const input = action?.input.parse({ mailbox: 'INBOX', uids, mode: 'attach' })

  t.like(await t.throwsAsync(async () => action?.run(input, fakeContext().context)), {
    code: 'too_many_messages',
  })
})

test('a response is made of the message it was started from', (t) => {
  const source = { mailbox: 'INBOX', uidValidity: '7', uid: 3 }
  const named = { ...source, uidValidity: 7n }

  t.like(decoded('send', { ...letter, mode: 'reply', source }), {
    source: named,
    origin: { mode: 'reply', ...named },
  })
})

test('a draft remembers what it answers only with its UIDVALIDITY', (t) => {
  const source = { mailbox: 'Drafts', uid: 9 }
  const origin = { mode: 'reply' as const, mailbox: 'INBOX', uid: 3 }
  const draft = { ...letter, mode: 'draft' as const, source }

  t.like(decoded('send', { ...draft, origin: { ...origin, uidValidity: '7' } }), {
    origin: { ...origin, uidValidity: 7n },
  })
  t.like(decoded('send', { ...draft, origin }), {
    origin: undefined,
    source: oneMessage('Drafts', 9),
  })
})

test('an address of a contact is stored with its domain in lower-case ASCII, as typed otherwise', async (t) => {
  const contact = contactNamed('Ann', 'Ann@Post.TEST', 'max@müller.test ')
  const { book } = await memoryBook()
  const { context } = fakeContext({ contacts: book })

  const saved = await saveContact.run(saveContact.input.parse({ contact }), context)

  t.deepEqual(
    saved.kind === 'contact' ? saved.entry.contact.emails.map(({ address }) => address) : [],
    ['Ann@post.test', 'max@xn--mller-kva.test'],
  )
})

test('an address of a contact that is none is named in the refusal', async (t) => {
  const input = saveContact.input.parse({ contact: contactNamed('Ann', 'ann at post') })

  t.like(await t.throwsAsync(saveContact.run(input, fakeContext().context)), {
    code: 'recipient_invalid',
    about: 'ann at post',
  })
})

test('a text that quotes a NUL is sent without it', (t) => {
  t.like(decoded('send', { ...letter, text: 'See \0here' }), { text: 'See here' })
})

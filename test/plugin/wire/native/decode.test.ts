import test from 'ava'
import { nativeDecoders } from '../../../../plugin/wire/native/decode.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { listInput, oneMessage, sendInput, someMessages } from '../../../support/actions/inputs.ts'
import { parametersOf } from '../parameters.ts'
import { person } from '../../../support/contacts/contact-book.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

const letter = {
  _compose_id: 'compose-1',
  _to: 'Bea <bea@example.org>',
  _subject: 'Hello',
  _message: 'Text',
}

test('a message is HTML where its form says so, and text otherwise', (t) => {
  const html = '<b>Text</b>'

  t.like(nativeDecoders.send(parametersOf({ ...letter, _is_html: '1', _message: html })), {
    text: '',
    html,
  })
  t.like(nativeDecoders.send(parametersOf(letter)), { text: 'Text', html: undefined })
})

test('a list names its page, its order and its search', (t) => {
  const fields = {
    _mbox: 'Archive',
    _page: '3',
    _sort: 'date_DESC',
    _search: 'tax',
    _headers: 'subject,text',
    _filter: 'UNSEEN',
  }

  t.deepEqual(nativeDecoders.list(parametersOf(fields)), {
    mailbox: 'Archive',
    page: 3,
    sort: { by: 'date', isDescending: true },
    search: {
      kind: 'query',
      query: { text: 'tax', fields: ['subject', 'text'], filter: 'unseen' },
    },
    isThreaded: false,
    isListingWanted: false,
  })
})

test('a list that names nothing is the first page of INBOX, newest arrival first', (t) => {
  t.deepEqual(nativeDecoders.list(parametersOf({})), listInput())
})

test('a mailbox name is taken as it is', (t) => {
  t.is(nativeDecoders.list(parametersOf({ _mbox: 'R&-D' })).mailbox, mailboxName('R&-D'))
})

test('a filter without words is a search', (t) => {
  const { search } = nativeDecoders.list(parametersOf({ _search: '', _filter: 'UNSEEN' }))

  t.like(search, { kind: 'query', query: { text: '', filter: 'unseen' } })
})

test('a refresh says what the page holds', (t) => {
  const fields = { _list: '1', _folderlist: '1', _uids: '3,2', _state: '7.1', _ticked: '1:3,9' }

  t.deepEqual(nativeDecoders.refresh(parametersOf(fields)), {
    list: listInput(),
    uids: [3, 2],
    state: '7.1',
    isCounting: true,
    ticked: [
      [1, 3],
      [9, 9],
    ],
  })
  t.like(nativeDecoders.refresh(parametersOf({ _mbox: 'INBOX' })), {
    list: undefined,
    isCounting: false,
  })
})

test('the UIDs for a mark are those it would change', (t) => {
  t.is(nativeDecoders.uids(parametersOf({ _flag: 'read' })).flags, 'UNSEEN')
  t.is(nativeDecoders.uids(parametersOf({})).flags, undefined)
})

test('messages are named each once, in the UIDVALIDITY that the page was shown', (t) => {
  const fields = { _mbox: 'Trash', _uid: '3,1,3', _flag: 'read' }

  t.deepEqual(nativeDecoders.mark(parametersOf(fields)), {
    ...someMessages('Trash', 3, 1),
    flag: 'read',
  })
  const held = nativeDecoders.mark(parametersOf({ ...fields, _uidvalidity: '4294967295' }))
  t.is(held.uidValidity, 4_294_967_295n)
})

for (const action of ['mark', 'move', 'delete', 'purge', 'show', 'get', 'compose'] as const) {
  test(`${action} refuses a UIDVALIDITY that is no number`, (t) => {
    const flag = { _flag: 'read', _target_mbox: 'Archive', _part: '2', _mode: 'reply' }
    const parameters = parametersOf({ ...flag, _mbox: 'Trash', _uid: '3', _uidvalidity: '7x' })

    const error = t.throws(() => nativeDecoders[action](parameters), { instanceOf: Refusal })

    t.is(error.code, 'input_invalid')
  })
}

test('a page that deletes says whether it is for good, and asks for the list by itself', (t) => {
  const fields = { _mbox: 'INBOX', _uid: '3' }

  t.like(nativeDecoders.delete(parametersOf(fields)), { forGood: 'never', isPageWanted: false })
  t.like(nativeDecoders.delete(parametersOf({ ...fields, _forever: '1' })), { forGood: 'always' })
})

test('a trash that is not on show is emptied whatever it holds', (t) => {
  t.is(nativeDecoders.purge(parametersOf({ _mbox: 'Trash' })).uidValidity, undefined)
})

test('a folder is called what is left without blanks around it', (t) => {
  t.deepEqual(nativeDecoders['create-folder'](parametersOf({ _name: ' Work ' })), {
    name: 'Work',
    parent: undefined,
  })
})

test('a composer is opened for a new message where no other is named', (t) => {
  t.deepEqual(nativeDecoders.compose(parametersOf({ _to: 'bea@example.org' })), {
    mode: 'new',
    to: 'bea@example.org',
    subject: '',
  })
})

test('a zone that nobody knows is none', (t) => {
  const reply = { _mbox: 'INBOX', _uid: '3', _mode: 'reply', _locale: 'en-GB' }

  const known = nativeDecoders.compose(parametersOf({ ...reply, _timezone: 'Europe/Berlin' }))
  const unknown = nativeDecoders.compose(parametersOf({ ...reply, _timezone: 'Mars/X' }))

  t.like(known, { reader: { timeZone: 'Europe/Berlin', locale: 'en-GB' } })
  t.like(unknown, { ...oneMessage('INBOX', 3), mode: 'reply', reader: undefined })
})

test('a form of the composer is a message', (t) => {
  const file = { filename: 'a.txt', type: 'text/plain', content: Buffer.from('new') }

  const input = nativeDecoders.send(parametersOf({ ...letter, _forward_parts: '2,3' }, [file]))

  t.deepEqual(input, sendInput({ keptParts: ['2', '3'], files: [file] }))
})

test('all parts that are listed of a message can go along, and an answer can keep its longest subject', (t) => {
  const sections = Array.from({ length: 2_000 }, (_, part) => String(part + 1))
  const subject = `Re: ${'x'.repeat(4_000)}`

  const form = { ...letter, _forward_parts: sections.join(','), _subject: subject }
  const input = nativeDecoders.send(parametersOf(form))

  t.deepEqual(input.keptParts, sections)
  t.is(input.subject, subject)
})

for (const [kind, code, form] of [
  ['parts', 'input_invalid', Array.from({ length: 2_001 }, (_, part) => String(part + 1))],
  [
    'whole messages',
    'too_many_messages',
    Array.from({ length: 101 }, (_, at) => `message:${at + 1}`),
  ],
] as const) {
  test(`more ${kind} than go along with one message are refused`, (t) => {
    const parameters = parametersOf({ ...letter, _forward_parts: form.join(',') })

    const refusal = t.throws(() => nativeDecoders.send(parameters), { instanceOf: Refusal })

    t.is(refusal.code, code)
  })
}

test('a text that is too long is told to be too large', (t) => {
  const parameters = parametersOf({ ...letter, _message: 'x'.repeat(1_000_001) })

  const refusal = t.throws(() => nativeDecoders.send(parameters), { instanceOf: Refusal })

  t.is(refusal.code, 'body_too_large')
})

test('more messages than are attached to one are told to be too many', (t) => {
  const uids = Array.from({ length: 101 }, (_, at) => at + 1).join(',')
  const parameters = parametersOf({ _mbox: 'INBOX', _uid: uids, _mode: 'attach' })

  const refusal = t.throws(() => nativeDecoders.compose(parameters), { instanceOf: Refusal })

  t.is(refusal.code, 'too_many_messages')
})

test('an answer is made of the message it was begun from', (t) => {
  const source = { _source_mbox: 'INBOX', _source_uidvalidity: '7', _source_uid: '3' }

  const input = nativeDecoders.send(parametersOf({ ...letter, _mode: 'reply', ...source }))

  t.deepEqual(input.source, { mailbox: 'INBOX', uidValidity: 7n, uid: 3 })
  t.deepEqual(input.origin, { mode: 'reply', mailbox: 'INBOX', uidValidity: 7n, uid: 3 })
})

test('a draft remembers what it answers only with its UIDVALIDITY', (t) => {
  const draft = {
    ...{ ...letter, _mode: 'draft', _source_mbox: 'Drafts', _source_uid: '9' },
    ...{ _origin_mode: 'reply', _origin_mbox: 'INBOX', _origin_uid: '3' },
  }

  const sure = nativeDecoders.send(parametersOf({ ...draft, _origin_uidvalidity: '7' }))
  const unsure = nativeDecoders.send(parametersOf({ ...draft, _origin_uidvalidity: '' }))

  t.deepEqual(sure.origin, { mode: 'reply', mailbox: 'INBOX', uidValidity: 7n, uid: 3 })
  t.is(unsure.origin, undefined)
  t.deepEqual(unsure.source, oneMessage('Drafts', 9))
})

test('an address of a contact is kept with its domain in lower-case ASCII, as typed otherwise', (t) => {
  const typed = person('Ann', 'Ann@Post.TEST', 'max@müller.test ')
  const parameters = parametersOf({ _contact: JSON.stringify(typed) })

  t.deepEqual(
    nativeDecoders['save-contact'](parameters).contact.emails.map(({ address }) => address),
    ['Ann@post.test', 'max@xn--mller-kva.test'],
  )
})

test('an address of a contact that is none is named in the refusal', (t) => {
  const parameters = parametersOf({ _contact: JSON.stringify(person('Ann', 'ann at post')) })

  const refusal = t.throws(() => nativeDecoders['save-contact'](parameters), {
    instanceOf: Refusal,
  })

  t.like(refusal, { code: 'recipient_invalid', about: 'ann at post' })
})

test('a text that quotes a NUL is sent without it', (t) => {
  const parameters = parametersOf({ ...letter, _message: 'See \0here' })

  t.like(nativeDecoders.send(parameters), { text: 'See here' })
})

import { readFile } from 'node:fs/promises'
import test from 'ava'
import { z } from 'zod'
import { getunread } from '../../../../plugin/actions/list/getunread.ts'
import { list as listAction } from '../../../../plugin/actions/list/list.ts'
import { refresh } from '../../../../plugin/actions/list/refresh.ts'
import { search as searchAction } from '../../../../plugin/actions/list/search.ts'
import { mark } from '../../../../plugin/actions/message/mark.ts'
import type {
  DoneResult,
  RefreshResult,
  SearchResult,
  SharedResults,
} from '../../../../plugin/actions/result/result.ts'
import { heldState, stateToken } from '../../../../plugin/actions/result/mailbox.ts'
import { refusalText } from '../../../../plugin/texts/server-texts.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { renderNativeError } from '../../../../plugin/wire/native/error.ts'
import type { MailEvent } from '../../../../proxy/mail/model/account.ts'
import { eventStreamMessage, nativeEvent } from '../../../../plugin/wire/native/event.ts'
import {
  nativeEventJsonSchema,
  nativeEventMessage,
} from '../../../../plugin/wire/native/event-schema.ts'
import { nativeError, nativeJsonSchema } from '../../../../plugin/wire/native/schema.ts'
import { actionTable } from '../../../../plugin/wire/native/action-table.ts'
import { renderNative } from '../../../../plugin/wire/native/encode.ts'
import { listOf, rowOf, stateOf } from '../../../support/actions/samples.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

/** Outputs of the kinds that are written here. */
const outputs = z.discriminatedUnion('kind', [
  listAction.output,
  getunread.output,
  refresh.output,
  mark.output,
  searchAction.output,
])

/** Every answer goes through the contract of its action on its way into a test. */
function render(result: SharedResults[keyof SharedResults]): z.output<typeof outputs> {
  const { status, type, body } = renderNative(result)
  if (status !== 200 || type !== 'application/vnd.postern+json') throw new Error('not an answer')
  return outputs.parse(withoutVersion(body))
}

function parse(body: string): z.output<typeof nativeError> {
  return nativeError.parse(withoutVersion(body))
}

function withoutVersion(body: string): unknown {
  const response = z.looseObject({ version: z.literal(2) }).parse(JSON.parse(body))
  return Object.fromEntries(Object.entries(response).filter(([key]) => key !== 'version'))
}

const seen = rowOf({ uid: 3, subject: 'Grüße "an" </script>\u2028', priority: 1 }, ['\\Seen'])
const list = listOf([seen, rowOf({ uid: 2 })])

test('the published schema is the one the code is held to', async (t) => {
  const path = new URL('../../../../plugin/docs/native.schema.json', import.meta.url)

  t.deepEqual(JSON.parse(await readFile(path, 'utf8')), nativeJsonSchema())
})

test('the table of actions in the protocol is the one of the code', async (t) => {
  const path = new URL('../../../../plugin/docs/protocol.md', import.meta.url)

  const [, table = ''] = (await readFile(path, 'utf8')).split('<!-- actions -->')

  t.is(withoutBlanks(table.split('<!-- end')[0] ?? ''), withoutBlanks(actionTable()))
})

/** Anyone who formats the document may align a table. */
function withoutBlanks(text: string): string {
  return text.replaceAll(/[ -]+/g, '').trim()
}

test('a list of another page, mailbox or size is told again', (t) => {
  render(list)

  const changed = render({ ...list, page: { ...list.page, state: stateOf({ unseen: 7 }) } })
  const elsewhere = render({ ...list, mailbox: mailboxName('Archive'), pageSize: 20 })

  t.like(changed, { unseen: 7 })
  t.like(elsewhere, { mailbox: 'Archive', pageSize: 20 })
  t.like(render(list), { mailbox: 'INBOX', pageSize: 50 })
})

test('a list reports its rows, its counts and its state', (t) => {
  const response = render(list)

  t.like(response, {
    kind: 'list',
    mailbox: 'INBOX',
    uidValidity: '7',
    state: stateToken(list.page.state),
    messages: 2,
    unseen: 9,
    total: 2,
    page: 1,
    pageCount: 1,
  })
  t.deepEqual(response.kind === 'list' ? response.rows[0] : undefined, {
    uid: 3,
    subject: 'Grüße "an" </script>\u2028',
    from: [{ name: 'Anna Ito', address: 'anna.ito@example.com' }],
    to: [{ name: '', address: 'user0001@example.test' }],
    cc: [],
    date: Date.UTC(2026, 8, 3, 12, 0),
    size: 1007,
    hasAttachment: false,
    contentType: 'text/plain',
    priority: 1,
    flags: ['\\Seen'],
  })
})

test('a row drawn before shows the flags of now', (t) => {
  render(list)

  const response = render(listOf([{ ...seen, flags: ['\\Seen', '\\Flagged'] }]))

  t.deepEqual(response.kind === 'list' ? response.rows[0]?.flags : [], ['\\Seen', '\\Flagged'])
})

const refreshed: RefreshResult = {
  kind: 'refresh',
  action: 'refresh',
  counts: [stateOf()],
  special: {},
  mailbox: 'INBOX',
  state: '7.51.50.9.100',
  list: undefined,
  changed: [seen],
  gone: [
    [4, 4],
    [6, 9],
  ],
  notices: ['The archive is closed tonight'],
}

test('a refresh of the same messages tells their new flags', (t) => {
  t.like(render(refreshed), {
    kind: 'refresh',
    counts: [{ mailbox: 'INBOX', messages: 50, unseen: 9 }],
    state: '7.51.50.9.100',
    list: null,
    changed: [{ uid: 3, flags: ['\\Seen'] }],
  })
})

test('a refresh reports what the mail server wants its user to read', (t) => {
  t.like(render(refreshed), { notices: ['The archive is closed tonight'] })
})

test('a refresh reports what of the selected messages is deleted', (t) => {
  t.like(render(refreshed), { gone: '4,6:9' })
})

test('a refresh with other messages brings the list', (t) => {
  t.like(render({ ...refreshed, list, changed: [] }), { list: { kind: 'list', total: 2 } })
})

const done: DoneResult = {
  kind: 'done',
  action: 'move',
  mailbox: 'INBOX',
  uids: [3],
  flag: undefined,
  counts: [stateOf()],
  special: {},
  target: mailboxName('Archive'),
  uidMap: new Map([[3, 103]]),
  targetUidValidity: 9n,
  list: undefined,
}

test('an action reports where the messages went', (t) => {
  t.like(render(done), { action: 'move', target: 'Archive', targetUidValidity: '9', list: null })
  t.like(render(done), { uidMap: [[3, 103]] })
})

const search: SearchResult = {
  kind: 'search',
  searchId: '437d5dab06fd82d7325125d6eb7ec4df',
  list,
}

test('a search reports its id and its list', (t) => {
  t.like(render(search), { searchId: search.searchId, list: { total: 2 } })
})

test('unread counts are told by mailbox', (t) => {
  const counts = [{ mailbox: 'INBOX', messages: 50, unseen: 9 }]

  t.like(render({ kind: 'unread', counts: [stateOf()], special: {} }), { counts })
})

test('an error reports its code, its words and whether to try again', (t) => {
  const refusal = new Refusal('mail_unavailable', { retryAfterSeconds: 5 })
  const response = renderNativeError(refusal, 'a39eb5f3')

  t.is(response.status, 503)
  t.deepEqual(parse(response.body), {
    kind: 'error',
    code: 'mail_unavailable',
    message: refusalText({ code: 'mail_unavailable', about: undefined }, 'en'),
    retry: true,
    retryAfterSeconds: 5,
    requestId: 'a39eb5f3',
  })
})

test('an error names the address it is about', (t) => {
  const refusal = new Refusal('recipient_refused', { about: 'no <b>@x.test' })
  const { body } = renderNativeError(refusal, 'a39eb5f3')

  t.like(parse(body), {
    message: 'The mail server does not accept no <b>@x.test as a recipient. Nothing was sent.',
  })
})

test('a refusal that will not change is not tried again', (t) => {
  const { body } = renderNativeError(new Refusal('token_mismatch'), 'a39eb5f3')

  t.like(parse(body), { retry: false, retryAfterSeconds: null })
})

const changes = [
  ['one message more', { messages: 51 }],
  ['one unseen less', { unseen: 8 }],
  ['another UIDNEXT', { uidNext: 52 }],
  ['another UIDVALIDITY', { uidValidity: 8n }],
  ['another HIGHESTMODSEQ', { highestModseq: 101n }],
  ['no HIGHESTMODSEQ', { highestModseq: undefined }],
] as const

for (const [what, change] of changes) {
  test(`a state with ${what} has another token`, (t) => {
    t.not(stateToken(stateOf(change)), stateToken(stateOf()))
  })
}

test('a token is read back, and nothing else is', (t) => {
  t.deepEqual(heldState(stateToken(stateOf())), {
    uidValidity: 7n,
    messages: 50,
    highestModseq: 100n,
  })
  t.is(heldState('7.51.50.9'), undefined)
  t.is(heldState('7.51.50.9.100; DROP'), undefined)
})

test('the published schema of the event stream is the one the code is held to', async (t) => {
  const path = new URL('../../../../plugin/docs/native-event.schema.json', import.meta.url)

  t.deepEqual(JSON.parse(await readFile(path, 'utf8')), nativeEventJsonSchema())
})

test('every mail event is a message of the event stream', (t) => {
  const events: readonly MailEvent[] = [
    { kind: 'counts', state: stateOf({ messages: 2, unseen: 1 }) },
    { kind: 'changed', mailbox: mailboxName('Grüße') },
    { kind: 'mailboxes' },
    { kind: 'settings', revision: 7 },
    { kind: 'resync' },
  ]

  const messages = events.map((event) => nativeEventMessage.parse(nativeEvent(event)))

  t.deepEqual(messages, [
    { version: 2, kind: 'counts', mailbox: 'INBOX', messages: 2, unseen: 1 },
    { version: 2, kind: 'changed', mailbox: 'Grüße' },
    { version: 2, kind: 'mailboxes' },
    { version: 2, kind: 'settings', revision: 7 },
    { version: 2, kind: 'resync' },
  ])
})

test('a message of the event stream is one line of data under its id', (t) => {
  t.is(eventStreamMessage('{"a":"b\\n"}', 'e-1'), 'id: e-1\ndata: {"a":"b\\n"}\n\n')
  t.is(eventStreamMessage('{}'), 'data: {}\n\n')
})

test('a row of a thread reports its place in it', (t) => {
  const thread = { depth: 0, parentUid: undefined, hasChildren: true, unreadChildren: 1 }

  const response = render(listOf([{ ...seen, thread }]))

  t.like(response, {
    rows: [{ thread: { depth: 0, parentUid: null, hasChildren: true, unreadChildren: 1 } }],
  })
})

test('a row whose details are too large says so, and others do not', (t) => {
  const response = render(listOf([rowOf({ uid: 3, isIncomplete: true }), seen]))

  const rows = response.kind === 'list' ? response.rows : []
  t.deepEqual(
    rows.map(({ isIncomplete }) => isIncomplete),
    [true, undefined],
  )
})

import { readFile } from 'node:fs/promises'
import test from 'ava'
import type {
  DoneResult,
  FoldersResult,
  RefreshResult,
  SearchResult,
} from '../../../../plugin/actions/result/result.ts'
import { heldState, stateToken } from '../../../../plugin/actions/result/mailbox.ts'
import { indexContacts } from '../../../../plugin/contacts/book/contact-index.ts'
import { emptyContact, writeContact } from '../../../../plugin/contacts/contact.ts'
import { Refusal } from '../../../../plugin/http/refusal.ts'
import { refusalText } from '../../../../plugin/texts/server-texts.ts'
import { renderNativeError } from '../../../../plugin/wire/native/error.ts'
import type { MailEvent } from '../../../../proxy/mail/model/account.ts'
import { eventStreamMessage, nativeEvent } from '../../../../plugin/wire/native/event.ts'
import {
  nativeEventJsonSchema,
  nativeEventMessage,
} from '../../../../plugin/wire/native/event-schema.ts'
import { nativeJsonSchema, nativeResponse } from '../../../../plugin/wire/native/schema.ts'
import type { NativeResponse } from '../../../../plugin/wire/native/types.ts'
import { renderNative, type NativeResult } from '../../../../plugin/wire/native/encode.ts'
import { listOf, rowOf, stateOf } from '../../../support/actions/samples.ts'
import { emptyIdentity } from '../../../../plugin/settings/identity.ts'
import { usualPreferences } from '../../../../plugin/settings/usual-preferences.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

/** Every answer goes through the published schema on its way into a test. */
function render(result: NativeResult): NativeResponse {
  const { status, type, body } = renderNative(result)
  if (status !== 200 || type !== 'application/vnd.postern+json') throw new Error('not an answer')
  return parse(body)
}

function parse(body: string): NativeResponse {
  return nativeResponse.parse(JSON.parse(body))
}

const seen = rowOf({ uid: 3, subject: 'Grüße "an" </script>\u2028', priority: 1 }, ['\\Seen'])
const list = listOf([seen, rowOf({ uid: 2 })])

test('the published schema is the one the code is held to', async (t) => {
  const path = new URL('../../../../plugin/docs/native.schema.json', import.meta.url)

  t.deepEqual(JSON.parse(await readFile(path, 'utf8')), nativeJsonSchema())
})

test('a list of another page, mailbox or size is told anew', (t) => {
  render(list)

  const changed = render({ ...list, page: { ...list.page, state: stateOf({ unseen: 7 }) } })
  const elsewhere = render({ ...list, mailbox: mailboxName('Archive'), pageSize: 20 })

  t.like(changed, { unseen: 7 })
  t.like(elsewhere, { mailbox: 'Archive', pageSize: 20 })
  t.like(render(list), { mailbox: 'INBOX', pageSize: 50 })
})

test('a list tells its rows, its counts and its state', (t) => {
  const answer = render(list)

  t.like(answer, {
    version: 1,
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
  t.deepEqual(answer.kind === 'list' ? answer.rows[0] : undefined, {
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

  const answer = render(listOf([{ ...seen, flags: ['\\Seen', '\\Flagged'] }]))

  t.deepEqual(answer.kind === 'list' ? answer.rows[0]?.flags : [], ['\\Seen', '\\Flagged'])
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

test('a refresh tells what the mail server wants its user to read', (t) => {
  t.like(render(refreshed), { notices: ['The archive is closed tonight'] })
})

test('a refresh tells what of the ticked messages is gone', (t) => {
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

test('an act tells where the messages went', (t) => {
  t.like(render(done), { action: 'move', target: 'Archive', targetUidValidity: '9', list: null })
  t.like(render(done), { uidMap: [[3, 103]] })
})

const search: SearchResult = {
  kind: 'search',
  searchId: '437d5dab06fd82d7325125d6eb7ec4df',
  list,
}

test('a search tells its id and its list', (t) => {
  t.like(render(search), { searchId: search.searchId, list: { total: 2 } })
})

const folders: FoldersResult = {
  kind: 'folders',
  path: undefined,
  mailboxes: [
    {
      path: mailboxName('Archive'),
      name: 'Archive',
      delimiter: undefined,
      specialUse: undefined,
      isSubscribed: false,
      isSelectable: true,
    },
  ],
  counts: [],
  quota: undefined,
}

test('a mailbox without counts has null for them', (t) => {
  t.like(render(folders), {
    mailboxes: [
      { path: 'Archive', delimiter: null, specialUse: null, messages: null, unseen: null },
    ],
  })
})

const part = {
  id: '2',
  type: 'image/png',
  filename: 'a.png',
  size: 10,
  disposition: undefined,
  contentId: '<a@b>',
  contentLocation: undefined,
}

const { entries: entry } = await indexContacts({
  revision: 1,
  documents: [{ kind: 'contact', id: 'a', version: 1, body: writeContact(emptyContact('Ada')) }],
})
const ada = { id: 'a', version: 1, contact: emptyContact('Ada') }

/** One of every kind: one that is missing does not compile. */
const samples: {
  readonly [Kind in NativeResult['kind']]: Extract<NativeResult, { readonly kind: Kind }>
} = {
  list,
  refresh: refreshed,
  done,
  search,
  folders,
  unread: { kind: 'unread', counts: [stateOf()], special: {} },
  'folder-size': { kind: 'folder-size', mailbox: mailboxName('Work'), messages: 17, folders: 2 },
  uids: { kind: 'uids', mailbox: 'INBOX', uidValidity: 7n, set: '1:3,7', count: 4 },
  previews: { kind: 'previews', previews: [{ uid: 7, text: 'Good morning' }] },
  recipients: { kind: 'recipients', addresses: [{ name: 'B', address: 'b@example.org' }] },
  'saved-drafts': {
    kind: 'saved-drafts',
    drafts: [{ mailbox: mailboxName('Drafts'), uidValidity: 7n, uid: 9 }],
  },
  'keep-alive': { kind: 'keep-alive' },
  contacts: {
    kind: 'contacts',
    rows: entry,
    offset: 0,
    total: 1,
    all: 1,
    revision: 1,
    collected: 0,
    groups: [{ name: 'Friends', count: 1 }],
    isReadOnly: false,
    isRefused: false,
    hasDirectory: false,
  },
  directory: {
    kind: 'directory',
    people: [{ id: 'a', contact: emptyContact('Ada') }],
    isCut: false,
    isAvailable: true,
  },
  collected: {
    kind: 'collected',
    people: [
      { id: 'a', version: 1, name: '', address: 'b@x.test', uses: 1, lastUsedAt: 7, words: '' },
    ],
  },
  contact: { kind: 'contact', ...ada, isMerged: false, isKnown: true },
  'contact-conflict': {
    kind: 'contact-conflict',
    theirs: ada,
    merged: emptyContact('Ada'),
    fields: ['name'],
  },
  'contacts-changed': { kind: 'contacts-changed', count: 2 },
  'contact-doubles': { kind: 'contact-doubles', sets: [entry] },
  completions: {
    kind: 'completions',
    people: [{ name: 'B', address: 'b@example.org' }],
    groups: [{ name: 'Friends', members: [{ name: 'B', address: 'b@example.org' }] }],
    hasDirectory: true,
  },
  'contact-import': {
    kind: 'contact-import',
    added: 1,
    changed: 0,
    same: 2,
    problems: [{ line: 7, code: 'entry_empty', about: '' }],
    problemCount: 1,
  },
  receipt: { kind: 'receipt', isSent: true },
  'contact-photo': { kind: 'contact-photo', photo: '0f' },
  message: {
    kind: 'message',
    mailbox: 'INBOX',
    uidValidity: 7n,
    row: seen,
    replyTo: [],
    bcc: [{ name: '', address: 'b@example.org' }],
    text: '',
    isTextMissing: true,
    hasHtml: true,
    hasRemoteContent: false,
    isTruncated: false,
    partsLeftOut: 8_001,
    receipt: { to: [{ name: 'Ada', address: 'a@example.org' }], isToAsk: false },
    html: { content: '<p>x', base: undefined, isFromContact: false },
    attachments: [part, { ...part, imageNames: ['x'] }],
  },
  compose: {
    kind: 'compose',
    mode: 'reply',
    to: [{ name: '', address: 'b@example.org' }],
    cc: [],
    bcc: [],
    subject: 'Re: x',
    text: '> x',
    html: undefined,
    inReplyTo: undefined,
    references: ['<a@b>'],
    typed: undefined,
    composeId: 'compose-1',
    draftOf: undefined,
    isCut: false,
    requestsReceipt: false,
    original: undefined,
    source: { mailbox: 'INBOX', uidValidity: 7n, uid: 3 },
    attachments: [part],
    identity: 'home',
  },
  sent: {
    kind: 'sent',
    isDraft: false,
    messageId: '<a@b>',
    filedIn: 'Sent',
    filed: { mailbox: mailboxName('Sent'), uidValidity: 9n, uid: 77 },
    isCopyPending: false,
  },
  settings: {
    kind: 'settings',
    preferences: usualPreferences,
    identities: [{ id: 'home', version: 2, ...emptyIdentity, address: 'b@example.org' }],
    senders: { addresses: ['b@example.org'], isAnyAllowed: false },
    passwordMinLength: 8,
    hasSecondFactor: undefined,
    isSecondFactorRequired: false,
    isSignedInByPanel: false,
    revision: 3,
    conflicts: ['name'],
  },
  templates: {
    kind: 'templates',
    templates: [{ id: 'thanks', version: 1, name: 'Thanks', text: 'Thank you' }],
    conflicts: [],
  },
  sessions: {
    kind: 'sessions',
    sessions: [
      {
        ...{ id: 'a39eb5f3a39e', browser: 'Firefox', system: 'Linux', ip: '203.0.113.7' },
        ...{ since: 1, usedAt: 2, isCurrent: true },
      },
    ],
    isComplete: false,
  },
  'second-factor-invitation': {
    kind: 'second-factor-invitation',
    ...{ ticket: 'dA', secret: 'JBSWY3DP', address: 'otpauth://totp/a', picture: 'data:,' },
  },
  'second-factor-on': { kind: 'second-factor-on', recoveryCodes: ['abcd'] },
  'second-factor-off': { kind: 'second-factor-off' },
  passkeys: {
    kind: 'passkeys',
    passkeys: [
      ...[{ id: '0'.repeat(64), name: 'Laptop', domain: 'mail.example', madeAt: 1, usedAt: null }],
    ],
  },
  'passkey-question': { kind: 'passkey-question', ticket: 'dA', options: '{}' },
  'password-changed': { kind: 'password-changed', areOthersEnded: false },
}

for (const result of Object.values(samples)) {
  test(`a result of kind ${result.kind} fits the schema`, (t) => {
    t.is(render(result).kind, result.kind)
  })
}

test('an error tells its code, its words and whether to try again', (t) => {
  const refusal = new Refusal('mail_unavailable', { retryAfterSeconds: 5 })
  const answer = renderNativeError(refusal, 'a39eb5f3')

  t.is(answer.status, 503)
  t.deepEqual(parse(answer.body), {
    version: 1,
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
    { version: 1, kind: 'counts', mailbox: 'INBOX', messages: 2, unseen: 1 },
    { version: 1, kind: 'changed', mailbox: 'Grüße' },
    { version: 1, kind: 'mailboxes' },
    { version: 1, kind: 'settings', revision: 7 },
    { version: 1, kind: 'resync' },
  ])
})

test('a message of the event stream is one line of data under its id', (t) => {
  t.is(eventStreamMessage('{"a":"b\\n"}', 'e-1'), 'id: e-1\ndata: {"a":"b\\n"}\n\n')
  t.is(eventStreamMessage('{}'), 'data: {}\n\n')
})

test('a row of a thread tells its place in it', (t) => {
  const thread = { depth: 0, parentUid: undefined, hasChildren: true, unreadChildren: 1 }

  const answer = render(listOf([{ ...seen, thread }]))

  t.like(answer, {
    rows: [{ thread: { depth: 0, parentUid: null, hasChildren: true, unreadChildren: 1 } }],
  })
})

test('a row whose details are too large says so, and others do not', (t) => {
  const answer = render(listOf([rowOf({ uid: 3, isIncomplete: true }), seen]))

  const rows = answer.kind === 'list' ? answer.rows : []
  t.deepEqual(
    rows.map(({ isIncomplete }) => isIncomplete),
    [true, undefined],
  )
})

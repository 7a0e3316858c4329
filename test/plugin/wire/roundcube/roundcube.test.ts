import test from 'ava'
import type { DoneResult, RefreshResult } from '../../../../plugin/actions/result/result.ts'
import { searchIdOf } from '../../../../plugin/actions/contract/searches.ts'
import { renderRoundcube, type RoundcubeResult } from '../../../../plugin/wire/roundcube/encode.ts'
import { firstRows, readResponse, seen, type Exchange } from './exchange.ts'
import { listOf, rowOf, rowsDown, stateOf } from '../../../support/actions/samples.ts'
import { mailboxName } from '../../../../proxy/mail/model/mailbox-name.ts'

// Each test renders what the mailbox of a captured exchange held and compares the whole response.

const REPORT = { text: 'report', fields: ['subject', 'from'], filter: 'all' } as const

const reunion = rowOf({
  uid: 50,
  subject: 'Réunion décalée à mercredi',
  from: [{ name: 'Ren Berg', address: 'ren.berg@example.org' }],
  date: Date.UTC(2026, 9, 31, 22, 52),
  size: 1100,
})
const newsletter = rowOf(
  {
    uid: 49,
    subject: 'Re: Newsletter No. 1699',
    from: [{ name: 'Tomáš López', address: 'tomas.lopez@mail.example.net' }],
    date: Date.UTC(2026, 9, 14, 1, 39),
    size: 2000,
    contentType: 'multipart/alternative',
  },
  ['\\Seen'],
)
const report = rowOf(
  {
    uid: 46,
    subject: 'Re: quarterly report 892',
    from: [{ name: 'Ivan Weiß', address: 'ivan.wei@example.com' }],
    date: Date.UTC(2026, 8, 3, 13, 54),
    size: 1007,
    contentType: 'multipart/related',
  },
  ['\\Seen'],
)

function render(result: RoundcubeResult, unlock: string | undefined): Exchange {
  const { status, type, body } = renderRoundcube(result, {
    unlock,
    productName: 'Roundcube Webmail',
    now: Date.UTC(2026, 10, 21, 3, 31, 47),
    zone: 'Europe/Berlin',
  })
  if (status !== 200 || type !== 'application/json; charset=UTF-8') throw new Error('not an answer')
  return readResponse(body)
}

/** Threaded lists are not offered, and the response says so. */
function withoutThreads(exchange: Exchange): Exchange {
  return { ...exchange, env: { ...exchange.env, threads: false } }
}

const done: DoneResult = {
  kind: 'done',
  action: 'mark',
  mailbox: 'INBOX',
  uids: [51],
  flag: undefined,
  counts: [],
  special: {},
  target: undefined,
  uidMap: undefined,
  targetUidValidity: undefined,
  list: undefined,
}

const refreshed: RefreshResult = {
  kind: 'refresh',
  action: 'refresh',
  counts: [stateOf({ unseen: 9 })],
  special: { trash: mailboxName('Trash') },
  mailbox: 'INBOX',
  state: '7.51.50.9.100',
  list: undefined,
  changed: [],
  gone: [],
  notices: [],
}

test('a list has the environment, the calls and the rows seen', async (t) => {
  const expected = withoutThreads(await seen('list'))
  const rows = [reunion, newsletter, ...rowsDown(48, 1)]

  const { calls, ...rest } = firstRows(render(listOf(rows), expected.unlock), 2)

  t.deepEqual(rest, { action: expected.action, unlock: expected.unlock, env: expected.env })
  t.deepEqual(calls.slice(0, -1), expected.calls)
  t.is(calls.at(-1)?.[0], 'set_quota')
})

test('an empty mailbox says that there is no message', async (t) => {
  const expected = withoutThreads(await seen('list-empty'))
  const empty = listOf([], {
    mailbox: mailboxName('Archive'),
    state: { path: mailboxName('Archive'), unseen: 0 },
  })

  t.deepEqual(render(empty, expected.unlock), expected)
})

test('a list in a search names the search and no unread count', async (t) => {
  const expected = withoutThreads(await seen('list-in-search'))
  const found = listOf([report], { search: REPORT, state: { messages: 49 } })

  const env = { ...expected.env, search_request: searchIdOf(REPORT) }
  t.deepEqual(render(found, expected.unlock), { ...expected, env })
})

test('a search answers its id, its rows and how many it found', async (t) => {
  const expected = await seen('search')
  const found = listOf([report], { search: REPORT, state: { messages: 49 } })

  const searchId = '437d5dab06fd82d7325125d6eb7ec4df'
  t.deepEqual(render({ kind: 'search', searchId, list: found }, expected.unlock), expected)
})

test('a search that finds nothing says so', async (t) => {
  const expected = await seen('search-nothing-found')
  const search = { text: 'zzzqqq', fields: ['subject'], filter: 'all' } as const
  const found = listOf([], { search, state: { messages: 49 } })

  const searchId = '0ca7eaa140a0a9f8ddee868b1a5dca4d'
  t.deepEqual(render({ kind: 'search', searchId, list: found }, expected.unlock), expected)
})

test('unread counts come in the order of the mailboxes, the trash followed by its size', async (t) => {
  const expected = await seen('getunread')
  const counts = [
    ['INBOX', 9, 50],
    ['Drafts', 0, 0],
    ['Sent', 0, 0],
    ['Junk', 1, 3],
    ['Trash', 2, 5],
    ['Archive.2025', 1, 2],
    ['Projekte über', 1, 1],
  ] as const
  const states = counts.map(([path, unseen, messages]) =>
    stateOf({ path: mailboxName(path), unseen, messages }),
  )

  const result = {
    kind: 'unread',
    counts: states,
    special: { trash: mailboxName('Trash') },
  } as const
  t.deepEqual(render(result, '0'), expected)
})

test('a refresh with nothing new has empty recent flags and the count', async (t) => {
  const expected = await seen('refresh-nothing-new')

  t.deepEqual(render(refreshed, expected.unlock), expected)
})

test('a refresh reports the flags of rows that changed', async (t) => {
  const expected = await seen('refresh-flag-changed')
  const changed = [rowOf({ uid: 50 }, ['\\Flagged'])]

  const result = { ...refreshed, changed, counts: [stateOf({ unseen: 10 })] }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('a refresh with a new message clears the list and sends the page again', async (t) => {
  const expected = await seen('refresh-new-message')
  const fresh = rowOf(
    {
      uid: 51,
      subject: 'capture',
      from: [{ name: 'New One', address: 'new@example.org' }],
      date: Date.UTC(2026, 10, 21, 3, 0),
      size: 189,
    },
    ['\\Recent'],
  )
  const list = listOf([fresh, reunion, ...rowsDown(49, 2)], { total: 51, pageCount: 2 })

  const result = { ...refreshed, list, counts: [stateOf({ unseen: 10 })] }
  const { calls, ...rest } = firstRows(render(result, expected.unlock), 2)

  t.deepEqual(rest, { action: expected.action, unlock: expected.unlock, env: expected.env })
  t.deepEqual(calls, [...expected.calls, ['update_selection']])
})

test('check-recent answers under its own name with the size of the trash', async (t) => {
  const expected = await seen('check-recent')
  const counts = [
    stateOf({ unseen: 10 }),
    stateOf({ path: mailboxName('Trash'), unseen: 2, messages: 5 }),
  ]

  const { calls, ...rest } = render(
    { ...refreshed, action: 'check-recent', counts },
    expected.unlock,
  )

  t.deepEqual(rest, { action: expected.action, unlock: expected.unlock, env: expected.env })
  for (const call of expected.calls)
    t.deepEqual(
      calls.filter((sent) => sent[0] === call[0] && sent[1] === call[1]),
      [call],
    )
})

test('a refresh that requests nothing is answered with nothing', (t) => {
  const result = { ...refreshed, mailbox: undefined, counts: [] }

  t.deepEqual(render(result, undefined), { action: 'refresh', calls: [] })
})

test('a refresh shows what the mail server wants to be read, as text', (t) => {
  const result = { ...refreshed, counts: [], notices: ['Quota <b>full</b>'] }

  t.deepEqual(render(result, undefined).calls, [
    ['display_message', 'Quota &lt;b&gt;full&lt;/b&gt;', 'warning', 0],
  ])
})

test('keep-alive has an empty script', async (t) => {
  t.deepEqual(render({ kind: 'keep-alive' }, '0'), await seen('keep-alive'))
})

test('marking read confirms and reports the new count', async (t) => {
  const expected = await seen('mark-read')

  const result = { ...done, flag: 'read', counts: [stateOf({ unseen: 8 })] }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('removing a flag confirms and tells no count', async (t) => {
  const expected = await seen('mark-unflagged')

  const result = { ...done, flag: 'unflagged', counts: [stateOf()] }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('a move sends the row that slid into the page', async (t) => {
  const expected = await seen('move')
  const last = rowOf(
    {
      uid: 1,
      subject: '会砧の立ら',
      from: [{ name: 'Olga Ito', address: 'olga.ito@example.org' }],
      date: Date.UTC(2024, 10, 13, 0, 42),
      size: 6000,
      contentType: 'multipart/mixed',
    },
    ['\\Seen'],
  )
  const list = listOf([...rowsDown(51, 3), last])

  const counts = [stateOf({ unseen: 8 })]
  const result: DoneResult = {
    ...done,
    action: 'move',
    target: mailboxName('Archive'),
    uids: [49],
    counts,
    list,
  }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('a delete on the last page sends no row', async (t) => {
  const expected = await seen('delete')
  const list = listOf(rowsDown(50, 2))

  const counts = [stateOf({ unseen: 8 })]
  const result: DoneResult = { ...done, action: 'delete', uids: [47], counts, list }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('a copy confirms', async (t) => {
  const expected = await seen('copy')

  const result: DoneResult = { ...done, action: 'copy', uids: [48], target: mailboxName('Archive') }
  t.deepEqual(render(result, expected.unlock), expected)
})

test('an expunge confirms', async (t) => {
  const expected = await seen('expunge')

  t.deepEqual(render({ ...done, action: 'expunge', uids: [] }, expected.unlock), expected)
})

test('an unlock that is none of the front end is left out', (t) => {
  t.is(render({ kind: 'keep-alive' }, '"});alert(1)').unlock, undefined)
})

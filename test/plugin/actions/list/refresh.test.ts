import test from 'ava'
import { list } from '../../../../plugin/actions/list/list.ts'
import { checkRecent, refresh } from '../../../../plugin/actions/list/refresh.ts'
import type { RefreshResult } from '../../../../plugin/actions/result/result.ts'
import { stateToken } from '../../../../plugin/actions/result/state-token.ts'
import { rowOf, stateOf } from '../../wire/samples.ts'
import {
  fakeContext,
  parametersOf,
  type FakeContext,
} from '../../../support/actions/fake-context.ts'

type Fields = Readonly<Record<string, string>>

async function refreshed(
  { context }: FakeContext,
  fields: Fields,
  {
    wire = 'native',
    action = refresh,
  }: { wire?: 'native' | 'roundcube'; action?: typeof refresh } = {},
): Promise<RefreshResult> {
  const result = await action.run(action.parse(parametersOf(fields, { wire })), context)
  if (result.kind !== 'refresh') throw new Error(`answered ${result.kind}`)
  return result
}

const shown = { _mbox: 'INBOX', _page: '1', _list: '1', _folderlist: '1', _uids: '3,2,1' }

test('an unchanged state means that nothing changed', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, { ...shown, _state: stateToken(fake.mail.state) })

  t.is(result.list, undefined)
  t.deepEqual(result.changed, [])
})

test('the same messages with other flags are told by their flags only', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  const flagged = rowOf({ uid: 2 }, ['\\Flagged'], 101n)
  fake.mail.rows = [rowOf({ uid: 3 }), flagged, rowOf({ uid: 1 })]
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const result = await refreshed(fake, { ...shown, _state: before })

  t.is(result.list, undefined)
  t.deepEqual(result.changed, [flagged])
})

test('a new message brings the whole list', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.rows = [rowOf({ uid: 4 }), ...fake.mail.rows]
  fake.mail.state = stateOf({ messages: 4, uidNext: 5, highestModseq: 101n })

  const result = await refreshed(fake, { ...shown, _state: before })

  t.is(result.list?.page.rows.length, 4)
})

test('a message that went brings the whole list', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.rows = fake.mail.rows.slice(1)
  fake.mail.state = stateOf({ messages: 2, uidNext: 4, highestModseq: 101n })

  t.is((await refreshed(fake, { ...shown, _state: before })).list?.page.rows.length, 2)
})

test('a message that went from another page brings the list, whose total is another', async (t) => {
  const fake = fakeContext()
  fake.mail.state = stateOf({ messages: 60 })
  const before = stateToken(fake.mail.state)
  fake.mail.state = stateOf({ messages: 59, highestModseq: 101n })

  t.is((await refreshed(fake, { ...shown, _state: before })).list?.page.total, 59)
})

test('a message that no longer matches a search brings the list, whose total is another', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const fields = { ...shown, _state: before, _search: '', _filter: 'UNSEEN' }

  t.not((await refreshed(fake, fields)).list, undefined)
})

test('other flags bring the whole threaded list, which counts unread answers', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  t.not((await refreshed(fake, { ...shown, _state: before, _threads: '1' })).list, undefined)
})

test('a refresh names the state it is about', async (t) => {
  const fake = fakeContext()

  t.is((await refreshed(fake, shown)).state, stateToken(fake.mail.state))
})

test('a mailbox that was made anew brings the whole list though its UIDs are the same', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, uidValidity: 8n }

  t.is((await refreshed(fake, { ...shown, _state: before })).list?.page.rows.length, 3)
})

test('without CONDSTORE every shown row is told, because a flag may have changed unseen', async (t) => {
  const fake = fakeContext()
  fake.mail.state = { ...fake.mail.state, highestModseq: undefined }
  fake.mail.rows = [3, 2, 1].map((uid) => ({ ...rowOf({ uid }), modseq: undefined }))

  const result = await refreshed(fake, { ...shown, _state: stateToken(fake.mail.state) })

  t.is(result.changed.length, 3)
})

test("Roundcube's front end is told what changed since its session's last list", async (t) => {
  const fake = fakeContext()
  await list.run(list.parse(parametersOf({}, { wire: 'roundcube' })), fake.context)
  const flagged = rowOf({ uid: 2 }, ['\\Flagged'], 101n)
  fake.mail.rows = [rowOf({ uid: 3 }), flagged, rowOf({ uid: 1 })]
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const result = await refreshed(
    fake,
    { _mbox: 'INBOX', _list: '1', _folderlist: '1', _uids: '3,2,1' },
    { wire: 'roundcube' },
  )

  t.deepEqual(result.changed, [flagged])
})

test("a refresh of Roundcube's front end is about the page and order it was last shown", async (t) => {
  const fake = fakeContext()
  const fields = { _mbox: 'INBOX', _page: '2', _sort: 'from_ASC' }
  await list.run(list.parse(parametersOf(fields, { wire: 'roundcube' })), fake.context)

  await refreshed(fake, { _mbox: 'INBOX', _list: '1', _uids: '' }, { wire: 'roundcube' })

  const pages = fake.mail.calls.filter(([verb]) => verb === 'page')
  t.like(pages.at(-1)?.[1], { page: 2, sort: { by: 'from', isDescending: false } })
})

test('a refresh of INBOX costs no round trip for counts', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, shown)

  t.false(fake.mail.calls.some(([verb]) => verb === 'counts'))
  t.deepEqual(
    result.counts.map(({ path }) => path),
    ['INBOX'],
  )
})

test('check-recent counts every subscribed mailbox', async (t) => {
  const result = await refreshed(fakeContext(), shown, { action: checkRecent })

  t.is(result.action, 'check-recent')
  t.deepEqual(
    result.counts.map(({ path }) => path),
    ['INBOX', 'Archive', 'Trash'],
  )
})

test('the count of the mailbox on show is that of its list', async (t) => {
  const fake = fakeContext()
  fake.mail.state = stateOf({ messages: 3, unseen: 2 })
  fake.mail.counts = [stateOf({ unseen: 9 })]

  const result = await refreshed(fake, shown, { action: checkRecent })

  t.is(result.counts[0]?.unseen, 2)
})

test('a refresh that asks for neither list nor counts asks nothing of the mail server', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, { _mbox: 'INBOX' })

  t.deepEqual(fake.mail.calls, [])
  t.deepEqual(result.counts, [])
})

test('a refresh says what of the ticked messages left the mailbox that is listed', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, { ...shown, _ticked: '1:3,9' })

  t.deepEqual(result.gone, [[2, 2]])
  t.deepEqual(fake.mail.calls.at(-1), [
    'missingUids',
    'INBOX',
    [
      [1, 3],
      [9, 9],
    ],
  ])
  t.deepEqual(fake.mail.heldTo, [fake.mail.state.uidValidity])
})

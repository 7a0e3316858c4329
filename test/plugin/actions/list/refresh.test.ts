import test from 'ava'
import { list } from '../../../../plugin/actions/list/list.ts'
import { checkRecent, refresh, type RefreshInput } from '../../../../plugin/actions/list/refresh.ts'
import type { RefreshResult } from '../../../../plugin/actions/result/result.ts'
import { stateToken } from '../../../../plugin/actions/result/mailbox.ts'
import { rowOf, stateOf } from '../../../support/actions/samples.ts'
import { fakeContext, type FakeContext } from '../../../support/actions/fake-context.ts'
import { listInput, refreshInput } from '../../../support/actions/inputs.ts'

async function refreshed(
  { context }: FakeContext,
  changes: Partial<RefreshInput> = {},
  action: typeof refresh | typeof checkRecent = refresh,
): Promise<RefreshResult> {
  return action.run(refreshInput(changes), context)
}

test('an unchanged state means that nothing changed', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, { state: stateToken(fake.mail.state) })

  t.is(result.list, undefined)
  t.deepEqual(result.changed, [])
})

test('the same messages with other flags are told by their flags only', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  const flagged = rowOf({ uid: 2 }, ['\\Flagged'], 101n)
  fake.mail.rows = [rowOf({ uid: 3 }), flagged, rowOf({ uid: 1 })]
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const result = await refreshed(fake, { state: before })

  t.is(result.list, undefined)
  t.deepEqual(result.changed, [flagged])
})

test('what the mail server wants to be read is told by one refresh', async (t) => {
  const fake = fakeContext()
  fake.mail.notices.push('The archive is closed tonight')

  t.deepEqual((await refreshed(fake)).notices, ['The archive is closed tonight'])
  t.deepEqual((await refreshed(fake)).notices, [])
})

test('a new message brings the whole list', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.rows = [rowOf({ uid: 4 }), ...fake.mail.rows]
  fake.mail.state = stateOf({ messages: 4, uidNext: 5, highestModseq: 101n })

  const result = await refreshed(fake, { state: before })

  t.is(result.list?.page.rows.length, 4)
})

test('a message that went brings the whole list', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.rows = fake.mail.rows.slice(1)
  fake.mail.state = stateOf({ messages: 2, uidNext: 4, highestModseq: 101n })

  t.is((await refreshed(fake, { state: before })).list?.page.rows.length, 2)
})

test('a message that went from another page brings the list, whose total is another', async (t) => {
  const fake = fakeContext()
  fake.mail.state = stateOf({ messages: 60 })
  const before = stateToken(fake.mail.state)
  fake.mail.state = stateOf({ messages: 59, highestModseq: 101n })

  t.is((await refreshed(fake, { state: before })).list?.page.total, 59)
})

test('a message that no longer matches a search brings the list, whose total is another', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const query = { text: '', fields: ['subject'], filter: 'unseen' } as const
  const list = listInput({ search: { kind: 'query', query } })

  t.not((await refreshed(fake, { state: before, list })).list, undefined)
})

test('other flags bring the whole threaded list, which counts unread answers', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  t.not(
    (await refreshed(fake, { state: before, list: listInput({ isThreaded: true }) })).list,
    undefined,
  )
})

test('a refresh names the state it is about', async (t) => {
  const fake = fakeContext()

  t.is((await refreshed(fake)).state, stateToken(fake.mail.state))
})

test('a mailbox that was made again brings the whole list though its UIDs are the same', async (t) => {
  const fake = fakeContext()
  const before = stateToken(fake.mail.state)
  fake.mail.state = { ...fake.mail.state, uidValidity: 8n }

  t.is((await refreshed(fake, { state: before })).list?.page.rows.length, 3)
})

test('without CONDSTORE every shown row is told, because a flag may have changed unseen', async (t) => {
  const fake = fakeContext()
  fake.mail.state = { ...fake.mail.state, highestModseq: undefined }
  fake.mail.rows = [3, 2, 1].map((uid) => ({ ...rowOf({ uid }), modseq: undefined }))

  const result = await refreshed(fake, { state: stateToken(fake.mail.state) })

  t.is(result.changed.length, 3)
})

test("a client that keeps no state is told what changed since its session's last list", async (t) => {
  const fake = fakeContext()
  await list.run(listInput(), fake.context)
  const flagged = rowOf({ uid: 2 }, ['\\Flagged'], 101n)
  fake.mail.rows = [rowOf({ uid: 3 }), flagged, rowOf({ uid: 1 })]
  fake.mail.state = { ...fake.mail.state, highestModseq: 101n }

  const result = await refreshed(fake)

  t.deepEqual(result.changed, [flagged])
})

test('a refresh of what is shown is about the page and order that the session was last shown', async (t) => {
  const fake = fakeContext()
  const sort = { by: 'from', isDescending: false } as const
  await list.run(listInput({ page: 2, sort }), fake.context)

  await refreshed(fake, { list: listInput({ page: 'shown', sort: 'shown' }), uids: [] })

  const pages = fake.mail.calls.filter(([verb]) => verb === 'page')
  t.like(pages.at(-1)?.[1], { page: 2, sort: { by: 'from', isDescending: false } })
})

test('a refresh of INBOX costs no round trip for counts', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake)

  t.false(fake.mail.calls.some(([verb]) => verb === 'counts'))
  t.deepEqual(
    result.counts.map(({ path }) => path),
    ['INBOX'],
  )
})

test('check-recent counts every subscribed mailbox', async (t) => {
  const result = await refreshed(fakeContext(), {}, checkRecent)

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

  const result = await refreshed(fake, {}, checkRecent)

  t.is(result.counts[0]?.unseen, 2)
})

test('a refresh that requests neither list nor counts asks nothing of the mail server', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, { list: undefined, isCounting: false })

  t.deepEqual(fake.mail.calls, [])
  t.deepEqual(result.counts, [])
})

test('a refresh says what of the selected messages left the mailbox that is listed', async (t) => {
  const fake = fakeContext()

  const result = await refreshed(fake, {
    selected: [
      [1, 3],
      [9, 9],
    ],
  })

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

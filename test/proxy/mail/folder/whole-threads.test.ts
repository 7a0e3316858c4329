import test from 'ava'
import { arrangeWhole } from '../../../../proxy/mail/folder/whole-threads.ts'
import { parseThreads } from '../../../../proxy/mail/imap/parser/thread-parser.ts'
import { inOneGo } from '../../../../proxy/mail/imap/parser/slice.ts'
import { startDovecot } from '../../../support/dovecot/dovecot.ts'
import { deliverConversations } from '../../../support/accelerator/conversations.ts'
import { seededRandom } from '../../../support/random.ts'
import { openAccount, patient, request } from '../engine.ts'

/** The first messages of the threads in their order, and where the others stand: `3 3>4 3>>12`. */
function shapeOf(reported: string, sorted: readonly number[] | undefined, isDescending: boolean) {
  const all = Uint32Array.from(reported.match(/\d+/g) ?? [], Number).sort()
  const order = sorted === undefined ? undefined : Uint32Array.from(sorted)
  const threads = inOneGo(
    arrangeWhole(inOneGo(parseThreads(reported, 0)), { all, sorted: order, isDescending }),
  )
  const { uids, parents, depths, starts } = threads
  return [...starts.keys()].map((thread) =>
    [...uids.subarray(starts[thread], starts[thread + 1])]
      .map((uid, index) => {
        const at = (starts[thread] ?? 0) + index
        return `${'>'.repeat(depths[at] ?? 0)}${uid}${depths[at] === 0 ? '' : `^${parents[at]}`}`
      })
      .join(' '),
  )
}

// As Dovecot told it, and as Debian's Roundcube 1.6.5 showed it (plugin/docs/architecture.md, "The accelerator").
const REPORTED = '(10)(2 5)(6 11)(1 (3 4 12)(7))((8)(9))'

for (const [what, sorted, isDescending, roots] of [
  ['the order of the server', undefined, false, [10, 2, 6, 1, 8]],
  ['that order turned round', undefined, true, [8, 1, 6, 2, 10]],
  ['order of size', [8, 3, 6, 9, 4, 10, 7, 12, 1, 11, 2, 5], false, [8, 1, 6, 10, 2]],
  ['order of subject', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], false, [1, 6, 10, 8, 2]],
  // Not the one before, turned round.
  ['falling order of subject', [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1], true, [1, 2, 6, 8, 10]],
] as const) {
  test(`whole threads stand in ${what}`, (t) => {
    const shape = shapeOf(REPORTED, sorted, isDescending)

    t.deepEqual(
      shape.map((thread) => Number(/^\d+/.exec(thread)?.[0])),
      roots,
    )
  })
}

test('messages whose first one is missing are one thread, below the first of them', (t) => {
  t.deepEqual(shapeOf('((3 4 12)(7))((8)(9 10))', undefined, false), [
    '3 >4^3 >>12^4 >7^3',
    '8 >9^8 >>10^9',
  ])
})

test('a page that counts threads holds each with all its messages, and no message twice', async (t) => {
  const dovecot = await startDovecot({ t, users: 1 })
  await deliverConversations(dovecot, dovecot.userName(1), { count: 40, random: seededRandom(3) })
  const account = openAccount(t, dovecot, 1)
  const requested = request({
    counts: 'threads',
    pageSize: 4,
    sort: { by: 'from-name', isDescending: true },
  })

  const first = await account.page(requested, patient)
  const rest = Array.from({ length: first.pageCount - 1 }, (_, index) =>
    account.page({ ...requested, page: index + 2 }, patient),
  )
  const rows = [first, ...(await Promise.all(rest))].flatMap((page) => page.rows)

  t.is(new Set(rows.map(({ summary }) => summary.uid)).size, 40)
  t.is(rows.filter(({ thread }) => thread?.depth === 0).length, first.total)
  t.is(first.rows.filter(({ thread }) => thread?.depth === 0).length, 4)
})

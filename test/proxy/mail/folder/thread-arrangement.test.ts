import test from 'ava'
import fc from 'fast-check'
import { inOneGo, inSlices, type Sliced } from '../../../../proxy/mail/imap/parser/slice.ts'
import {
  arrangeThreads,
  positionsIn,
  SLICE_MESSAGES,
  type ArrangedThreads,
} from '../../../../proxy/mail/folder/thread-arrangement.ts'

// What THREAD answered is put in order while others wait for nothing but one slice of it.

const MANY = 8 * SLICE_MESSAGES

/** How often the work lets others have their turn, and what came of it. */
function slicesOf<Result>(work: Sliced<Result>): { slices: number; result: Result } {
  for (let slices = 0; ; slices += 1) {
    const step = work.next()
    if (step.done === true) return { slices, result: step.value }
  }
}

function numbers(length: number, numberAt: (index: number) => number): Uint32Array {
  return Uint32Array.from({ length }, (_, index) => numberAt(index))
}

for (const [what, parentOf] of [
  ['threads of one message', () => 0],
  ['one conversation in which everybody answers the last one', (index: number) => index],
  ['one message with all others as its answers', (index: number) => (index === 0 ? 0 : 1)],
  ['threads of ten', (index: number) => (index % 10 === 0 ? 0 : index)],
] as const) {
  const uids = numbers(MANY, (index) => index + 1)
  const reported = { uids, parents: numbers(MANY, parentOf) }

  test(`${what}, half a million in all, are arranged in slices`, (t) => {
    const { slices, result } = slicesOf(arrangeThreads(reported, true))

    t.true(slices >= MANY / SLICE_MESSAGES)
    t.is(result.uids.length, MANY)
  })

  test(`the places of a page of ${what} are found in slices, each reply looked at once`, (t) => {
    const threads = inOneGo(arrangeThreads(reported, true))

    const { slices, result } = slicesOf(positionsIn(threads, [0, 500], uids))

    t.is(result.length, 500)
    const below = result[0]?.unreadChildren ?? 0
    t.is(slices, Math.floor(Math.max(below + 1, 500) / SLICE_MESSAGES))
  })
}

test('what fits one slice lets no one wait for another turn', (t) => {
  const reported = { uids: numbers(1_000, (index) => index + 1), parents: new Uint32Array(1_000) }

  t.is(slicesOf(arrangeThreads(reported, true)).slices, 0)
})

test('others have their turn after each slice', async (t) => {
  let turns = 0
  const other = setInterval(() => undefined, 1)
  t.teardown(() => clearInterval(other))
  const count = (): void => {
    turns += 1
    immediate = setImmediate(count)
  }
  let immediate = setImmediate(count)
  t.teardown(() => clearImmediate(immediate))

  const result = await inSlices(
    (function* work(): Sliced<string> {
      for (let slice = 0; slice < 10; slice += 1) yield
      return 'done'
    })(),
  )

  t.is(result, 'done')
  t.true(turns >= 9)
})

/** Threads by chance: each message a new one, or a reply to some message on the path to the last one. */
const report = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 4_294_967_295 }), { maxLength: 40 }),
    fc.array(fc.nat({ max: 5 }), { minLength: 40, maxLength: 40 }),
  )
  .map(([uids, steps]) => {
    const path: number[] = []
    const parents = uids.map((uid, index) => {
      path.length = Math.max(0, path.length - (steps[index] ?? 0))
      const parent = path.at(-1) ?? 0
      path.push(uid)
      return parent
    })
    return { uids: Uint32Array.from(uids), parents: Uint32Array.from(parents) }
  })

test('threads stand by their newest message, with depths and unread answers as a simple count has them', (t) => {
  fc.assert(
    fc.property(
      report,
      fc.boolean(),
      fc.nat(40),
      fc.nat(40),
      (threads, isNewestFirst, from, size) => {
        const arranged = inOneGo(arrangeThreads(threads, isNewestFirst))
        const unseen = threads.uids.filter((uid) => uid % 2 === 0).sort()
        const to = Math.min(from + size, arranged.uids.length)

        t.deepEqual(rowsOf(arranged), simplyArranged(threads, isNewestFirst))
        t.deepEqual(
          inOneGo(positionsIn(arranged, [Math.min(from, to), to], unseen)),
          simplePositions(arranged).slice(Math.min(from, to), to),
        )
      },
    ),
  )
})

function rowsOf({ uids, parents, depths }: ArrangedThreads) {
  return [...uids].map((uid, index) => ({ uid, parent: parents[index], depth: depths[index] }))
}

function simplyArranged(
  { uids, parents }: { readonly uids: Uint32Array; readonly parents: Uint32Array },
  isNewestFirst: boolean,
) {
  const threads: { uid: number; parent: number; depth: number }[][] = []
  for (const [index, uid] of [...uids].entries()) {
    const parent = parents[index] ?? 0
    if (parent === 0) threads.push([])
    const thread = threads.at(-1) ?? []
    const depth = parent === 0 ? 0 : 1 + (thread.find((one) => one.uid === parent)?.depth ?? 0)
    thread.push({ uid, parent, depth })
  }
  const newest = (thread: readonly { uid: number }[]) => Math.max(...thread.map(({ uid }) => uid))
  const ordered = threads.sort((one, other) => newest(one) - newest(other))
  return (isNewestFirst ? ordered.reverse() : ordered).flat()
}

function simplePositions(arranged: ArrangedThreads) {
  const rows = rowsOf(arranged)
  return rows.map(({ parent, depth = 0 }, index) => {
    const after = rows.slice(index + 1)
    const next = after.findIndex((row) => (row.depth ?? 0) <= depth)
    const below = next === -1 ? after : after.slice(0, next)
    return {
      depth,
      parentUid: parent === 0 ? undefined : parent,
      hasChildren: below.length > 0,
      unreadChildren: below.filter(({ uid }) => uid % 2 === 0).length,
    }
  })
}

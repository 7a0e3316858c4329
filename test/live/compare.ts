import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ExecutionContext } from 'ava'
import type { NativeInputOf, NativeRow } from '../../plugin/wire/native/types.ts'
import { patient } from '../proxy/mail/engine.ts'
import { isLong } from '../support/process/long-tests.ts'
import { pick } from './letters.ts'
import { requestList, refreshed, type LivePage, type ShownList } from './page.ts'
import { lastingFlags, type TrueMessage, type TruePosition, type Truth } from './truth.ts'

/** What is compared, and when: the words name a difference that is found. */
export interface Comparison {
  readonly t: ExecutionContext
  readonly page: LivePage
  readonly truth: Truth
  readonly when: string
}

/** Rows of a page: the least the settings allow, so that mailboxes have several. */
export const PAGE_SIZE = 10

const SORTS = [
  ['received', 'ARRIVAL'],
  ['date', 'DATE'],
  ['from', 'FROM'],
  ['to', 'TO'],
  ['cc', 'CC'],
  ['subject', 'SUBJECT'],
  ['size', 'SIZE'],
] as const

type Search = NonNullable<NativeInputOf<'list'>['search']>

const ANY: Search = { text: '', fields: ['subject'], filter: 'all' }
const ELEPHANT: Search = { text: 'elephant', fields: ['text'], filter: 'all' }

const SEARCHES: readonly (readonly [search: Search | undefined, criteria: string])[] = [
  [undefined, 'ALL'],
  [{ ...ANY, filter: 'unseen' }, 'UNSEEN'],
  [{ ...ANY, filter: 'flagged' }, 'FLAGGED'],
  [{ ...ANY, text: 'invoice' }, 'SUBJECT "invoice"'],
  [{ ...ANY, text: 'ada', fields: ['from', 'cc'] }, 'OR FROM "ada" CC "ada"'],
  [ELEPHANT, 'TEXT "elephant"'],
  [{ ...ELEPHANT, filter: 'unseen' }, 'UNSEEN TEXT "elephant"'],
]

/** What another program changed is told at the latest after so long. */
const REPORTED_WITHIN_MS = 2_000

/** Names and counts of all mailboxes: at once, or at the latest when changes of it must have come. */
export async function expectSameMailboxes(comparison: Comparison): Promise<void> {
  const { t, when } = comparison
  const reported = await reportedMailboxes(comparison)
  const expected = await trueMailboxes(comparison)
  // Among tens of thousands of operations one meets the moment between a change and the changes of it.
  if (!isLong || isDeepStrictEqual(reported, expected)) {
    t.deepEqual(reported, expected, when)
    return
  }
  await sleep(REPORTED_WITHIN_MS)
  t.log(`told late: ${when}`)
  t.deepEqual(await reportedMailboxes(comparison), await trueMailboxes(comparison), when)
}

async function trueMailboxes({ truth }: Comparison) {
  const paths = [...(await truth.mailboxes())].sort()
  const counts = sortedCounts(await truth.counts())
  return { paths, counts, unread: counts }
}

async function reportedMailboxes({ page }: Comparison) {
  const { mailboxes } = await page.persist(() => page.http.get('folders', {}, patient.signal))
  const { counts } = await page.persist(() =>
    page.http.post('refresh', { isCounting: true }, patient.signal),
  )
  const unread = await page.persist(() => page.http.get('getunread', {}, patient.signal))
  const paths = mailboxes.filter(({ isSelectable }) => isSelectable).map(({ path }) => path)
  return {
    paths: paths.sort(),
    counts: sortedCounts(counts),
    unread: sortedCounts(unread.counts),
  }
}

/** A list that is only ever refreshed. Answers what is on show then. */
export async function expectSameShown(
  { t, page, truth, when }: Comparison,
  shown: ShownList,
): Promise<ShownList> {
  const now = await refreshed(page, shown)
  const messages = new Map((await truth.messages(shown.mailbox)).map((one) => [one.uid, one]))
  const newestLast = await truth.sorted(shown.mailbox, 'ARRIVAL', 'ALL')

  t.is(now.total, messages.size, when)
  const wanted = pageOf(newestLast.toReversed(), now.page).map((uid) => messages.get(uid))
  t.deepEqual(now.rows.map(messageOf), wanted, when)
  return now
}

/** A list in some order of what matches some search. */
export async function expectSameSorted(
  { t, page, truth, when }: Comparison,
  mailbox: string,
  random: () => number,
): Promise<void> {
  const [by, key] = pick(SORTS, random)
  const [search, criteria] = pick(SEARCHES, random)
  const isDescending = random() < 0.5
  const list = await requestList(page, {
    mailbox,
    sort: { by, isDescending },
    page: 1 + Math.floor(random() * 3),
    search,
  })
  const sorted = await truth.sorted(mailbox, key, criteria)

  const what = `${by} ${isDescending} ${criteria} of ${mailbox}, ${when}`
  t.is(list.total, sorted.length, what)
  const wanted = isDescending ? sorted.toReversed() : sorted
  t.deepEqual(list.rows.map(uidOf), pageOf(wanted, list.page), what)
}

/** A threaded list. */
export async function expectSameThreads(
  { t, page, truth, when }: Comparison,
  mailbox: string,
): Promise<void> {
  const list = await requestList(page, { mailbox, isThreaded: true, page: 1 })
  const threads = await truth.threads(mailbox)

  const positioned = list.rows.map(({ uid, thread }) => ({ uid, parent: thread?.parentUid ?? 0 }))
  const newestFirst = threads.toSorted((one, two) => newestOf(two) - newestOf(one)).flat()
  t.deepEqual(positioned, pageOf(newestFirst, list.page), `threads of ${mailbox}, ${when}`)
}

function pageOf<Item>(items: readonly Item[], page: number): readonly Item[] {
  return items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE)
}

function messageOf({ uid, flags }: NativeRow): TrueMessage {
  return { uid, flags: lastingFlags(flags) }
}

function uidOf({ uid }: NativeRow): number {
  return uid
}

function newestOf(thread: readonly TruePosition[]): number {
  return Math.max(...thread.map(uidOfPosition))
}

function uidOfPosition({ uid }: TruePosition): number {
  return uid
}

function sortedCounts<Count extends { readonly mailbox: string }>(
  counts: readonly Count[],
): readonly Count[] {
  return counts.toSorted((one, two) => (one.mailbox < two.mailbox ? -1 : 1))
}

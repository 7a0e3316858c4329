import type { Account } from '../../proxy/mail/index.ts'
import { allDateStyles, type KnownDates } from '../wire/roundcube/learned/date-styles.ts'
import { learnList, writeList } from '../wire/roundcube/learned/list-template.ts'
import { readRoundcubeAnswer } from '../wire/roundcube/learned/read-answer.ts'
import { hasSeenAll } from './answer-counts.ts'
import { listKey, pageRequestOf, withoutRecent } from './answer-list.ts'
import { MAX_COMPARED, MAX_LISTS, type LearnedSession } from './learned-answers.ts'
import type { RoundcubeSession } from './roundcube-session.ts'

/** What a list is learned from. */
interface LearnContext {
  readonly account: Account
  /** As it is after the answer. */
  readonly session: RoundcubeSession
  readonly learned: LearnedSession
  readonly signal: AbortSignal
  /** Zones the reader may live in, besides what the session says. */
  readonly zones: readonly string[]
  /** Unix ms. */
  readonly now: number
}

/** `unknown`: the answer holds something that only Roundcube knows. */
type LearnOutcome = 'learned' | 'unknown' | 'changed-meanwhile' | 'written-differently'

/**
 * Learns how Roundcube writes a list from an answer of its own: by writing the same page, which must come out byte for
 * byte alike. Where it does not, or mail has changed meanwhile, nothing is learned, and what was known of it forgotten.
 */
export async function learnListAnswer(body: string, context: LearnContext): Promise<LearnOutcome> {
  const { account, session, learned, signal, zones, now } = context
  const { view } = session
  const answer = readRoundcubeAnswer(body)
  const { mailbox, pagesize: pageSize, current_page: number } = answer?.env ?? {}
  if (answer?.action !== 'list' || mailbox !== view.mailbox) return 'unknown'
  if (typeof pageSize !== 'number' || typeof number !== 'number') return 'unknown'
  const key = listKey(mailbox, view)
  const before = learned.lists.get(key)
  learned.lists.delete(key)
  const types = answer.lines.find(({ name }) => name === 'set_message_coltypes')
  const addressee = types?.values[2] === 'to' ? 'to' : 'from'
  const request = pageRequestOf({ mailbox, page: number, pageSize, addressee }, view)
  if (request === undefined) return 'unknown'
  const page = withoutRecent(await account.page(request, { signal }))
  const { state } = page
  const isSame =
    String(state.highestModseq) === view.listModseq && hasSeenAll(state, view.folders[mailbox])
  if (!isSame) return 'changed-meanwhile'
  const dates = learned.dates ?? firstDates(session, zones)
  const learnedNow = learnList(answer, { page, dates, now })
  if (learnedNow === undefined) return 'unknown'
  const template = { ...learnedNow, quota: learnedNow.quota ?? before?.template.quota }
  const { unlock } = answer
  const isWritten = [true, false].some(
    (isUnreadTold) => writeList(template, { page, unlock, isUnreadTold, now }) === body,
  )
  if (!isWritten) return 'written-differently'
  const isSameMailbox = before?.uidValidity === state.uidValidity
  const compared =
    isSameMailbox && before.compared.size < MAX_COMPARED ? before.compared : new Set<number>()
  for (const { summary } of page.rows) compared.add(summary.uid)
  learned.dates = template.dates
  learned.lists.set(key, { template, uidValidity: state.uidValidity, compared })
  for (const oldest of learned.lists.keys()) {
    if (learned.lists.size <= MAX_LISTS) break
    learned.lists.delete(oldest)
  }
  return 'learned'
}

const ENGLISH = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

function firstDates(
  { timeZone, language }: RoundcubeSession,
  zones: readonly string[],
): KnownDates {
  const possible = timeZone === undefined ? zones : [timeZone, ...zones]
  const words = ENGLISH.map((word, day) => [String(day), word] as const)
  return {
    styles: allDateStyles([...new Set(possible)]),
    words: language.startsWith('en') ? new Map([['today', 'Today'], ...words]) : new Map(),
  }
}

import type { Account } from '../../../proxy/mail/index.ts'
import { learnList, withoutRecent, writeList } from '../../wire/roundcube/learned/list-template.ts'
import { listPartsOf } from '../../wire/roundcube/learned/list-parts.ts'
import type { RoundcubeResponse } from '../../wire/roundcube/learned/read-response.ts'
import { ENGLISH_UNITS } from '../../wire/roundcube/learned/size-units.ts'
import type { TimeZone } from '../../wire/roundcube/learned/time-zones.ts'
import { hasSeenAll } from '../response/respond-counts.ts'
import { quotaOf } from '../response/respond-list.ts'
import type { ListBasis } from '../request/response.ts'
import {
  listKey,
  rowsKey,
  setNewest,
  withRows,
  type LearnedUser,
} from '../response/learned-responses.ts'
import { readList } from '../response/read-list.ts'
import type { RoundcubeSession } from '../session/roundcube-session.ts'

/** What a list is learned from. */
interface LearnContext {
  readonly account: Account
  /** As it is after the response. */
  readonly session: RoundcubeSession
  /** As it was before it. */
  readonly basis: ListBasis
  readonly learned: LearnedUser
  readonly signal: AbortSignal
  /** That the reader may have chosen. */
  readonly zones: readonly TimeZone[]
  /** Unix ms. */
  readonly now: number
  /** By the clock that durations are measured with. */
  readonly learnedAt: number
}

/** `unknown`: the response holds something that only Roundcube knows. */
type LearnOutcome =
  'learned' | 'unknown' | 'session-changed' | 'mail-changed' | 'written-differently'

/**
 * Learns how Roundcube writes a list from a response of its own: by writing the same page, which must come out byte for
 * byte alike. Where it does not, or mail or the session has changed meanwhile, nothing is learned, and what was known
 * of it forgotten.
 */
export async function learnListResponse(
  response: RoundcubeResponse,
  body: string,
  context: LearnContext,
): Promise<LearnOutcome> {
  const { account, session, basis, learned, signal, now, learnedAt } = context
  const { view } = session
  const { mailbox, pagesize: pageSize, current_page: number } = response.env
  const parts = listPartsOf(response)
  if (parts === undefined || mailbox !== view.mailbox) return 'unknown'
  if (view.search?.id !== basis.search || parts.isSearch !== (basis.search !== undefined))
    return 'unknown'
  if (typeof pageSize !== 'number' || typeof number !== 'number') return 'unknown'
  const key = listKey(basis, mailbox, parts.notice === undefined ? 'rows' : 'empty')
  const before = learned.lists.get(key)
  learned.lists.delete(key)
  if (!isOfBasis(session, basis)) return 'session-changed'
  const { columnTypes, isThreaded } = parts
  const page = await readList(
    account,
    {
      ...{ mailbox, page: number, pageSize, order: basis, found: view.search?.value },
      isThreaded,
      addressee: columnTypes.values[2] === 'to' ? 'to' : 'from',
    },
    signal,
  )
  if (page === undefined) return 'unknown'
  const { state } = page
  const isSame =
    (state.messages === 0 || String(state.highestModseq) === view.listModseq) &&
    hasSeenAll(state, view.folders[mailbox], page.lastUid)
  if (!isSame) return 'mail-changed'
  const { dates, sizes } = spellingOf(context)
  const learnedNow = learnList(response, { page, dates, sizes, now })
  if (learnedNow === undefined) return 'unknown'
  const template = {
    ...learnedNow.template,
    quota: learnedNow.template.quota ?? before?.template.quota,
  }
  const quota = await quotaOf({ template }, page, context)
  if (quota === 'ambiguous') return 'unknown'
  const { unlock } = response
  const listed = { page, unlock, quota, now, written: learnedNow.rows }
  const isWritten = [true, false].some(
    (isUnreadReported) =>
      writeList(template, { ...listed, isUnreadReported }) === withoutRecent(body),
  )
  if (!isWritten) return 'written-differently'
  const { content } = template
  const knownDates = 'styles' in dates ? dates : undefined
  learned.spelling = {
    settings: basis.settings,
    dates: (content.kind === 'rows' ? content.dates : undefined) ?? knownDates,
    sizes: template.sizes,
  }
  const { uidValidity } = state
  setNewest(learned.lists, key, { template, uidValidity, learnedAt })
  const ofRows = rowsKey(basis.settings, template)
  const rows = withRows(learned.rows.get(ofRows), uidValidity, learnedNow.rows)
  setNewest(learned.rows, ofRows, rows)
  return 'learned'
}

/** Another request of the session may have changed what this response was written by. */
function isOfBasis({ settings, view }: RoundcubeSession, basis: ListBasis): boolean {
  return (
    settings === basis.settings &&
    view.sortColumn === basis.sortColumn &&
    view.sortOrder === basis.sortOrder
  )
}

function spellingOf({ learned, basis, session, zones }: LearnContext) {
  const isEnglish = session.language.startsWith('en')
  const { spelling } = learned
  const known = spelling?.settings === basis.settings ? spelling : undefined
  return {
    dates: known?.dates ?? { zones, words: isEnglish ? ENGLISH_DAYS : new Map<string, string>() },
    sizes: known?.sizes ?? (isEnglish ? ENGLISH_UNITS : new Map<string, string>()),
  }
}

const ENGLISH_DAYS: ReadonlyMap<string, string> = new Map([
  ['today', 'Today'],
  ...['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'].map(
    (word, day) => [String(day), word] as const,
  ),
])

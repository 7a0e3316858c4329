import type { FilterTexts } from '../../texts/later-texts.ts'
import { formatDay, timeZoneInForce } from '../../texts/format.ts'
import { momentOf } from '../outbox/wall-time.ts'
import type { Notices } from '../notice/notices.ts'
import type { OwnFilters } from './own-filters.ts'
import { endedVacation, withoutVacation } from './vacation-rule.ts'

interface KeepCurrentOptions {
  readonly notices: Pick<Notices, 'say'>
  readonly texts: Pick<FilterTexts, 'vacationEnded'>
  /** `YYYY-MM-DD`. */
  readonly today: string
}

/**
 * Reads the filters and does what the mail server can not do by itself: ends a vacation responder, says so, and writes the
 * contacts as they are now. What fails is tried again the next time; the banner of the responder stays until then.
 */
export async function keepFiltersCurrent(
  filters: Pick<OwnFilters, 'load' | 'filters' | 'saveEntries' | 'forgetProblem'>,
  { notices, texts, today }: KeepCurrentOptions,
): Promise<void> {
  if (!(await filters.load())) return
  const stored = filters.filters.peek()
  const entries = stored?.entries ?? []
  if (stored?.isActive !== true) return
  const lastDay = endedVacation(entries, today)
  if (lastDay === undefined && stored.contacts?.areCurrent !== false) return
  const isSaved = await filters.saveEntries(
    lastDay === undefined ? entries : withoutVacation(entries),
  )
  // Nobody is at a form that this would be about.
  filters.forgetProblem()
  if (isSaved && lastDay !== undefined) {
    const day = formatDay(momentOf(`${lastDay}T12:00`, timeZoneInForce()))
    notices.say(texts.vacationEnded({ day }))
  }
}

import type { NativeInvitedEvent } from '../../../../wire/native/types.ts'
import type { MailCatalogue } from '../../../texts/later-texts.ts'
import { pageLocale } from '../../../texts/locale.ts'
import { dayText } from './event-time.ts'

type Recurrence = NonNullable<NativeInvitedEvent['recurrence']>

/** Of a week that begins on a Sunday. */
const SUNDAY = Date.UTC(2026, 0, 4)
const DAY_MS = 86_400_000

/** How an event recurs, in words: how often, on which days of a week, and for how long. */
export function recurrenceText(recurrence: Recurrence, texts: MailCatalogue['event']): string {
  const { frequency, interval, weekdays, count, until } = recurrence
  const often = frequency === 'other' ? texts.recurs : texts[frequency]({ interval })
  const days = frequency === 'weekly' ? weekdays.map(({ weekday }) => weekdayName(weekday)) : []
  const list = new Intl.ListFormat(pageLocale()).format(days)
  const rule = list === '' ? often : `${often}: ${list}`
  if (until !== null) return texts.until({ rule, date: dayText(until) })
  return count === null ? rule : texts.times({ rule, count })
}

function weekdayName(weekday: number): string {
  const style = { weekday: 'long', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(pageLocale(), style).format(SUNDAY + weekday * DAY_MS)
}

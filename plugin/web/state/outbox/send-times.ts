import { dayAfter, momentOf, wallTimeOf, weekdayOf } from './wall-time.ts'

/** A time that is offered for sending later. */
export interface SendTime {
  readonly name: 'tomorrowMorning' | 'tomorrowAfternoon' | 'mondayMorning'
  /** Unix ms. */
  readonly dueAt: number
}

const MORNING = '08:00'
const AFTERNOON = '13:00'
const SUNDAY = 0
const MONDAY = 1

/** What is offered at a moment (Unix ms), by the clocks of a zone. */
export function sendTimes(now: number, timeZone: string): readonly SendTime[] {
  const today = wallTimeOf(now, timeZone)
  const at = (days: number, clock: string) => momentOf(dayAfter(today, days, clock), timeZone)
  const weekday = weekdayOf(today)
  const times: readonly SendTime[] = [
    { name: 'tomorrowMorning', dueAt: at(1, MORNING) },
    { name: 'tomorrowAfternoon', dueAt: at(1, AFTERNOON) },
  ]
  // On a Sunday that is tomorrow morning.
  if (weekday === SUNDAY) return times
  return [...times, { name: 'mondayMorning', dueAt: at((7 + MONDAY - weekday) % 7 || 7, MORNING) }]
}

import { isTimeZone } from '../../../../language/time-zone.ts'
import type { NativeInvitedEvent } from '../../../../wire/native/types.ts'
import { formatDay, formatFullDate, formatTime, timeZoneInForce } from '../../../texts/format.ts'
import { pageLocale } from '../../../texts/locale.ts'

type Time = NonNullable<NativeInvitedEvent['start']>

/** When an event is, in the reader's zone, and in that of its organizer where their clocks differ then. */
export function spanText({ start, end, occurrence }: NativeInvitedEvent): string {
  const first = start ?? occurrence
  if (first === null) return ''
  const own = timeText(first)
  const span = end === null ? own : `${own} – ${endText(first, end)}`
  const there = first.kind === 'instant' ? otherZone(first) : ''
  return there === '' ? span : `${span} (${there})`
}

function timeText(time: Time): string {
  switch (time.kind) {
    case 'instant':
      return formatFullDate(time.at)
    case 'floating':
      return dateFormat('UTC').format(Date.parse(`${time.local}Z`))
    case 'day':
      return dayText(time.day)
  }
}

function endText(start: Time, end: Time): string {
  if (start.kind !== 'instant' || end.kind !== 'instant') return timeText(end)
  const isSameDay = formatDay(start.at) === formatDay(end.at)
  return isSameDay ? formatTime(end.at) : formatFullDate(end.at)
}

/** A day is the same one everywhere. */
export function dayText(day: string): string {
  const style = { dateStyle: 'medium', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(pageLocale(), style).format(Date.parse(day))
}

function otherZone({ at, zone }: Extract<Time, { readonly kind: 'instant' }>): string {
  if (zone === null || zone === 'UTC' || !isTimeZone(zone)) return ''
  const there = dateFormat(zone).format(at)
  return there === dateFormat(timeZoneInForce()).format(at) ? '' : `${there} ${zone}`
}

function dateFormat(timeZone: string): Intl.DateTimeFormat {
  const style = { dateStyle: 'medium', timeStyle: 'short', timeZone } as const
  return new Intl.DateTimeFormat(pageLocale(), style)
}

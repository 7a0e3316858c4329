import ICAL from 'ical.js'
import type { CalendarComponents } from './read-components.ts'
import { clockMs, ianaZone, instantByRules, instantInZone } from './time-zone.ts'

/** When something begins or ends. */
export type EventTime =
  /** `at`: Unix ms; `zone`: the IANA name of the zone that it was said in, null where no one knows it. */
  | { readonly kind: 'instant'; readonly at: number; readonly zone: string | null }
  /** At this time wherever one is: `2026-12-04T09:00:00`. */
  | { readonly kind: 'floating'; readonly local: string }
  /** A whole day: `2026-12-04`. */
  | { readonly kind: 'day'; readonly day: string }

type Zones = Pick<CalendarComponents, 'zones' | 'defaultZone'>

/** The time of a property; undefined where it is none. */
export function timeOf(property: ICAL.Property | null, zones: Zones): EventTime | undefined {
  const value = property?.getFirstValue()
  if (property === null || !(value instanceof ICAL.Time)) return undefined
  return timeAt(clockMs(value), value, { property, zones })
}

/** When an event begins and ends; the last of whole days is the last that it takes (RFC 5545 3.6.1 names the one after it). */
export function spanOf(
  event: ICAL.Component,
  zones: Zones,
): { readonly start: EventTime | undefined; readonly end: EventTime | undefined } {
  const property = event.getFirstProperty('dtstart')
  const start = timeOf(property, zones)
  const end = timeOf(event.getFirstProperty('dtend'), zones) ?? endByDuration(event, zones)
  if (start?.kind !== 'day') return { start, end: isSame(start, end) ? undefined : end }
  const last = end?.kind === 'day' ? dayBefore(end.day) : undefined
  return { start, end: last === undefined || last <= start.day ? undefined : dayOf(last) }
}

/** Counted on the clock: ical.js would go through the months one by one, of which a duration may have as many as it likes. */
function endByDuration(event: ICAL.Component, zones: Zones): EventTime | undefined {
  const property = event.getFirstProperty('dtstart')
  const start = property?.getFirstValue()
  const duration = event.getFirstPropertyValue('duration')
  if (property === null || !(start instanceof ICAL.Time) || !(duration instanceof ICAL.Duration)) {
    return undefined
  }
  return timeAt(clockMs(start) + duration.toSeconds() * 1_000, start, { property, zones })
}

/** Years that four digits name: before and after them a date is written otherwise. */
const MIN_CLOCK_MS = Date.parse('0001-01-01T00:00:00Z')
const MAX_CLOCK_MS = Date.parse('9999-12-31T23:59:59Z')

interface Said {
  readonly property: ICAL.Property
  readonly zones: Zones
}

/** What a clock shows, as a time of the kind of this one and of the zone that its property names. */
function timeAt(
  local: number,
  { isDate, zone: { tzid } }: ICAL.Time,
  { property, zones: { zones, defaultZone } }: Said,
): EventTime | undefined {
  // Of a year that no clock shows, or of letters.
  if (!(local >= MIN_CLOCK_MS && local <= MAX_CLOCK_MS)) return undefined
  const text = new Date(local).toISOString()
  if (isDate) return dayOf(text.slice(0, 10))
  if (tzid === 'UTC') return { kind: 'instant', at: local, zone: 'UTC' }
  const floating = { kind: 'floating', local: text.slice(0, 19) } as const
  const wanted = property.getFirstParameter('tzid') || defaultZone
  if (wanted === undefined) return floating
  const zone = ianaZone(wanted)
  if (zone !== undefined) return { kind: 'instant', at: instantInZone(local, zone), zone }
  const rules = zones.find((one) => one.getFirstPropertyValue('tzid') === wanted)
  const at = rules && instantByRules(local, rules)
  return at === undefined ? floating : { kind: 'instant', at, zone: null }
}

function dayOf(day: string): EventTime {
  return { kind: 'day', day }
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
}

function isSame(one: EventTime | undefined, other: EventTime | undefined): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import ICAL from 'ical.js'
import type { CalendarComponents } from './read-components.ts'
import { clockOf, ianaZone, instantByRules, instantInZone, utcOf } from './time-zone.ts'

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
  return withZone(value, property, zones)
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

function endByDuration(event: ICAL.Component, zones: Zones): EventTime | undefined {
  const property = event.getFirstProperty('dtstart')
  const start = property?.getFirstValue()
  const duration = event.getFirstPropertyValue('duration')
  if (property === null || !(start instanceof ICAL.Time) || !(duration instanceof ICAL.Duration)) {
    return undefined
  }
  const end = start.clone()
  end.addDuration(duration)
  return withZone(end, property, zones)
}

function withZone(
  time: ICAL.Time,
  property: ICAL.Property,
  { zones, defaultZone }: Zones,
): EventTime | undefined {
  const clock = clockOf(time)
  const utc = utcOf(clock)
  // Of a year that no clock shows, or of letters.
  if (!Number.isFinite(utc) || clock.year < 1 || clock.year > 9_999) return undefined
  const local = new Date(utc).toISOString().slice(0, 19)
  if (time.isDate) return dayOf(local.slice(0, 10))
  const name = property.getFirstParameter('tzid')
  if (time.zone.tzid === 'UTC') return { kind: 'instant', at: utc, zone: 'UTC' }
  const wanted = name || defaultZone
  if (wanted === undefined) return { kind: 'floating', local }
  const zone = ianaZone(wanted)
  if (zone !== undefined) return { kind: 'instant', at: instantInZone(clock, zone), zone }
  const rules = zones.find((one) => one.getFirstPropertyValue('tzid') === wanted)
  const at = rules && instantByRules(clock, rules)
  return at === undefined ? { kind: 'floating', local } : { kind: 'instant', at, zone: null }
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

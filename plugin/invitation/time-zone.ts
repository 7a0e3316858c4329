import ICAL from 'ical.js'
import { findIana } from 'windows-iana'
import { isTimeZone } from '../language/time-zone.ts'
import { WEEKDAYS } from './recurrence.ts'

/** What a clock shows, as the Unix ms at which one in UTC shows the same; NaN for letters. ical.js asks no zone for it. */
export function clockMs({ year, month, day, hour, minute, second }: ICAL.Time): number {
  return Date.UTC(year, month - 1, day, hour, minute, second)
}

/**
 * The IANA name of a zone as calendar programs name it: its own, the one of Windows (`W. Europe Standard Time`), or the end of a path
 * (`/freeassociation.sourceforge.net/Europe/Berlin`). undefined for a name that no one knows.
 */
export function ianaZone(name: string): string | undefined {
  const segments = name.split('/').filter((segment) => segment !== '')
  const windows = findIana(name)[0]
  const names = [windows ?? name, segments.slice(-2).join('/'), segments.slice(-3).join('/')]
  return names.find((one) => /^[A-Za-z]/.test(one) && isTimeZone(one))
}

/**
 * When a clock in a zone of IANA shows this: Unix ms. Of two times the first one, and an hour that is skipped by the offset before
 * it (RFC 5545 3.3.5).
 */
export function instantInZone(local: number, timeZone: string): number {
  const offsetAt = offsetsOf(timeZone)
  const before = local - offsetAt(local - DAY_MS)
  if (local - offsetAt(before) === before) return before
  const after = local - offsetAt(local + DAY_MS)
  return local - offsetAt(after) === after ? after : before
}

const DAY_MS = 86_400_000

/** Ms that a clock there is ahead of UTC, at a Unix ms. */
function offsetsOf(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    ...{ hourCycle: 'h23', year: 'numeric', month: 'numeric', day: 'numeric' },
    ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
  })
  return (at) => {
    const parts = format.formatToParts(at)
    const numberOf = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((part) => part.type === type)?.value)
    const day = [numberOf('year'), numberOf('month') - 1, numberOf('day')] as const
    const shown = Date.UTC(...day, numberOf('hour'), numberOf('minute'), numberOf('second'))
    return shown - Math.floor(at / 1_000) * 1_000
  }
}

/**
 * When a clock shows this by the rules of a VTIMEZONE (RFC 5545 3.6.5), for a zone whose name no one knows. Only yearly rules of one day
 * are followed, which are all that zones have; of any other the beginning counts. undefined where it has no rule.
 */
export function instantByRules(local: number, zone: ICAL.Component): number | undefined {
  const observances = [
    ...zone.getAllSubcomponents('standard'),
    ...zone.getAllSubcomponents('daylight'),
  ].flatMap((observance) => {
    const to = observance.getFirstPropertyValue('tzoffsetto')
    if (!(to instanceof ICAL.UtcOffset)) return []
    const offsetMs = to.toSeconds() * 1_000
    return [{ offsetMs, onset: lastOnset(observance, local) ?? -Infinity }]
  })
  const inForce = observances.sort((one, other) => other.onset - one.onset)[0]
  return inForce === undefined ? undefined : local - inForce.offsetMs
}

/** The last time before this that the rules of an observance began to hold. */
function lastOnset(observance: ICAL.Component, local: number) {
  const start = observance.getFirstPropertyValue('dtstart')
  if (!(start instanceof ICAL.Time)) return undefined
  const rule = observance.getFirstPropertyValue('rrule')
  const year = new Date(local).getUTCFullYear()
  const years = rule instanceof ICAL.Recur ? [year, year - 1] : []
  const onsets = years.map((one) => onsetIn(one, start, rule)).concat(clockMs(start))
  return onsets.find((onset) => onset !== undefined && onset <= local)
}

/** `BYMONTH` and `BYDAY=-1SU`, as the zones of the world change their clocks. */
function onsetIn(year: number, start: ICAL.Time, rule: unknown): number | undefined {
  if (!(rule instanceof ICAL.Recur) || rule.freq !== 'YEARLY' || year < start.year) return undefined
  const month = numberAt(rule.parts.BYMONTH) ?? start.month
  const [, nth = '', weekday = ''] = /^([+-]?\d)([A-Z]{2})$/.exec(textAt(rule.parts.BYDAY)) ?? []
  const wanted = WEEKDAYS.indexOf(weekday)
  const { hour, minute, second } = start
  const at = (day: number) => Date.UTC(year, month - 1, day, hour, minute, second)
  if (wanted === -1) return at(start.day)
  const count = Number(nth)
  if (count > 0) {
    const first = new Date(at(1)).getUTCDay()
    return at(1 + ((wanted - first + 7) % 7) + (count - 1) * 7)
  }
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const last = new Date(at(days)).getUTCDay()
  return at(days - ((last - wanted + 7) % 7) + (count + 1) * 7)
}

function numberAt(part: unknown): number | undefined {
  const value: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof value === 'number' ? value : undefined
}

function textAt(part: unknown): string {
  const value: unknown = Array.isArray(part) ? part[0] : undefined
  return typeof value === 'string' ? value : ''
}

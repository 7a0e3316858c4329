import { setImmediate } from 'node:timers/promises'
import { localFormat } from '../date-text.ts'

/** A time zone, as its clocks show it. */
export interface TimeZone {
  /** What they show at a moment (Unix ms), in ms as if that were UTC, whole minutes. */
  clockAt(ms: number): number
}

/**
 * Every time zone that a user may have chosen: their session does not tell which, the dates of their lists do. Made at
 * the first call, one in each turn of the event loop, as one takes a millisecond or two.
 */
export function createTimeZones(): () => Promise<readonly TimeZone[]> {
  let zones: Promise<readonly TimeZone[]> | undefined
  return () => (zones ??= makeAll())
}

async function makeAll(): Promise<readonly TimeZone[]> {
  const zones: TimeZone[] = []
  for (const name of new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])) {
    zones.push(timeZone(name))
    await setImmediate()
  }
  return zones
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** Offsets are whole minutes from here on; before, some were not. */
const FIRST_DAY = Date.UTC(1990, 0) / DAY_MS
const LAST_DAY = Date.UTC(2100, 0) / DAY_MS
/** A formatter takes microseconds, for each of fifty dates in each of fifty zones. Most lists are of the last year. */
const MAX_DAYS = 400

/** A zone by its IANA name. */
export function timeZone(name: string): TimeZone {
  const format = localFormat(name)
  /** By days of UTC; undefined for one in which clocks are changed. */
  const offsets = new Map<number, number | undefined>()

  function shownAt(ms: number): number {
    return Date.parse(`${format.format(ms).replace(' ', 'T')}Z`)
  }

  function offsetOf(day: number): number | undefined {
    if (offsets.has(day)) return offsets.get(day)
    if (offsets.size >= MAX_DAYS) offsets.clear()
    const [first, next] = [day, day + 1].map((at) => shownAt(at * DAY_MS) - at * DAY_MS)
    const offset = first === next ? first : undefined
    offsets.set(day, offset)
    return offset
  }

  return {
    clockAt(ms) {
      const day = Math.floor(ms / DAY_MS)
      const offset = day >= FIRST_DAY && day < LAST_DAY ? offsetOf(day) : undefined
      return offset === undefined ? shownAt(ms) : Math.floor(ms / MINUTE_MS) * MINUTE_MS + offset
    },
  }
}

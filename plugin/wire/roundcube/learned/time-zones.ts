import { setImmediate } from 'node:timers/promises'
import { localFormat } from '../date-text.ts'

/** A time zone: writes a time of it as `2026-10-31 23:52`. */
export type TimeZone = Intl.DateTimeFormat

/**
 * Every time zone that somebody may have chosen: their session does not tell which, the dates of their lists do. Made at
 * the first call, one in each turn of the event loop, as one takes a millisecond or two.
 */
export function createTimeZones(): () => Promise<readonly TimeZone[]> {
  let zones: Promise<readonly TimeZone[]> | undefined
  return () => (zones ??= makeAll())
}

async function makeAll(): Promise<readonly TimeZone[]> {
  const zones: TimeZone[] = []
  for (const name of new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])) {
    zones.push(localFormat(name))
    await setImmediate()
  }
  return zones
}

/** A date and time as clocks of a zone show it: `2026-11-27T08:00`, the value of a datetime-local field. */
export type WallTime = string

/** Unix ms as a clock of the zone shows it. */
export function wallTimeOf(at: number, timeZone: string): WallTime {
  const format = new Intl.DateTimeFormat('en-US-u-ca-iso8601', {
    timeZone,
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' },
  })
  const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, value]))
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  const year = part('year').padStart(4, '0')
  return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`
}

/** When clocks of the zone show it (Unix ms); of an hour that daylight saving skips, the moment after. NaN for no time. */
export function momentOf(time: WallTime, timeZone: string): number {
  const asUtc = Date.parse(`${time}Z`)
  if (Number.isNaN(asUtc)) return asUtc
  const offsetAt = (at: number) => Date.parse(`${wallTimeOf(at, timeZone)}Z`) - at
  // An offset is right if the clock shows the time at it; around a change of the clock there are two to try.
  const near = asUtc - offsetAt(asUtc)
  return asUtc - offsetAt(near)
}

/** At that time of day, so many days later. */
export function dayAfter(time: WallTime, days: number, clock: string): WallTime {
  return `${shiftedDay(time.slice(0, 10), days)}T${clock}`
}

/** A day (`YYYY-MM-DD`), so many days later. */
export function shiftedDay(day: string, by: number): string {
  return new Date(Date.parse(`${day}T00:00Z`) + by * 86_400_000).toISOString().slice(0, 10)
}

/** 0 is Sunday. */
export function weekdayOf(time: WallTime): number {
  return new Date(`${time.slice(0, 10)}T00:00Z`).getUTCDay()
}

import { LRUCache } from 'lru-cache'

/** How dates read on one day in one zone. The same object is given out all day: what was made by it stays right. */
export interface DateTexts {
  /** `Today 04:00`, `Mon 09:12` within the week before, else `2026-10-31 23:52`. */
  of(ms: number): string
}

/** Texts for the day of `now` in an IANA zone; a zone that does not exist reads as UTC. */
export function dateTexts(zone: string, now: number): DateTexts {
  const minute = Math.floor(now / MINUTE_MS)
  const cached = zones.get(zone)
  if (cached?.minute === minute) return cached.texts
  const format = cached?.format ?? localFormat(zone)
  const day = dayNumber(format.format(now))
  const texts = cached?.day === day ? cached.texts : textsOfDay(format, day)
  zones.set(zone, { minute, format, day, texts })
  return texts
}

interface Zone {
  readonly minute: number
  readonly format: Intl.DateTimeFormat
  readonly day: number
  readonly texts: DateTexts
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
/** The largest time a Date can hold (ECMA-262 21.4.1.1): a Date header may name a later one. */
const MAX_TIME_MS = 8.64e15
/** More zones than one server's users live in; a formatter is about 30 kB. */
const MAX_ZONES = 64
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const

const zones = new LRUCache<string, Zone>({ max: MAX_ZONES })

function textsOfDay(format: Intl.DateTimeFormat, today: number): DateTexts {
  return {
    of(ms) {
      if (!(Math.abs(ms) <= MAX_TIME_MS)) return ''
      const text = format.format(ms)
      const age = today - dayNumber(text)
      if (age === 0) return `Today ${text.slice(-5)}`
      if (age > 0 && age < 7) return `${weekday(today - age)} ${text.slice(-5)}`
      return text
    },
  }
}

/** Writes times of a zone as `2026-10-31 23:52`: the Swedish way of writing is the ISO one. */
export function localFormat(zone: string): Intl.DateTimeFormat {
  const options = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const
  try {
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: zone })
  } catch {
    // The zone came from a browser we do not know better than.
    return new Intl.DateTimeFormat('sv-SE', { ...options, timeZone: 'UTC' })
  }
}

/** The day of such a text, counted from 1970. */
export function dayNumber(localText: string): number {
  return Math.floor(Date.parse(`${localText.slice(0, 10)}T00:00:00Z`) / DAY_MS)
}

/** 1 January 1970 was a Thursday. */
export function weekday(day: number): string {
  return WEEKDAYS[(((day + 4) % 7) + 7) % 7] ?? ''
}

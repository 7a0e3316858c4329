import { DATE_FORMS, writtenForm, type DateForm } from './date-form.ts'
import type { TimeZone } from './time-zones.ts'

/** One of the ways Roundcube can write a date in a list: its settings date_format, time_format, prettydate, timezone. */
interface DateStyle {
  readonly form: DateForm
  readonly zone: TimeZone
}

/** What dates are known to look like. */
export interface KnownDates {
  /** Styles that write every date seen so far as it was written; they may differ in others. */
  readonly styles: readonly DateStyle[]
  /** `today`, or a day of the week as a digit (0: Sunday), in the reader's language. */
  readonly words: ReadonlyMap<string, string>
}

/** Before any date was seen. */
export interface UnseenDates {
  readonly zones: readonly TimeZone[]
  /** That are known without it. */
  readonly words: ReadonlyMap<string, string>
}

/** A date that was seen: Unix ms, and how it was written. */
export type SeenDate = readonly [ms: number, text: string]

/** What is known when these dates were seen as well; undefined when no style has written them all. */
export function learnDates(
  before: KnownDates | UnseenDates,
  seen: readonly SeenDate[],
  now: number,
): KnownDates | undefined {
  if (seen.length === 0) return 'styles' in before ? before : undefined
  const known = 'styles' in before ? before : { ...before, styles: stylesIn(before.zones, seen) }
  const reported = new Map<TimeZone, readonly ReadDate[]>()
  const readings = known.styles.flatMap(({ form, zone }) => {
    const dates = reported.get(zone) ?? localDates(zone, seen, now)
    reported.set(zone, dates)
    return readingOf({ form, zone }, known.words, dates)
  })
  const [first] = readings
  if (first === undefined) return undefined
  // A word counts when all styles that are left read the same one.
  const agreed = [...first.words].filter(([key, word]) =>
    readings.every(({ words }) => words.get(key) === word),
  )
  return { styles: readings.map(({ style }) => style), words: new Map(agreed) }
}

/** Writes dates as Roundcube does at a moment (Unix ms); undefined for one of which the known ones do not tell. */
export function dateWriter(
  { styles, words }: KnownDates,
  now: number,
): (ms: number) => string | undefined {
  const formsOf = new Map<TimeZone, DateForm[]>()
  for (const { form, zone } of styles) {
    const forms = formsOf.get(zone)
    if (forms === undefined) formsOf.set(zone, [form])
    else forms.push(form)
  }
  const zones = [...formsOf].map(([zone, forms]) => ({ zone, forms, today: dayIn(zone, now) }))

  return function dateText(ms) {
    // Most zones that are left show the same time.
    let last: { readonly date: LocalDate; readonly forms: Set<DateForm> } | undefined
    let reported: string | undefined
    for (const { zone, forms, today } of zones) {
      const clock = zone.clockAt(ms)
      if (Number.isNaN(clock)) return undefined
      const age = today - dayOf(clock)
      if (last?.date.clock !== clock || last.date.age !== age) {
        last = { date: { clock, age, local: localText(clock) }, forms: new Set() }
      }
      for (const form of forms) {
        if (last.forms.has(form)) continue
        last.forms.add(form)
        const text = textOf(form, last.date, words)
        if (text === undefined || (reported !== undefined && text !== reported)) return undefined
        reported = text
      }
    }
    return reported
  }
}

/** The day that it is for a reader, in each of the zones that are left. */
export function dayKey(known: KnownDates | undefined, now: number): string {
  const zones = new Set(known?.styles.map(({ zone }) => zone))
  return [...new Set([...zones].map((zone) => dayIn(zone, now)))].join()
}

/** A date in one zone. */
interface LocalDate {
  readonly clock: number
  /** `2026-10-31 23:52` */
  readonly local: string
  /** In days. */
  readonly age: number
}

/** One that was seen. */
interface ReadDate extends LocalDate {
  /** As it was written. */
  readonly text: string
}

function localDates(zone: TimeZone, seen: readonly SeenDate[], now: number): readonly ReadDate[] {
  const today = dayIn(zone, now)
  return seen.map(([ms, text]) => {
    const clock = zone.clockAt(ms)
    return { clock, local: localText(clock), age: today - dayOf(clock), text }
  })
}

const DAY_MS = 86_400_000

function dayIn(zone: TimeZone, ms: number): number {
  return dayOf(zone.clockAt(ms))
}

function dayOf(clock: number): number {
  return Math.floor(clock / DAY_MS)
}

/** Nothing for a year that a zone's clock does not show, such as 126. */
function localText(clock: number): string {
  if (Number.isNaN(clock)) return ''
  return new Date(clock).toISOString().slice(0, 16).replace('T', ' ')
}

/** All styles in the zones whose clocks showed what was seen. */
function stylesIn(zones: readonly TimeZone[], seen: readonly SeenDate[]): readonly DateStyle[] {
  const times = seen.map(([ms, text]) => [ms, timeOfDay(text)] as const)
  const possible = zones.filter((zone) =>
    times.every(([ms, time]) => zone.clockAt(ms) - dayIn(zone, ms) * DAY_MS === time),
  )
  return possible.flatMap((zone) => DATE_FORMS.map((form) => ({ form, zone })))
}

/** Ms since midnight, of a text that ends with `16:05` or `4:05 pm`; undefined for another. */
function timeOfDay(text: string): number | undefined {
  const [, hour, minute, half] = /(\d{1,2}):(\d{2})(?: ([ap])m)?$/i.exec(text) ?? []
  if (hour === undefined) return undefined
  const shift = half?.toLowerCase() === 'p' ? 12 : 0
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + shift
  return (hours * 60 + Number(minute)) * 60_000
}

interface Reading {
  readonly style: DateStyle
  readonly words: ReadonlyMap<string, string>
}

function readingOf(
  style: DateStyle,
  before: ReadonlyMap<string, string>,
  dates: readonly ReadDate[],
): readonly Reading[] {
  const words = new Map(before)
  for (const date of dates) {
    const { text } = date
    const { word, rest } = partsOf(style.form, date)
    if (word === undefined) {
      if (text !== rest) return []
      continue
    }
    const reported = text.endsWith(` ${rest}`) ? text.slice(0, -rest.length - 1) : undefined
    if (reported === undefined || !WORD.test(reported)) return []
    if ((words.get(word) ?? reported) !== reported) return []
    words.set(word, reported)
  }
  return [{ style, words }]
}

/** As a language may call a day. */
const WORD = /^[^\d\n]{1,32}$/

function textOf(
  form: DateForm,
  date: LocalDate,
  words: ReadonlyMap<string, string>,
): string | undefined {
  const { word, rest } = partsOf(form, date)
  if (word === undefined) return rest
  const reported = words.get(word)
  return reported === undefined ? undefined : `${reported} ${rest}`
}

/** A date is a day and a time; of today and the six days before only a word and a time where that is wanted. */
function partsOf(
  form: DateForm,
  { clock, local, age }: LocalDate,
): { readonly word: string | undefined; readonly rest: string } {
  const { date, time, isPretty } = form
  if (!isPretty || age < 0 || age > 6) {
    return { word: undefined, rest: `${writtenForm(date, local)} ${writtenForm(time, local)}` }
  }
  const weekday = new Date(clock).getUTCDay()
  return { word: age === 0 ? 'today' : String(weekday), rest: writtenForm(time, local) }
}

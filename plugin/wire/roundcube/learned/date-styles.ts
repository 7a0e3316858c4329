import { dayNumber, localFormat } from '../date-text.ts'

/** One of the ways Roundcube can write a date in a list: its settings date_format, time_format, prettydate, timezone. */
interface DateStyle {
  readonly date: string
  readonly time: string
  readonly isPretty: boolean
  readonly zone: string
}

/** What dates are known to look like. */
export interface KnownDates {
  /** Styles that write every date seen so far as it was written; they may differ in others. */
  readonly styles: readonly DateStyle[]
  /** `today`, or a day of the week as a digit (0: Sunday), in the reader's language. */
  readonly words: ReadonlyMap<string, string>
}

/** A date that was seen: Unix ms, and how it was written. */
export type SeenDate = readonly [ms: number, text: string]

const DATES = ['Y-m-d', 'Y/m/d', 'Y.m.d', 'd-m-Y', 'd/m/Y', 'm/d/Y', 'd.m.Y', 'j.n.Y'] as const
const TIMES = ['H:i', 'G:i', 'h:i A', 'g:i a'] as const

/** All styles there are, in the zones that the reader may live in. */
export function allDateStyles(zones: readonly string[]): readonly DateStyle[] {
  return zones.flatMap((zone) =>
    DATES.flatMap((date) =>
      TIMES.flatMap((time) => [true, false].map((isPretty) => ({ date, time, isPretty, zone }))),
    ),
  )
}

/** What is known when these dates were seen as well; undefined when no style has written them all. */
export function learnDates(
  before: KnownDates,
  seen: readonly SeenDate[],
  now: number,
): KnownDates | undefined {
  const readings = before.styles.flatMap((style) => readingOf(style, before.words, { seen, now }))
  const [first] = readings
  if (first === undefined) return undefined
  // A word counts when all styles that are left read the same one.
  const agreed = [...first.words].filter(([key, word]) =>
    readings.every(({ words }) => words.get(key) === word),
  )
  return { styles: readings.map(({ style }) => style), words: new Map(agreed) }
}

/** A date as Roundcube writes it now; undefined when what is known does not tell. */
export function dateText(
  { styles, words }: KnownDates,
  ms: number,
  now: number,
): string | undefined {
  const [first, ...others] = styles.map((style) => {
    const { word, rest } = partsOf(style, ms, now)
    if (word === undefined) return rest
    const told = words.get(word)
    return told === undefined ? undefined : `${told} ${rest}`
  })
  return others.every((text) => text === first) ? first : undefined
}

interface Reading {
  readonly style: DateStyle
  readonly words: ReadonlyMap<string, string>
}

function readingOf(
  style: DateStyle,
  before: ReadonlyMap<string, string>,
  { seen, now }: { readonly seen: readonly SeenDate[]; readonly now: number },
): readonly Reading[] {
  const words = new Map(before)
  for (const [ms, text] of seen) {
    const { word, rest } = partsOf(style, ms, now)
    if (word === undefined) {
      if (text !== rest) return []
      continue
    }
    const told = text.endsWith(` ${rest}`) ? text.slice(0, -rest.length - 1) : undefined
    if (told === undefined || !WORD.test(told)) return []
    if ((words.get(word) ?? told) !== told) return []
    words.set(word, told)
  }
  return [{ style, words }]
}

/** As a language may call a day. */
const WORD = /^[^\d\n]{1,32}$/

/** A date is a day and a time; of today and the six days before only a word and a time where that is wanted. */
function partsOf(
  { date, time, isPretty, zone }: DateStyle,
  ms: number,
  now: number,
): { readonly word: string | undefined; readonly rest: string } {
  const format = formatOf(zone)
  const local = format.format(ms)
  const day = dayNumber(local)
  const age = dayNumber(format.format(now)) - day
  if (!isPretty || age < 0 || age > 6) {
    return { word: undefined, rest: `${written(date, local)} ${written(time, local)}` }
  }
  const word = age === 0 ? 'today' : String((((day + 4) % 7) + 7) % 7)
  return { word, rest: written(time, local) }
}

const formats = new Map<string, Intl.DateTimeFormat>()
/** Zones of one server's users; a formatter is about 30 kB. */
const MAX_FORMATS = 64

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  if (formats.size >= MAX_FORMATS) formats.clear()
  const format = localFormat(zone)
  formats.set(zone, format)
  return format
}

/** Letters of PHP's `date()`, from `2026-10-31 23:52`. */
function written(pattern: string, local: string): string {
  return pattern.replace(/[a-zA-Z]/g, (letter) => letterText(letter, local))
}

function letterText(letter: string, local: string): string {
  const hour = Number(local.slice(11, 13))
  switch (letter) {
    case 'Y':
      return local.slice(0, 4)
    case 'm':
      return local.slice(5, 7)
    case 'n':
      return String(Number(local.slice(5, 7)))
    case 'd':
      return local.slice(8, 10)
    case 'j':
      return String(Number(local.slice(8, 10)))
    case 'H':
      return local.slice(11, 13)
    case 'G':
      return String(hour)
    case 'h':
      return String(hour % 12 === 0 ? 12 : hour % 12).padStart(2, '0')
    case 'g':
      return String(hour % 12 === 0 ? 12 : hour % 12)
    case 'i':
      return local.slice(14, 16)
    case 'A':
      return hour < 12 ? 'AM' : 'PM'
    case 'a':
      return hour < 12 ? 'am' : 'pm'
    default:
      return letter
  }
}

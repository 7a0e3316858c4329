/** How a day and a time are written, in the letters of PHP's `date()`. */
export interface DateForm {
  readonly date: string
  readonly time: string
  /** Words stand for today and the days of the last week (Roundcube's prettydate). */
  readonly isPretty: boolean
}

const DATES = ['Y-m-d', 'Y/m/d', 'Y.m.d', 'd-m-Y', 'd/m/Y', 'm/d/Y', 'd.m.Y', 'j.n.Y'] as const
const TIMES = ['H:i', 'G:i', 'h:i A', 'g:i a'] as const

/** All that Roundcube offers. */
export const DATE_FORMS: readonly DateForm[] = DATES.flatMap((date) =>
  TIMES.flatMap((time) => [true, false].map((isPretty) => ({ date, time, isPretty }))),
)

/** Letters of PHP's `date()`, from `2026-10-31 23:52`. */
export function writtenForm(pattern: string, local: string): string {
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

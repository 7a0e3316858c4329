import { birthdayOf } from './vcard/birthday.ts'

/** What stands first in `3/4/1990`. */
export type DayOrder = 'day-first' | 'month-first'

const YEAR_FIRST = /^([0-9]{4})[./年-]\s*([0-9]{1,2})[./月-]\s*([0-9]{1,2})[.日]?(?:\s.*)?$/
const YEAR_LAST = /^([0-9]{1,2})([./-])\s*([0-9]{1,2})[./-]\s*([0-9]{4})(?:\s.*)?$/
/** Outlook's way to say that there is none. */
const NONE = /^0+[./-]0+[./-]0+$/

/**
 * A birthday as a spreadsheet or Outlook writes it in any country: `1990-04-12`, `1990/4/12`, `12.4.1990`, `4/12/1990`. Empty where
 * it says that there is none; undefined for what is no day.
 */
export function writtenBirthday(text: string, order: DayOrder): string | undefined {
  if (NONE.test(text)) return ''
  const [, firstYear = '', firstMonth = '', firstDay = ''] = YEAR_FIRST.exec(text) ?? []
  if (firstYear !== '') return dayOf(firstYear, firstMonth, firstDay)
  const [, one = '', mark, other = '', year = ''] = YEAR_LAST.exec(text) ?? []
  if (year === '') return birthdayOf(text)
  const isMonthFirst = mark === '/' && order === 'month-first'
  return isMonthFirst ? dayOf(year, one, other) : dayOf(year, other, one)
}

/** Which order these are written in; undefined where all of them could be read both ways. */
export function slashedOrder(texts: readonly string[]): DayOrder | undefined {
  for (const text of texts) {
    const [, one = '', mark, other = ''] = YEAR_LAST.exec(text.trim()) ?? []
    if (mark !== '/') continue
    if (Number(one) > 12) return 'day-first'
    if (Number(other) > 12) return 'month-first'
  }
  return undefined
}

function dayOf(year: string, month: string, day: string): string | undefined {
  return birthdayOf(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`)
}

import test from 'ava'
import { readerInput } from '../../../../plugin/web/wire/http/reader.ts'
import { formatListDate, setPageLocale, setTimeStyle } from '../../../../plugin/web/texts/format.ts'

// Of the process: where the machine stands is what a chosen zone must not be mixed with.
process.env['TZ'] = 'UTC'

const usual = { hourCycle: 'usual', dateStyle: 'usual' } as const

test.beforeEach(() => setPageLocale('en-GB'))

test.serial('a date of the new year where the reader lives is told without its year', (t) => {
  setTimeStyle({ ...usual, timeZone: 'Pacific/Auckland' })

  // In Auckland both are of 2026; in UTC the first is of 2025.
  t.is(formatListDate(Date.UTC(2025, 11, 31, 15), Date.UTC(2026, 2, 1)), '1 Jan')
})

test.serial('a date of last year where the reader lives is told with its year', (t) => {
  setTimeStyle({ ...usual, timeZone: 'America/Los_Angeles' })

  t.is(formatListDate(Date.UTC(2026, 0, 1, 3), Date.UTC(2026, 2, 1)), '31 Dec 2025')
})

test.serial('a quotation reports its time in the zone that was chosen', (t) => {
  setTimeStyle({ ...usual, timeZone: 'Asia/Tokyo' })
  t.is(readerInput().timeZone, 'Asia/Tokyo')

  setTimeStyle({ ...usual, timeZone: null })
  t.is(readerInput().timeZone, 'UTC')
})

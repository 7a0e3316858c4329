import test from 'ava'
import { dateTexts } from '../../../../plugin/wire/roundcube/date-text.ts'
import { sizeText } from '../../../../plugin/wire/roundcube/message-row.ts'

const NOW = Date.UTC(2026, 10, 21, 3, 31)

const dates = [
  ['a message of this day', Date.UTC(2026, 10, 21, 3, 0), 'Today 04:00'],
  ['a message of yesterday', Date.UTC(2026, 10, 20, 8, 12), 'Fri 09:12'],
  ['a message of six days ago', Date.UTC(2026, 10, 15, 8, 12), 'Sun 09:12'],
  ['a message of a week ago', Date.UTC(2026, 10, 14, 8, 12), '2026-11-14 09:12'],
  ['a message of tomorrow', Date.UTC(2026, 10, 22, 8, 12), '2026-11-22 09:12'],
  ['the minute before midnight in the zone', Date.UTC(2026, 10, 20, 22, 59), 'Fri 23:59'],
  ['midnight in the zone', Date.UTC(2026, 10, 20, 23, 0), 'Today 00:00'],
] as const

for (const [what, ms, text] of dates) {
  test(`${what} reads ${text}`, (t) => {
    t.is(dateTexts('Europe/Berlin', NOW).of(ms), text)
  })
}

test('a date outside what a clock can hold has no text', (t) => {
  t.is(dateTexts('UTC', NOW).of(9e15), '')
  t.is(dateTexts('UTC', NOW).of(Number.NaN), '')
})

test('a zone that does not exist reads as UTC', (t) => {
  t.is(dateTexts('Mars/Olympus', NOW).of(Date.UTC(2026, 10, 21, 3, 0)), 'Today 03:00')
})

test('the texts of one day are one object', (t) => {
  t.is(dateTexts('Asia/Tokyo', NOW), dateTexts('Asia/Tokyo', NOW + 120_000))
})

const sizes = [
  [0, '0 B'],
  [1_007, '1007 B'],
  [1_024, '1 KB'],
  [6_300, '6 KB'],
  [2_359_296, '2.2 MB'],
  [2_500_000, '2.4 MB'],
  [10_475_274, '10.0 MB'],
  [13_316_915, '12 MB'],
  [5_000_000_000, '4.7 GB'],
] as const

for (const [bytes, text] of sizes) {
  test(`${bytes} bytes read ${text}`, (t) => {
    t.is(sizeText(bytes), text)
  })
}

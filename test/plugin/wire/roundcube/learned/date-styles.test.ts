import test from 'ava'
import {
  dateWriter,
  learnDates,
  type KnownDates,
  type SeenDate,
} from '../../../../../plugin/wire/roundcube/learned/date-styles.ts'
import { timeZone } from '../../../../../plugin/wire/roundcube/learned/time-zones.ts'

/** A Saturday. */
const now = Date.UTC(2026, 10, 21, 12, 0)
const old = Date.UTC(2026, 9, 31, 21, 52)
const monday = Date.UTC(2026, 10, 16, 8, 5)

function learn(seen: readonly SeenDate[], words = new Map<string, string>()) {
  return learnDates({ zones, words }, seen, now)
}

const zones = ['UTC', 'Europe/Berlin', 'Europe/London', 'Pacific/Apia'].map(timeZone)

function dateText(known: KnownDates, ms: number, at: number): string | undefined {
  return dateWriter(known, at)(ms)
}

test('the format, the zone and the words of dates are learned from dates that were seen', (t) => {
  const known = learn([
    [old, '31.10.2026 22:52'],
    [Date.UTC(2026, 1, 3, 5, 0), '03.02.2026 6:00'],
    [monday, 'Mo 9:05'],
    [now, 'Heute 13:00'],
  ])

  t.truthy(known)
  if (known === undefined) return
  t.is(dateText(known, Date.UTC(2025, 6, 1, 7, 3), now), '01.07.2025 9:03')
  t.is(dateText(known, now - 60_000, now), 'Heute 12:59')
  t.is(dateText(known, monday + 60_000, now), 'Mo 9:06')
})

test('a day of the week that was not seen yet is not guessed', (t) => {
  const known = learn([
    [old, '31.10.2026 22:52'],
    [monday, 'Mo 09:05'],
  ])

  t.is(known && dateText(known, monday + 86_400_000, now), undefined)
})

test('a date that two styles would write differently is not guessed', (t) => {
  const known = learn([[old, '2026-10-31 21:52']])

  t.is(known && dateText(known, Date.UTC(2026, 0, 1, 10, 0), now), '2026-01-01 10:00')
  t.is(known && dateText(known, Date.UTC(2026, 0, 1, 7, 0), now), undefined)
})

test('a date in a summer that UTC and London would write differently is not guessed', (t) => {
  const known = learn([
    [old, '2026-10-31 21:52'],
    [Date.UTC(2026, 0, 1, 7, 0), '2026-01-01 07:00'],
  ])
  const summer = Date.UTC(2026, 5, 1, 10, 0)

  t.is(known && dateText(known, summer, now), undefined)
  const more = known && learnDates(known, [[summer, '2026-06-01 11:00']], now)
  t.is(more && dateText(more, summer + 3_600_000, now), '2026-06-01 12:00')
})

test('dates that no style writes are not learned', (t) => {
  t.is(learn([[old, 'October 31']]), undefined)
  t.is(
    learn([
      [old, '2026-10-31 21:52'],
      [monday, '2026/11/16 08:05'],
    ]),
    undefined,
  )
})

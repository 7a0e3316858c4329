import test from 'ava'
import { parseMailDate } from '../../../../../proxy/mail/mime/header/mail-date.ts'

const tenUtc = Date.UTC(2026, 10, 26, 10, 0, 0)

for (const value of [
  'Thu, 26 Nov 2026 10:00:00 +0000',
  'Thu, 26 Nov 2026 10:00:00 GMT',
  'Thu, 26 Nov 2026 10:00:00 -0000 (UTC)',
  '26 Nov 2026 10:00 Z',
  'Thu, 26 Nov 26 10:00:00 UT',
  'Thu, 26 Nov 126 10:00:00 +0000',
  'Thu, 26-Nov-2026 11:00:00 +0100',
  '26-Nov-2026 11:00:00 +0100',
  'Thu, 26 Nov 2026 11:00:00 CET',
  'Thu, 26 Nov 2026 11:00:00 MEZ',
  'Thu, 26 Nov 2026 11:00:00 +0100 MET',
  'Thu, 26 Nov 2026 11:00:00 + 0100',
  'Thu, 26 Nov 2026 11:00:00 GMT+0100',
  'Thu, 26 Nov 2026 11:00:00 +01:00',
  'Thu, 26 Nov 2026 11.00.00 +0100',
  'Thu. 26. Nov. 2026 10:00:00',
  'Thursday, 26 November 2026 10:00:00 +0000',
  'Thu, 26 Nov 2026 05:00:00 -0500 (EST)',
  'Thu, 26 Nov 2026 05:00:00 EST',
  'Thu, 26 Nov 2026 10:00:00 AM +0000',
  'Thu, 26 Nov 2026 13:00:00 MSK',
  'Thu Nov 26 10:00:00 2026',
  'Thu Nov 26 11:00:00 CET 2026',
  'Thu, 26 Nov 2026 15:30:00 +0530',
  'Thu, 26 Nov 2026 15:30:00 0530',
  'Thu, 26 Nov 2026 10:0:0 +0000',
  'Thu,26 Nov 2026 10:00:00 XYZ',
  '2026-11-26T10:00:00Z',
  '2026-11-26 11:00:00 +0100',
]) {
  test(`${value} is ten o'clock in UTC`, (t) => {
    t.is(parseMailDate(value), tenUtc)
  })
}

test('what is no date is none', (t) => {
  for (const value of [
    '',
    'yesterday',
    '99 Nov 2026 10:00:00',
    '26 Foo 2026 10:00:00',
    'x'.repeat(10_000),
  ]) {
    t.is(parseMailDate(value), undefined, value)
  }
})

test('two digits are of 1950 to 2049', (t) => {
  t.is(parseMailDate('1 Jan 99 00:00:00 +0000'), Date.UTC(1999, 0, 1))
  t.is(parseMailDate('1 Jan 00 00:00:00 +0000'), Date.UTC(2000, 0, 1))
})

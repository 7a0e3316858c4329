import test from 'ava'
import { sendTimes } from '../../../../../plugin/web/state/outbox/send-times.ts'
import { momentOf, wallTimeOf } from '../../../../../plugin/web/state/outbox/wall-time.ts'

const BERLIN = 'Europe/Berlin'

function timesAt(now: string, zone: string) {
  return sendTimes(Date.parse(now), zone).map(
    ({ name, dueAt }) => `${name} ${new Date(dueAt).toISOString()}`,
  )
}

test('the times offered are mornings and afternoons of the zone, whatever the browser has', (t) => {
  // A Friday; in Auckland it is Saturday already.
  t.deepEqual(timesAt('2026-11-27T20:00:00Z', BERLIN), [
    'tomorrowMorning 2026-11-28T07:00:00.000Z',
    'tomorrowAfternoon 2026-11-28T12:00:00.000Z',
    'mondayMorning 2026-11-30T07:00:00.000Z',
  ])
  t.deepEqual(timesAt('2026-11-27T20:00:00Z', 'Pacific/Auckland'), [
    'tomorrowMorning 2026-11-28T19:00:00.000Z',
    'tomorrowAfternoon 2026-11-29T00:00:00.000Z',
    'mondayMorning 2026-11-29T19:00:00.000Z',
  ])
})

test('on a Sunday Monday morning is tomorrow morning, on a Monday it is in a week', (t) => {
  t.is(timesAt('2026-11-29T12:00:00Z', BERLIN).length, 2)
  t.is(timesAt('2026-11-30T12:00:00Z', BERLIN)[2], 'mondayMorning 2026-12-07T07:00:00.000Z')
})

test('eight in the morning stays eight when the clock changes in the night', (t) => {
  t.is(timesAt('2026-03-28T12:00:00Z', BERLIN)[0], 'tomorrowMorning 2026-03-29T06:00:00.000Z')
  t.is(timesAt('2026-10-24T12:00:00Z', BERLIN)[0], 'tomorrowMorning 2026-10-25T07:00:00.000Z')
})

test('every quarter of an hour of a year is the time that its clock shows, but for hours that are skipped', (t) => {
  for (const zone of [BERLIN, 'America/St_Johns', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
    let at = Date.parse('2026-01-01T00:00:00Z')
    for (let quarters = 0; quarters < 365 * 96; quarters += 97) {
      at += 97 * 900_000
      const wall = wallTimeOf(at, zone)
      // An hour that comes twice has two moments with the same name.
      t.is(wallTimeOf(momentOf(wall, zone), zone), wall)
    }
  }
  t.is(new Date(momentOf('2026-03-29T02:30', BERLIN)).toISOString(), '2026-03-29T01:30:00.000Z')
  t.is(momentOf('', BERLIN), Number.NaN)
})

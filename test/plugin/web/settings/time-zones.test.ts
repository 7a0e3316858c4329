import test from 'ava'
import { newerName, zonesWith } from '../../../../plugin/web/views/settings/time-zones.ts'

test('zones that were renamed are found by their newer and their older names', (t) => {
  const zones = zonesWith(null)

  for (const name of ['Asia/Kolkata', 'Asia/Ho_Chi_Minh', 'Europe/Kyiv', 'America/Nuuk']) {
    t.true(zones.includes(name), name)
  }
  for (const listed of Intl.supportedValuesOf('timeZone')) t.true(zones.includes(listed), listed)
  t.deepEqual(zones, [...new Set(zones)].sort())
})

test('a zone is told by the name it has today', (t) => {
  t.is(newerName('Asia/Calcutta'), 'Asia/Kolkata')
  t.is(newerName('Europe/Berlin'), 'Europe/Berlin')
})

test('a chosen zone that no browser lists stands among them', (t) => {
  t.true(zonesWith('Europe/Belfast').includes('Europe/Belfast'))
})

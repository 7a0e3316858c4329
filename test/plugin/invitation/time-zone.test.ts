import { execFileSync } from 'node:child_process'
import test from 'ava'
import { ianaZone, instantInZone } from '../../../plugin/invitation/time-zone.ts'

/** Zones whose clocks change, by hours and by halves, in both hemispheres, and one that skipped a day. */
const ZONES = [
  ...['Europe/Berlin', 'America/New_York', 'America/St_Johns', 'Australia/Lord_Howe'],
  ...['Africa/Casablanca', 'Asia/Kolkata', 'Pacific/Apia', 'America/Santiago'],
]

/** Of each day of two years the hours in which clocks are changed, as they show them. */
function clockTimes(): number[] {
  return [2011, 2026].flatMap((year) =>
    Array.from({ length: 365 }, (_, day) =>
      [0, 60, 90, 150, 180].map((minute) => Date.UTC(year, 0, day + 1, 0, minute)),
    ).flat(),
  )
}

test('a time is the same instant as for Python in zones whose clocks change', (t) => {
  const times = clockTimes()
  const program =
    'import sys,json,zoneinfo\n' +
    'from datetime import datetime,timezone\n' +
    'zones,times=json.load(sys.stdin)\n' +
    'for z in zones:\n' +
    ' zone=zoneinfo.ZoneInfo(z)\n' +
    ' print(json.dumps([datetime.fromtimestamp(t/1000,timezone.utc).replace(tzinfo=zone).timestamp()*1000 for t in times]))'
  const input = JSON.stringify([ZONES, times])
  const lines = execFileSync('python3', ['-c', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  const wanted: unknown[] = lines
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

  for (const [index, zone] of ZONES.entries()) {
    t.deepEqual(
      times.map((at) => instantInZone(at, zone)),
      wanted[index],
      zone,
    )
  }
})

test('a zone is known by its own name, that of Windows, and the end of a path', (t) => {
  t.is(ianaZone('Europe/Berlin'), 'Europe/Berlin')
  t.is(ianaZone('W. Europe Standard Time'), 'Europe/Berlin')
  t.is(ianaZone('/freeassociation.sourceforge.net/Europe/Berlin'), 'Europe/Berlin')
  t.is(
    ianaZone('/mozilla.org/20050126_1/America/Argentina/Buenos_Aires'),
    'America/Argentina/Buenos_Aires',
  )
  t.is(ianaZone('Customized Time Zone'), undefined)
})

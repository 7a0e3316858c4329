import test from 'ava'
import { localFormat } from '../../../../../plugin/wire/roundcube/date-text.ts'
import { timeZone } from '../../../../../plugin/wire/roundcube/learned/time-zones.ts'

const HOUR_MS = 3_600_000

for (const [name, around] of [
  ['Europe/Berlin', Date.UTC(2026, 9, 25)],
  ['America/New_York', Date.UTC(2026, 2, 8)],
  ['Australia/Lord_Howe', Date.UTC(2026, 3, 4)],
  ['Pacific/Apia', Date.UTC(2011, 11, 30)],
  ['Africa/Monrovia', Date.UTC(1972, 0, 7)],
] as const) {
  test(`the clocks of ${name} are told also on the day they are changed`, (t) => {
    const zone = timeZone(name)
    const format = localFormat(name)
    const times = Array.from({ length: 96 }, (_, hour) => around + (hour - 48) * HOUR_MS + 90_000)

    const reported = times.map((ms) => new Date(zone.clockAt(ms)).toISOString().slice(0, 16))

    t.deepEqual(
      reported,
      times.map((ms) => format.format(ms).replace(' ', 'T')),
    )
  })
}

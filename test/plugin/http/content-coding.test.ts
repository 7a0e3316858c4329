import test from 'ava'
import { chooseCoding } from '../../../plugin/http/compression.ts'

// RFC 9110 12.5.3. Browsers name gzip first and mean no order by it: weights do that.
for (const [accepted, coding] of [
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'gzip'],
  ['br ; Q=0.5 , gzip;q=0.8', 'gzip'],
  ['gzip;q=0.5', 'gzip'],
  ['gzip;q=0', 'identity'],
  ['br;q=0, *', 'gzip'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['identity', 'identity'],
  ['identity, gzip;q=0.5', 'identity'],
  ['identity;q=0', 'identity'],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['deflate, zstd', 'identity'],
  ['br;q=much, gzip', 'gzip'],
  ['br;q=0.0001', 'identity'],
  [',, ;q=1', 'identity'],
] as const) {
  test(`Accept-Encoding ${JSON.stringify(accepted)} is answered with ${coding}`, (t) => {
    t.is(chooseCoding(accepted), coding)
  })
}

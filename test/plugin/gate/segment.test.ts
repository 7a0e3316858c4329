import test from 'ava'
import fc from 'fast-check'
import { segmentAt } from '../../../plugin/gate/location.ts'

test('a segment is the letters and ten digits that a path starts with', (t) => {
  const segment = segmentAt('/cpsess0228251236/3rdparty/roundcube/', 'cpsess')

  t.is(segment?.digits, '0228251236')
  t.is(segment?.path, '/cpsess0228251236')
})

for (const path of [
  '/cpsess022825123x/',
  '/cpsess022825123/',
  '/CPSESS0228251236/',
  'cpsess0228251236/',
  '/sess0228251236/',
  '/x/cpsess0228251236/',
  '/cpsess٠٢٢٨٢٥١٢٣٦/',
  '',
]) {
  test(`a path without a segment at its beginning has none: ${path}`, (t) => {
    t.is(segmentAt(path, 'cpsess'), undefined)
  })
}

test('every ten digits are a segment as they stand, leading zeros too', (t) => {
  fc.assert(
    fc.property(fc.stringMatching(/^[0-9]{10}$/), (digits) => {
      const segment = segmentAt(`/cpsess${digits}`, 'cpsess')
      return segment?.digits === digits && segment.path === `/cpsess${digits}`
    }),
  )
  t.pass()
})

import test from 'ava'
import {
  ENGLISH_UNITS,
  learnedSizeText,
  learnSizes,
} from '../../../../../plugin/wire/roundcube/learned/size-units.ts'

const MIB = 1_048_576

test('units of another language are learned one by one, and none is guessed', (t) => {
  const known = learnSizes(new Map(), [
    [329, '329 o'],
    [2_048, '2 ko'],
    [12 * MIB, '12 Mo'],
  ])

  t.is(known && learnedSizeText(known, 5_120), '5 ko')
  t.is(known && learnedSizeText(known, 20 * MIB), '20 Mo')
  // Decimals may have another mark than a dot.
  t.is(known && learnedSizeText(known, 2.5 * MIB), undefined)
  t.is(known && learnedSizeText(known, 20_480 * MIB), undefined)
})

test('sizes with other figures than ours are not learned', (t) => {
  t.is(learnSizes(ENGLISH_UNITS, [[2.5 * MIB, '2,5 MB']]), undefined)
  t.is(learnSizes(ENGLISH_UNITS, [[2_048, '2 ko']]), undefined)
})

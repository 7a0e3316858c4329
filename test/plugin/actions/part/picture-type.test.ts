import test from 'ava'
import { pictureType } from '../../../../plugin/actions/part/picture-type.ts'

const beginnings: readonly [hex: string, type: ReturnType<typeof pictureType>][] = [
  ['89504e470d0a1a0a0000', 'image/png'],
  ['ffd8ffe000104a464946', 'image/jpeg'],
  ['474946383961', 'image/gif'],
  ['524946460a0000005745425056503820', 'image/webp'],
  ['0000002066747970617669660000', 'image/avif'],
  ['3c7376673e', undefined],
  ['', undefined],
]

for (const [hex, type] of beginnings) {
  test(`bytes that begin with "${hex}" are ${type ?? 'no picture'}`, (t) => {
    t.is(pictureType(Buffer.from(hex, 'hex')), type)
  })
}

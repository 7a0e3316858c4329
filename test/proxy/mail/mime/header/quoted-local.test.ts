import test from 'ava'
import { quotedLocal } from '../../../../../proxy/address/mail-address.ts'

for (const [local, written] of [
  ['ada', 'ada'],
  ['ada.', 'ada.'],
  ['jürgen', 'jürgen'],
  ['a b', '"a b"'],
  ['a"b', '"a\\"b"'],
  ['a\\b', '"a\\\\b"'],
] as const) {
  test(`the local part ${local} is written ${written}`, (t) => {
    t.is(quotedLocal(local), written)
  })
}

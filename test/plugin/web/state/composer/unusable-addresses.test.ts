import test from 'ava'
import { unusableAddresses } from '../../../../../plugin/web/state/composer/unusable-addresses.ts'

for (const [field, unusable] of [
  ['ada@x.test, Bob <bob@bücher.test>; "a b"@x.test, a@[192.0.2.1], ada.@docomo.ne.jp, ', []],
  ['müller@bücher.test, 用户@例子.test', []],
  ['\u00a0ada@x.test\u200b, mailto:bob@x.test, Quill, Ada [ada@x.test]', []],
  [
    'ada, bob@@x.test, cy@x, "dan <dan@x.test>',
    ['ada', 'bob@@x.test', 'cy@x', '"dan <dan@x.test>'],
  ],
] as const) {
  test(`of ${JSON.stringify(field)} ${unusable.length} entries cannot be addresses`, (t) => {
    t.deepEqual(unusableAddresses(field), [...unusable])
  })
}

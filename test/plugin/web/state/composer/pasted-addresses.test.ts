import test from 'ava'
import { arrangedAddresses } from '../../../../../plugin/web/state/composer/pasted-addresses.ts'

for (const [pasted, arranged] of [
  [
    'a@x.test\r\nB <b@x.test>,\n\nc@x.test; d@x.test\te@x.test\n',
    'a@x.test, B <b@x.test>, c@x.test; d@x.test, e@x.test',
  ],
  ['a@x.test b@x.test  c@x.test', 'a@x.test, b@x.test, c@x.test'],
  [
    'Ann Lee <a@x.test> Bob <b@x.test> <c@x.test>',
    'Ann Lee <a@x.test>, Bob <b@x.test>, <c@x.test>',
  ],
  ['a@x.test Bob <b@x.test>', 'a@x.test, Bob <b@x.test>'],
  ['a@x.test，\nB <b@x.test>；\nc@x.test、', 'a@x.test, B <b@x.test>, c@x.test'],
  ['mailto:ann@x.test', 'ann@x.test'],
  ['<mailto:ann%2Bnews@x.test?subject=Hello>', '<ann+news@x.test>'],
  ['mailto:a@x.test,b@x.test?cc=c@x.test', 'a@x.test,b@x.test'],
  ['mailto:50%@x.test', '50%@x.test'],
] as const) {
  test(`${JSON.stringify(pasted)} is pasted as ${arranged}`, (t) => {
    t.is(arrangedAddresses(pasted), arranged)
  })
}

for (const pasted of [
  'ann',
  ' Lee ',
  'a@x.test, ',
  'a@x.test, b@x.test',
  'a@x.test，b@x.test；c@x.test、d@x.test',
  '"Smith, J" <j@x.test>',
  '"b@x.test in Rome" <j@x.test>',
  'ann@x.test <ann@x.test>',
  'ann@x.test (Ann Lee)',
  'Ann Lee [ann@x.test]',
  '"a b"@x.test',
]) {
  test(`${JSON.stringify(pasted)} is pasted as it is`, (t) => {
    t.is(arrangedAddresses(pasted), undefined)
  })
}

import test from 'ava'
import fc from 'fast-check'
import { parseAddressList } from '../../../../proxy/mail/submission/address-list.ts'

const readable: readonly [text: string, expected: readonly { name: string; address: string }[]][] =
  [
    ['', []],
    [' , ; ', []],
    ['a@example.test', [{ name: '', address: 'a@example.test' }]],
    ['<a@example.test>', [{ name: '', address: 'a@example.test' }]],
    ['Ann Other <a@example.test>', [{ name: 'Ann Other', address: 'a@example.test' }]],
    [
      '"Other, Ann; M.D." <a@example.test>, b@example.test',
      [
        { name: 'Other, Ann; M.D.', address: 'a@example.test' },
        { name: '', address: 'b@example.test' },
      ],
    ],
    [
      String.raw`"A \"B\" \\ C" <a@example.test>`,
      [{ name: String.raw`A "B" \ C`, address: 'a@example.test' }],
    ],
    [
      'a@example.test; b@example.test,',
      [
        { name: '', address: 'a@example.test' },
        { name: '', address: 'b@example.test' },
      ],
    ],
    ['Zoë <z@bücher.example>', [{ name: 'Zoë', address: 'z@xn--bcher-kva.example' }]],
    ['a@Example.TEST', [{ name: '', address: 'a@example.test' }]],
    ["o'brien+tag_x@mail.example.test", [{ name: '', address: "o'brien+tag_x@mail.example.test" }]],
  ]

for (const [text, expected] of readable) {
  test(`reads ${JSON.stringify(text)}`, (t) => {
    t.deepEqual(parseAddressList(text), { addresses: expected, invalid: [] })
  })
}

const refused: readonly string[] = [
  'b@x.test\r\nRCPT TO:<evil@x.test>',
  'b@x.test\r\n',
  'b@x.test\n',
  'b@x.test\0',
  'Name\r\nBcc: evil@x.test <b@x.test>',
  '<b@x.test\r\n>',
  '"a\u0085b" <b@x.test>',
  'b@x.test> <evil@x.test',
  '<b@x.test> SIZE=1',
  'b@x.test SIZE=1',
  'a b@x.test',
  'a@b@x.test',
  '@x.test',
  'a@',
  'a',
  'a@localhost',
  'a@127.0.0.1',
  'a@[127.0.0.1]',
  'a@１２７.0.0.1',
  'a@x..test',
  'a@x.test.',
  'a@-x.test',
  'a@x%2e.test',
  'a@x/y.test',
  '.a@x.test',
  'a..b@x.test',
  '"a b"@x.test',
  'a\\@x.test',
  '"unclosed <a@x.test>',
  'half" <a@x.test>',
  `${'a'.repeat(65)}@x.test`,
  `a@${'b'.repeat(60)}.${'c'.repeat(60)}.${'d'.repeat(60)}.${'e'.repeat(60)}.${'f'.repeat(20)}.test`,
  `${'n'.repeat(257)} <a@x.test>`,
  `a@${'ü'.repeat(80)}.test`,
]

for (const text of refused) {
  test(`refuses ${JSON.stringify(text).slice(0, 60)}`, (t) => {
    const { addresses, invalid } = parseAddressList(text)

    t.deepEqual(addresses, [])
    t.is(invalid.length, 1)
  })
}

test('an address past the limit is reported, not dropped', (t) => {
  const { addresses, invalid } = parseAddressList('a@x.test, b@x.test, c@x.test', {
    maxAddresses: 2,
  })

  t.is(addresses.length, 2)
  t.deepEqual(invalid, ['c@x.test'])
})

test('no text at all yields an address that could leave its SMTP command', (t) => {
  const property = fc.property(fc.string({ unit: 'binary' }), fc.string(), (before, after) => {
    const { addresses } = parseAddressList(`${before}<a@x.test${after}>`)
    return addresses.every(({ address }) => /^[\x21-\x7e]+$/.test(address) && !/[<>]/.test(address))
  })

  t.notThrows(() => fc.assert(property))
})

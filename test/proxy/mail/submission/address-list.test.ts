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
    [
      'ada@r.example，李明 <li@r.example>；bo@r.example、eve@r.example،kim@r.example؛ann@r.example',
      [
        { name: '', address: 'ada@r.example' },
        { name: '李明', address: 'li@r.example' },
        ...['bo', 'eve', 'kim', 'ann'].map((name) => ({ name: '', address: `${name}@r.example` })),
      ],
    ],
    ['"李，明；x" <li@r.example>', [{ name: '李，明；x', address: 'li@r.example' }]],
    ['Zoë <z@bücher.example>', [{ name: 'Zoë', address: 'z@xn--bcher-kva.example' }]],
    ['mu\u0308ller@bücher.example', [{ name: '', address: 'müller@xn--bcher-kva.example' }]],
    ['用户@例子.example', [{ name: '', address: '用户@xn--fsqu00a.example' }]],
    ['a@Example.TEST', [{ name: '', address: 'a@example.test' }]],
    ['\u00a0bo@r.example', [{ name: '', address: 'bo@r.example' }]],
    [
      'ada@r.example,\u00a0bo@r.example',
      [
        { name: '', address: 'ada@r.example' },
        { name: '', address: 'bo@r.example' },
      ],
    ],
    [
      '\u202a\ufeffBo Ek\u00a0<\u200bbo@r.example\u200b>\u202c',
      [{ name: 'Bo Ek', address: 'bo@r.example' }],
    ],
    ['mailto:ada@r.example', [{ name: '', address: 'ada@r.example' }]],
    ['<mailto:ada%2Bx@r.example?subject=Hi>', [{ name: '', address: 'ada+x@r.example' }]],
    ['ada@r.example (Ada Quill)', [{ name: 'Ada Quill', address: 'ada@r.example' }]],
    ['ada@r.example (Quill, Ada)', [{ name: 'Quill, Ada', address: 'ada@r.example' }]],
    ['Ada <ada@r.example> (work)', [{ name: 'Ada', address: 'ada@r.example' }]],
    ['Ada :( <ada@r.example>', [{ name: 'Ada :(', address: 'ada@r.example' }]],
    ['Ada Quill [ada@r.example]', [{ name: 'Ada Quill', address: 'ada@r.example' }]],
    ['Quill, Ada <ada@r.example>', [{ name: 'Quill, Ada', address: 'ada@r.example' }]],
    [
      'bo@r.example, van der Quill, Ada <ada@r.example>; eve@r.example',
      [
        { name: '', address: 'bo@r.example' },
        { name: 'van der Quill, Ada', address: 'ada@r.example' },
        { name: '', address: 'eve@r.example' },
      ],
    ],
    ['"a b"@r.example', [{ name: '', address: '"a b"@r.example' }]],
    ['Ada <"a, b"@r.example>', [{ name: 'Ada', address: '"a, b"@r.example' }]],
    ['a@[192.0.2.1]', [{ name: '', address: 'a@[192.0.2.1]' }]],
    ['Ada <a@[ipv6:2001:db8::1]>', [{ name: 'Ada', address: 'a@[IPv6:2001:db8::1]' }]],
    ['ada.@docomo.ne.jp', [{ name: '', address: '"ada."@docomo.ne.jp' }]],
    ['a..b@docomo.ne.jp', [{ name: '', address: '"a..b"@docomo.ne.jp' }]],
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
  'a@１２７.0.0.1',
  'a@x..test',
  'a@x.test.',
  'a@-x.test',
  'a@x%2e.test',
  'a@x/y.test',
  '"a<b"@x.test',
  '"a\\"@x.test',
  '""@x.test',
  'a@[192.0.2.256]',
  'a@[192.0.2.1',
  'mailto:b@x.test%0d%0aRCPT',
  '[a@x.test',
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
    return addresses.every(({ address }) =>
      /^(?:[\x21-\x7e]+|"[\x20-\x7e]+"@[\x21-\x7e]+)$/.test(address.replace(/[<>]/g, '\n')),
    )
  })

  t.notThrows(() => fc.assert(property))
})

test('a name without an address before another recipient is no last name', (t) => {
  t.deepEqual(parseAddressList('bob, Ann <ann@x.test>').invalid, ['bob'])
  t.deepEqual(parseAddressList('Bob; Ann <ann@x.test>').invalid, ['Bob'])
})

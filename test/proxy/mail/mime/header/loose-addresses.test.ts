import test from 'ava'
import {
  completedAddresses,
  looseAddresses,
} from '../../../../../proxy/mail/mime/header/loose-addresses.ts'

const read = (value: string) =>
  looseAddresses(value, 100).map(({ name, address }) =>
    name === '' ? address : `${name} <${address}>`,
  )

test('addresses are found whatever stands around them', (t) => {
  t.deepEqual(read('a@x.example; b@x.example; "C, D" <c@x.example>'), [
    'a@x.example',
    'b@x.example',
    'C, D <c@x.example>',
  ])
  t.deepEqual(read('<<a@x.example>>'), ['a@x.example'])
  t.deepEqual(read('<a@x.example'), ['a@x.example'])
  t.deepEqual(read('Ada Quill ada@x.example'), ['Ada Quill <ada@x.example>'])
  t.deepEqual(read("'a@x.example' <a@x.example>"), ['a@x.example <a@x.example>'])
  t.deepEqual(read('"a@x.example"'), ['a@x.example'])
  t.deepEqual(read('a@x.example b@x.example'), ['a@x.example', 'b@x.example'])
  t.deepEqual(read('=?utf-8?Q?J=C3=B6rg?= <j@x.example>'), ['Jörg <j@x.example>'])
  t.deepEqual(read('undisclosed-recipients:;'), [])
  t.deepEqual(read('"Ada <a@x.example>, b@x.example'), ['Ada <a@x.example>', 'b@x.example'])
})

test('an address is not made of a piece of another one', (t) => {
  t.deepEqual(read("pat.o'brien@x.example"), ["pat.o'brien@x.example"])
  t.deepEqual(read("'a@x.example'"), ['a@x.example'])
  t.deepEqual(read('<"boss@bank.example"@x.example>'), ['"boss@bank.example"@x.example'])
  t.deepEqual(read('"boss@bank.example"@x.example'), ['"boss@bank.example"@x.example'])
  t.deepEqual(read('"System Admin"@x.example'), ['"System Admin"@x.example'])
  t.deepEqual(read('boss@bank.example@x.example'), ['boss@bank.example@x.example'])
  t.deepEqual(read('<boss@bank.example@x.example>'), ['boss@bank.example@x.example'])
  const cut = [{ name: '', address: 'boss@bank.example' }]
  t.deepEqual(completedAddresses(cut, 'boss@bank.example@x.example', 100), [
    { name: '', address: 'boss@bank.example@x.example' },
  ])
})

test('a quoted local part is as whole as any other', (t) => {
  const server = [
    { name: '', address: '"boss@bank.example"@x.example' },
    { name: '', address: "o'brien@x.example" },
  ]
  const value = '"boss@bank.example"@x.example, o\'brien@x.example'
  t.is(completedAddresses(server, value, 100), server)
})

test('what stands for recipients that are not named is none', (t) => {
  const named = '"Undisclosed recipients" <ada@x.example>'
  const circulars = [
    'undisclosed-recipients:;',
    'Recipient list not shown: ;',
    '<Undisclosed Recipients@x>',
    '"Undisclosed-Recipient:;"@x.example',
    '<"Undisclosed-Recipient:;"@x.example>',
    'unlisted-recipients:; (no To-header on input)',
    'undisclosed-recipients@x.example:;',
    '(Recipient list suppressed)',
  ]
  for (const value of circulars) t.deepEqual(read(value), [], value)
  t.deepEqual(read(named), ['Undisclosed recipients <ada@x.example>'])
  t.deepEqual(read('undisclosed@x.example'), ['undisclosed@x.example'])
})

test('an address that is in a link or behind a route is the address', (t) => {
  t.deepEqual(read('<mailto:a@x.example>, mailto:b@x.example'), ['a@x.example', 'b@x.example'])
  t.deepEqual(read('Ben [mailto:b@x.example]'), ['Ben <b@x.example>'])
  t.deepEqual(read('Ada <@r.example,@s.example:a@x.example>'), ['Ada <a@x.example>'])
})

test('what the server read stays where it lost nothing', (t) => {
  const server = [{ name: 'Ada', address: 'ada@x.example' }]
  t.is(completedAddresses(server, 'Ada <ada@x.example>', 100), server)
  t.is(completedAddresses(server, undefined, 100), server)
  t.is(completedAddresses([], 'undisclosed-recipients:;', 100).length, 0)
})

test('a long field is read in linear time, to its limit', (t) => {
  t.is(looseAddresses('a@x.example;'.repeat(50_000), 2_000).length, 2_000)
  t.is(looseAddresses('"'.repeat(50_000), 10).length, 0)
  t.is(looseAddresses('<'.repeat(50_000), 10).length, 0)
  t.is(looseAddresses(`"${'\\"'.repeat(500_000)}`, 10).length, 0)
})

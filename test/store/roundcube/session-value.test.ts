import test from 'ava'
import fc from 'fast-check'
import { formatSessionValue, parseSessionValue } from '../../../store/roundcube/session-value.ts'

/** As Roundcube 1.6 sent it after a sign-out. */
const recorded =
  'a:3:{s:7:"changed";i:1795401777;s:2:"ip";s:9:"127.0.0.1";s:4:"vars";s:84:"language|s:5:"en_US";temp|b:1;request_token|s:32:"NLfdnOPJ9bAxZjglAHeu9LZjvxtuGEjq";";}'

test('a value of Roundcube is read, and written again byte for byte', (t) => {
  const session = parseSessionValue(Buffer.from(recorded))

  t.is(session?.changed, 1_795_401_777)
  t.is(session?.ip, '127.0.0.1')
  t.true(session?.vars.toString().startsWith('language|s:5:"en_US";temp|b:1;'))
  t.is(session && formatSessionValue(session).toString(), recorded)
})

test('variables of any kind stay byte for byte', (t) => {
  const vars = Buffer.from(
    'a|O:8:"stdClass":1:{s:1:"x";d:1.5E-6;}b|a:2:{i:5;N;i:0;R:1;}c|s:4:"\xff";}";c2|C:3:"Foo":4:{x;}y}d|i:9223372036854775807;',
    'latin1',
  )
  const session = { changed: 1, ip: '::1', vars }

  t.deepEqual(parseSessionValue(formatSessionValue(session)), session)
})

for (const [what, value] of [
  ['nothing', ''],
  ['text', 'hello'],
  ['two fields', 'a:2:{s:7:"changed";i:1;s:2:"ip";s:0:"";}'],
  ['a field of another name', recorded.replace('"ip"', '"pi"')],
  ['a field twice', recorded.replace('s:7:"changed";i:1795401777', 's:2:"ip";s:0:""')],
  ['a time that is text', recorded.replace('i:1795401777', 's:1:"1"')],
  ['a length that lies', recorded.replace('s:84', 's:83')],
  ['something behind it', `${recorded}x`],
  ['an object', recorded.replace('a:3:', 'O:8:"stdClass":3:')],
  ['variables that are none', 'a:3:{s:7:"changed";i:1;s:2:"ip";s:0:"";s:4:"vars";s:3:"abc";}'],
  ['an address that is none', recorded.replace('s:9:"127.0.0.1"', 's:9:"127 0 0 1"')],
] as const) {
  test(`${what} is no session record`, (t) => {
    t.is(parseSessionValue(Buffer.from(value, 'latin1')), undefined)
  })
}

test('no piece of a record is one, and no bytes are taken for more than they are', (t) => {
  const whole = Buffer.from(recorded)
  t.notThrows(() =>
    fc.assert(
      fc.property(fc.nat(whole.length - 1), fc.uint8Array({ maxLength: 8 }), (cut, noise) => {
        const changed = Buffer.concat([whole.subarray(0, cut), Buffer.from(noise)])
        const read = parseSessionValue(changed)
        return read === undefined || formatSessionValue(read).length === changed.length
      }),
      { numRuns: 2_000 },
    ),
  )
})

import { execFile } from 'node:child_process'
import test from 'ava'
import fc from 'fast-check'
import { PhpFormatError, type PhpValue, type SessionVariables } from '../../../store/php/format.ts'
import { decodeVariables, encodeVariables } from '../../../store/php/session.ts'

/** Decodes and encodes each record with PHP's own session handler, one base64 line per record. */
const phpRoundTrip = `
ini_set('session.use_cookies', '0');
ini_set('session.cache_limiter', '');
ini_set('session.save_handler', 'files');
ini_set('session.save_path', sys_get_temp_dir());
session_id('postern' . getmypid());
session_start();
$out = [];
foreach (explode("\\n", trim(stream_get_contents(STDIN), "\\n")) as $line) {
  $_SESSION = [];
  if (!session_decode(base64_decode($line))) { $out[] = 'refused'; continue; }
  $out[] = base64_encode((string) session_encode());
}
session_destroy();
echo implode("\\n", $out);
`

function throughPhp(records: readonly string[]): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const php = execFile(
      'php',
      ['-d', 'serialize_precision=-1', '-r', phpRoundTrip],
      { maxBuffer: 64 * 1_048_576 },
      (error, stdout) => {
        if (error instanceof Error) reject(error)
        else resolve(stdout.split('\n'))
      },
    )
    php.stdin?.end(records.join('\n'))
  })
}

const key = fc.string({ unit: 'binary', maxLength: 12 })
const phpValue: fc.Arbitrary<PhpValue> = fc.letrec<{ value: PhpValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.maxSafeInteger(),
    fc.double(),
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.array(tie('value'), { maxLength: 5 }),
    fc.dictionary(key, tie('value'), { maxKeys: 5 }),
  ),
})).value
const variables: fc.Arbitrary<SessionVariables> = fc.dictionary(
  fc.stringMatching(/^[A-Za-z_][\w-]{0,20}$/),
  phpValue,
  { minKeys: 1, maxKeys: 8 },
)

/** A value as comparable text: PHP knows no difference between a list and a map. */
function shown(value: PhpValue): string {
  if (Object.is(value, -0)) return '-0'
  if (value === null || typeof value !== 'object') return `${typeof value} ${String(value)}`
  const entries = Object.entries(value).map(([name, item]) => `${name}=${shown(item)}`)
  return `{${entries.join()}}`
}

test('thousands of random records mean the same to PHP', async (t) => {
  const samples = fc.sample(variables, { numRuns: 3_000, seed: 20_261_121 })

  const responses = await throughPhp(samples.map((sample) => encodeVariables(sample)))

  t.is(responses.length, samples.length)
  t.deepEqual(
    responses.map((response) => shown(decodeVariables(response))),
    samples.map(shown),
  )
})

test('what PHP wrote is written back byte for byte', async (t) => {
  const samples = fc.sample(variables, { numRuns: 1_000, seed: 7 })
  const written = await throughPhp(samples.map((sample) => encodeVariables(sample)))

  t.deepEqual(
    written.map((vars) => encodeVariables(decodeVariables(vars))),
    written,
  )
})

const decode = (text: string | Buffer) => decodeVariables(Buffer.from(text).toString('base64'))

test('a record of the specification is read', (t) => {
  t.deepEqual(
    decode(
      'temp|b:1;imap_namespace|a:2:{s:8:"personal";a:1:{i:0;a:2:{i:0;s:0:"";i:1;s:1:"/";}}s:5:"other";N;}login_time|i:1795230742;',
    ),
    {
      temp: true,
      imap_namespace: { personal: [['', '/']], other: null },
      login_time: 1_795_230_742,
    },
  )
})

test('lengths count bytes', (t) => {
  t.deepEqual(decode('name|s:6:"Zoë ☂"'.replace('6', '8') + ';'), { name: 'Zoë ☂' })
})

test('bytes that are no UTF-8 survive reading and writing', (t) => {
  const bytes = Buffer.concat([
    Buffer.from('raw|s:5:"'),
    Buffer.from([0xff, 0xc3, 0x28, 0x80, 0x61]),
    Buffer.from('";'),
  ])

  t.is(encodeVariables(decode(bytes)), bytes.toString('base64'))
})

test('a variable named __proto__ is a variable', (t) => {
  const record = decode('__proto__|a:1:{s:9:"__proto__";s:1:"x";}')

  t.is(Object.getPrototypeOf(record), Object.prototype)
  t.deepEqual(Object.keys(record), ['__proto__'])
})

for (const [name, text, problem] of [
  ['an object', 'x|O:8:"stdClass":0:{}', 'type_refused'],
  ['a reference', 'x|a:2:{i:0;i:1;i:1;R:2;}', 'type_refused'],
  ['a custom class', 'x|C:3:"Foo":0:{}', 'type_refused'],
  ['a lying string length', 'x|s:99:"abc";', 'truncated'],
  ['a lying array count', 'x|a:999999999:{}', 'truncated'],
  ['a negative count', 'x|a:-1:{}', 'malformed'],
  ['an array as a key', 'x|a:1:{a:0:{}i:1;}', 'malformed'],
  ['an integer beyond 2^53', 'x|i:9007199254740993;', 'integer_range'],
  ['a missing end', 'x|i:5', 'truncated'],
  ['a name without a value', 'x|', 'truncated'],
  ['hexadecimal digits', 'x|i:0x10;', 'malformed'],
  ['a cut boolean', 'x|b:', 'truncated'],
] as const) {
  test(`${name} is refused`, (t) => {
    const error = t.throws(() => decode(text), { instanceOf: PhpFormatError })
    t.is(error.problem, problem)
  })
}

test('nesting beyond the cap is refused both ways', (t) => {
  const nested = 'a:1:{i:0;'.repeat(70) + 'i:1;' + '}'.repeat(70)
  let value: PhpValue = 1
  for (let depth = 0; depth < 70; depth += 1) value = [value]

  t.is(t.throws(() => decode(`x|${nested}`), { instanceOf: PhpFormatError }).problem, 'too_deep')
  t.is(
    t.throws(() => encodeVariables({ x: value }), { instanceOf: PhpFormatError }).problem,
    'too_deep',
  )
})

test('a record beyond 1 MiB is refused both ways', (t) => {
  const long = 'x'.repeat(1_048_576)

  for (const action of [
    () => decode(`x|s:${long.length}:"${long}";`),
    () => encodeVariables({ x: long }),
  ]) {
    t.is(t.throws(action, { instanceOf: PhpFormatError }).problem, 'too_large')
  }
})

test('names PHP could not read back are refused', (t) => {
  for (const name of ['a|b', '12']) {
    const error = t.throws(() => encodeVariables({ [name]: 1 }), { instanceOf: PhpFormatError })
    t.is(error.problem, 'name_refused')
  }
})

test('random bytes never break the reader', (t) => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      try {
        decode(Buffer.concat([Buffer.from('x|'), bytes]))
      } catch (error) {
        if (!(error instanceof PhpFormatError)) throw error
      }
    }),
    { numRuns: 5_000 },
  )
  t.pass()
})

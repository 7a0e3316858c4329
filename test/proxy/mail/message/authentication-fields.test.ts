import test from 'ava'
import { authenticationFields } from '../../../../proxy/mail/message/authentication-fields.ts'

const read = (...values: readonly string[]) =>
  authenticationFields(values.map((value) => `Authentication-Results: ${value}\r\n`).join(''))

test('results are read with the domain that each is about', (t) => {
  const value =
    'MX.example.net 1;\r\n\tspf=softfail (of ann@b.test; no) smtp.mailfrom=<ann@B.test>;\r\n\tdkim=pass header.i=@d.test header.s=k;' +
    ' dmarc=fail (p=REJECT) header.from=c.test; arc=none; auth=pass smtp.auth=x'

  t.deepEqual(read(value), [
    {
      server: 'mx.example.net',
      results: [
        { method: 'spf', result: 'softfail', domain: 'b.test' },
        { method: 'dkim', result: 'pass', domain: 'd.test' },
        { method: 'dmarc', result: 'fail', domain: 'c.test' },
        { method: 'arc', result: 'none', domain: undefined },
      ],
    },
  ])
})

for (const [what, value] of [
  ['a comment', 'mx.test; none (; dmarc=pass header.from=bank.test;)'],
  ['a nested comment', 'mx.test; none (a (b) ; dmarc=pass)'],
  ['a quoted reason', 'mx.test; x=fail reason="; dmarc=pass header.from=bank.test"'],
  ['a comment without end', 'mx.test (; dmarc=pass header.from=bank.test'],
  ['a result that does not exist', 'mx.test; dmarc=passed'],
  ['nothing', 'mx.test; none'],
] as const) {
  test(`${what} is no result`, (t) => {
    t.deepEqual(read(value), [{ server: 'mx.test', results: [] }])
  })
}

test('the name of a server is the first word, quoted or not, and no word of a sender', (t) => {
  t.deepEqual(
    read('"mx.test"; none', '(mx.test) evil.test; none', '; mx.test').map(({ server }) => server),
    ['mx.test', 'evil.test', ''],
  )
})

test('fields are bounded', (t) => {
  t.is(read(...Array<string>(100).fill('mx.test; none')).length, 20)
  t.deepEqual(read(`mx.test; ${'x'.repeat(10_000)}`), [])
})

import test from 'ava'
import fc from 'fast-check'
import { mergeVariables } from '../../../store/php/merge-variables.ts'
import { variableValues } from '../../../store/php/variable-names.ts'
import { readNamedVariables, withNamedVariables } from '../../../store/php/named-variables.ts'

const data = (text: string) => Buffer.from(text, 'latin1')

test('of two who wrote, each keeps what it changed, and objects stay byte for byte', (t) => {
  const read = data('page|i:1;mbox|s:5:"INBOX";compose|O:8:"stdClass":1:{s:1:"x";d:0.5;}gone|b:1;')
  const written = data(
    'page|i:1;mbox|s:5:"INBOX";compose|O:8:"stdClass":1:{s:1:"x";d:0.6;}new|i:7;',
  )
  const current = data(
    'page|i:2;mbox|s:5:"Trash";compose|O:8:"stdClass":1:{s:1:"x";d:0.5;}gone|b:1;own|N;',
  )

  t.is(
    mergeVariables({ read, written, current }).toString('latin1'),
    'page|i:2;mbox|s:5:"Trash";compose|O:8:"stdClass":1:{s:1:"x";d:0.6;}own|N;new|i:7;',
  )
})

test('anyone who writes alone is taken whole', (t) => {
  const read = data('b|i:1;a|i:2;')
  const written = data('a|i:3;b|i:1;')

  t.is(mergeVariables({ read, written, current: read }), written)
})

test('every change is in the merged data, and what no one changed stays', (t) => {
  const name = fc.constantFrom('a', 'b', 'c', 'd')
  const session = fc.dictionary(name, fc.nat(3), { noNullPrototype: true })
  const bytes = (values: Readonly<Record<string, number>>) =>
    data(
      Object.entries(values)
        .map(([key, value]) => `${key}|i:${value};`)
        .join(''),
    )
  t.notThrows(() =>
    fc.assert(
      fc.property(session, session, session, (read, written, current) => {
        const versions = { read: bytes(read), written: bytes(written), current: bytes(current) }
        const merged = variableValues(mergeVariables(versions))
        return ['a', 'b', 'c', 'd'].every((key) => {
          const isChanged = read[key] !== written[key]
          const value = isChanged ? written[key] : current[key]
          return merged.get(key)?.toString() === (value === undefined ? undefined : `i:${value};`)
        })
      }),
      { numRuns: 1_000 },
    ),
  )
})

test('named variables are read and set beside others that no one builds here', (t) => {
  const vars = data('page|i:1;compose|O:8:"stdClass":0:{}folders|a:0:{}')

  t.deepEqual(readNamedVariables(vars, ['page', 'nothing']), { page: 1 })
  t.is(
    withNamedVariables(vars, { page: 2, mbox: 'INBOX' }).toString(),
    'page|i:2;compose|O:8:"stdClass":0:{}folders|a:0:{}mbox|s:5:"INBOX";',
  )
})

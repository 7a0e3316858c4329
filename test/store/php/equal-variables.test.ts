import test from 'ava'
import fc from 'fast-check'
import { areEqualBut } from '../../../store/php/equal-variables.ts'
import { isSessionData, joinVariables, variableValues } from '../../../store/php/variable-names.ts'

const view = new Set(['page', 'mbox'])
const isOnlyView = (one: string, other: string) =>
  areEqualBut(view, Buffer.from(one), Buffer.from(other))

test('session data that differs in what is named, and in nothing else, counts as equal', (t) => {
  const before = 'user_id|i:7;page|i:1;token|s:1:"a";'

  t.true(isOnlyView(before, before))
  t.true(isOnlyView(before, 'user_id|i:7;page|i:22;token|s:1:"a";'))
  t.true(isOnlyView(before, 'user_id|i:7;page|i:1;token|s:1:"a";mbox|s:5:"INBOX";'))
  t.true(isOnlyView(before, 'token|s:1:"a";user_id|i:7;'))
  t.false(isOnlyView(before, 'user_id|i:7;page|i:2;token|s:1:"b";'))
  t.false(isOnlyView(before, 'user_id|i:7;page|i:1;'))
  t.false(isOnlyView(before, 'user_id|i:7;page|i:1;token|s:1:"a";new|N;'))
  t.false(isOnlyView(before, ''))
})

test('session data over its limit is not compared, on whichever side it is', (t) => {
  const short = Buffer.from('page|i:1;')
  const long = Buffer.concat([
    Buffer.from('page|s:1100000:"'),
    Buffer.alloc(1_100_000, 0x61),
    Buffer.from('";'),
  ])

  t.throws(() => areEqualBut(view, short, long), { message: /too_large/ })
  t.throws(() => areEqualBut(view, long, short), { message: /too_large/ })
})

const values = fc.constantFrom('N;', 'b:1;', 'i:-12;', 'd:0.5;', 's:3:"a|;";', 'a:1:{i:0;s:1:"x";}')
const variables = fc
  .dictionary(fc.constantFrom('user_id', 'page', 'mbox', 'token', 'ümlaut'), values)
  .map(
    (record) => new Map(Object.entries(record).map(([name, value]) => [name, Buffer.from(value)])),
  )

test('any two sessions are equal but for the view exactly when their other variables are', (t) => {
  const rest = (data: ReadonlyMap<string, Buffer>) =>
    JSON.stringify([...data].filter(([name]) => !view.has(name)).sort())
  const agrees = (one: ReadonlyMap<string, Buffer>, other: ReadonlyMap<string, Buffer>) => {
    const isEqual = areEqualBut(view, joinVariables(one), joinVariables(other))
    return isEqual === (rest(one) === rest(other))
  }

  fc.assert(fc.property(variables, variables, agrees))
  t.pass()
})

function damaged(bytes: Buffer, at: number, byte: number): Buffer {
  if (at < bytes.length) bytes[at] = byte
  return bytes
}

test('whatever can be read is session data, and nothing else is', (t) => {
  const isReadable = (bytes: Buffer) => {
    try {
      variableValues(bytes)
      return true
    } catch {
      return false
    }
  }
  const broken = fc
    .tuple(variables, fc.nat(40), fc.nat(255))
    .map(([data, at, byte]) => damaged(joinVariables(data), at, byte))

  fc.assert(fc.property(broken, (bytes) => isSessionData(bytes) === isReadable(bytes)))
  t.pass()
})

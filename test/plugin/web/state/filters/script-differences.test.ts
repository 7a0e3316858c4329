import test from 'ava'
import { scriptDifferences } from '../../../../../plugin/web/state/filters/script-differences.ts'

test('the lines that only one of two scripts has are told in order', (t) => {
  t.deepEqual(scriptDifferences('a\nb\nc\n', 'a\nd\nc\ne\n'), [
    { kind: 'removed', text: 'b' },
    { kind: 'added', text: 'd' },
    { kind: 'added', text: 'e' },
  ])
  t.deepEqual(scriptDifferences('a\n', 'a\n'), [])
  t.deepEqual(scriptDifferences('', 'a\n'), [{ kind: 'added', text: 'a' }])
})

test('of two long scripts that have nothing in common all lines are told', (t) => {
  const lines = (word: string) =>
    Array.from({ length: 20_000 }, (_, at) => `${word}${at}\n`).join('')

  t.is(scriptDifferences(lines('a'), lines('b')).length, 40_000)
})

import test from 'ava'
import fc from 'fast-check'
import { scriptTokens } from '../../../../../plugin/web/state/filters/script-tokens.ts'

test('the pieces of any script are its text', (t) => {
  const piece = fc.constantFrom('"', '\\', '#', '\n', '/*', '*/', 'text:', ':is', 'keep', '5M', '.')
  fc.assert(
    fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 40 }), (pieces) => {
      const script = pieces.join('')
      return (
        script ===
        scriptTokens(script)
          .map(({ text }) => text)
          .join('')
      )
    }),
  )
  t.pass()
})

test('comments, strings, tags, numbers and words are told apart', (t) => {
  const script = 'if size :over 5M { reject text: # why\nA "b"\n.\n; } # end\nkeep "a \\" b";'
  const tokens = scriptTokens(script).filter(({ kind }) => kind !== 'other')

  t.deepEqual(
    tokens.map(({ kind, text }) => `${kind} ${text}`),
    [
      ...['word if', 'word size', 'tag :over', 'number 5M', 'word reject'],
      ...['string text: # why\nA "b"\n.', 'comment # end', 'word keep', 'string "a \\" b"'],
    ],
  )
})

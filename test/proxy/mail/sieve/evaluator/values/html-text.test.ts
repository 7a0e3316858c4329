import test from 'ava'
import fc from 'fast-check'
import { htmlAsText } from '../../../../../../proxy/mail/sieve/evaluator/values/html-text.ts'

/** One thing of HTML, as a pattern that is right and takes the square of the length. */
const MARKUP =
  /<!--[^]*?-->|<(script|style)\b[^]*?<\/\1\s*>|<[A-Za-z/!?](?:[^>"']|"[^"]*"|'[^']*')*>/gi

const pieces = fc.array(
  fc.constantFrom(
    ...['<!--', '-->', '<script>', '<STYLE ', '</script >', '</style>', '<scripts>', '</Script'],
    ...['<a', '<', '>', '"', "'", ' ', '-', '!', '/', 'x', '</p>'],
  ),
  { maxLength: 30 },
)

test('markup is what a pattern that searches from each of its starts finds', (t) => {
  fc.assert(
    fc.property(pieces, (parts) => {
      const html = parts.join('')

      const expected = html.replace(MARKUP, (whole) => (whole.startsWith('<!--') ? '' : ' '))
      t.is(htmlAsText(html), expected)
    }),
    { numRuns: 10_000 },
  )
})

test('entities are read once, and what is none stays', (t) => {
  t.is(
    htmlAsText('&lt;b&gt; &amp;lt; &#65;&#x42; &unknown; &#0; & &;'),
    '<b> &lt; AB &unknown; &#0; & &;',
  )
})

for (const piece of ['<!--', '<script>', '<style></script>', '<a "', `<a '"`, '<a ', '&#x'])
  test(`4 MB of ${piece} is read before the test ends`, (t) => {
    const html = piece.repeat(Math.ceil((4 * 1024 * 1024) / piece.length))

    t.true(htmlAsText(html).length <= html.length)
  })

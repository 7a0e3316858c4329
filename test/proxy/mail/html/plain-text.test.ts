import test from 'ava'
import { plainText } from '../../../../proxy/mail/html/plain-text.ts'

const { signal } = new AbortController()

const texts: readonly [name: string, html: string, expected: string][] = [
  [
    'has the words and links of a body and nothing else',
    '<title>t</title><style>p{}</style><script>1</script><p>Hello <b>you</b></p><a href="https://x.test">x</a><img src=y>',
    'Hello you\n\nx [https://x.test]',
  ],
  ['does not say an address twice', '<a href="mailto:a@x.test">a@x.test</a>', 'a@x.test'],
  [
    'has the address of a picture that is a link',
    '<a href="https://x.test"><img></a>',
    '[https://x.test]',
  ],
  ['has no address of a place in the body', '<a href="#a">a</a>', 'a'],
  [
    'has the rows of a table as lines, and cells that do not run together',
    '<table><tr><th>Item</th><th>Price</th></tr><tr><td>Tea</td><td>3 EUR</td></tr><tr><td><p>Sum</p></td><td>3 EUR</td></tr></table>',
    'Item Price\nTea 3 EUR\n\nSum\n\n3 EUR',
  ],
  [
    'has lists with their marks',
    'a<ul><li>b<li>c<ul><li>d</ul></ul><ol start=3><li>e<li>f</ol>',
    'a\n\n * b\n * c\n    * d\n\n 3. e\n 4. f',
  ],
  ['keeps the lines of an item under its mark', '<ol><li>a<br>b</ol>', ' 1. a\n    b'],
  ['has headings on lines of their own', 'a<h1>Title</h1>b', 'a\n\nTitle\n\nb'],
  [
    'has quotes by their marks',
    'a<blockquote><p>b<p>c<blockquote>d</blockquote></blockquote>e',
    'a\n\n> b\n> \n> c\n> \n> > d\n\ne',
  ],
  ['keeps the spaces of preformatted text', '<pre>a\n  b</pre>', 'a\n  b'],
  ['takes spaces and line ends for one space', ' a \n b<i> c</i><b>d</b> ', 'a b cd'],
  ['has line breaks where they are', 'a<br>b<br><br>c<div>d</div>', 'a\nb\n\nc\nd'],
  ['keeps empty lines above the first word', '<div><br></div><div><br></div>a', '\n\na'],
  ['has a ruler as a line', 'a<hr>b', `a\n\n${'-'.repeat(40)}\n\nb`],
  ['reads entities', '&lt;a&gt; &eacute; &#x1F600;', '<a> é 😀'],
]

for (const [name, html, expected] of texts) {
  test(`the text of a body ${name}`, async (t) => {
    t.is(await plainText(html, signal), expected)
  })
}

test('the text of a body is all of it', async (t) => {
  const lines = Array.from({ length: 40_000 }, (_, line) => `line ${line}<br>`).join('')

  const text = await plainText(lines, signal)

  t.true(text.startsWith('line 0\nline 1\n'))
  t.true(text.trimEnd().endsWith('line 39999'))
})

test('the text of a body has the words that stand very deep', async (t) => {
  const nested = `One ${'<div>'.repeat(100_000)}two${'</div>'.repeat(100_000)}`

  t.is(await plainText(nested, signal), 'One\ntwo')
})

test('quotes within very many others are marked a bounded number of times', async (t) => {
  const text = await plainText(`${'<blockquote>'.repeat(300)}a${'<br>b'.repeat(10_000)}`, signal)

  t.true(text.length < 1024 * 1024)
  t.regex(text, /^(?:> ){25}a\n/)
})

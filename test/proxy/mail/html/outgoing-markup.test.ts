import test from 'ava'
import { NAME_PREFIX } from '../../../../proxy/mail/html/name-prefix.ts'
import { outgoingMarkup, quotableMarkup } from '../../../../proxy/mail/html/outgoing-markup.ts'

const { signal } = new AbortController()
const PNG = 'data:image/png;base64,iVBORw0KGgo='

const markups: readonly [name: string, html: string, expected?: string][] = [
  ['keeps what was written', '<div dir="auto"><b>a</b> &amp; &nbsp;b</div>'],
  [
    'ends what is open',
    '<div><table><tr><td><b>x',
    '<div><table><tr><td><b>x</b></td></tr></table></div>',
  ],
  ['leaves out an end of nothing', '</div></td></blockquote>x</p>', 'x'],
  ['ends a paragraph where a browser would', '<p>a<div>b</div>', '<p>a</p><div>b</div>'],
  [
    'ends an item by the next one',
    '<ul><li>a<ul><li>b</ul><li>c</ul>',
    '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>',
  ],
  ['lets formatting overlap', '<b>1<p>2</b>3</p>', '<b>1<p>2</b>3</p>'],
  ['leaves out parts of a table without one', '<tr><td>a</td></tr>', 'a'],
  [
    'leaves out styles, comments and instructions',
    '<style>p{}</style><!--c--><?x y?><![CDATA[z]]>a',
    'a',
  ],
  ['leaves out ids, classes and handlers', '<p id=a class=b onclick=c data-x=y>a</p>', '<p>a</p>'],
  [
    'quotes and escapes every value',
    `<p title='a"<b>&amp;c'>x</p>`,
    '<p title="a&quot;&lt;b&gt;&amp;c">x</p>',
  ],
  [
    'keeps links of known kinds',
    '<a href="mailto:a@x.test">a</a><a href="javascript:x">b</a><a href=c>c</a>',
    '<a href="mailto:a@x.test">a</a><a>b</a><a>c</a>',
  ],
  [
    'keeps images that come along, are inside or on the web',
    `<img src="cid:a"><img src="${PNG}"><img src="https://x.test/a"><img src="file:a">`,
    `<img src="cid:a"><img src="${PNG}"><img src="https://x.test/a"><img>`,
  ],
  [
    'keeps harmless styles',
    '<p style="color:red;position:fixed">a</p>',
    '<p style="color:red">a</p>',
  ],
  [
    'takes the words of what it does not know',
    '<o:p>a</o:p><marquee>b</marquee><button>c</button>',
    'abc',
  ],
  ['takes an end of a line break for one', 'a</br>b', 'a<br>b'],
  ['reads a name across a long way', `<p title="${'x'.repeat(40_000)}">${'y'.repeat(40_000)}</p>`],
]

for (const [name, html, expected] of markups) {
  test(`markup that goes out ${name}`, async (t) => {
    t.is(await outgoingMarkup(html, signal), expected ?? html)
  })
}

for (const name of [
  'script',
  'style',
  'noscript',
  'svg',
  'math',
  'template',
  'textarea',
  'title',
  'xmp',
  'plaintext',
  'iframe',
  'noembed',
  'noframes',
]) {
  test(`nothing that is in ${name} goes out`, async (t) => {
    t.is(await outgoingMarkup(`a<${name}><img src="cid:x">b</${name}>`, signal), 'a')
  })
}

test('very deep markup keeps its words, and a depth that browsers read', async (t) => {
  const markup = await outgoingMarkup(
    `${'<div>'.repeat(100_000)}x${'</div>'.repeat(100_000)}y`,
    signal,
  )

  t.is(markup.split('<div>').length, markup.split('</div>').length)
  t.true(markup.split('<div>').length < 512)
  t.regex(markup, /<div>x<\/div>.*y$/)
})

test('a caller who left gets their own reason back', async (t) => {
  const reason = new Error('gone')

  await t.throwsAsync(outgoingMarkup('<p>x', AbortSignal.abort(reason)), { is: reason })
})

test('others have their turn while a long body is read', async (t) => {
  let turns = 0
  const count = setInterval(() => (turns += 1), 0)
  t.teardown(() => clearInterval(count))

  await outgoingMarkup('<p>word</p>'.repeat(100_000), signal)

  t.true(turns > 0)
})

test('what is quoted is led by its styles, and keeps the names that they use', async (t) => {
  const html =
    '<style>.a{color:red}</style><style>#b{color:blue;position:fixed}</style><p class=a id=b>x'

  t.is(
    await quotableMarkup(html, AbortSignal.timeout(60_000)),
    `<style>.a{color:red}#${NAME_PREFIX}b{color:blue}</style><p class="a" id="${NAME_PREFIX}b">x</p>`,
  )
})

test('what is quoted without styles is led by nothing', async (t) => {
  t.is(await quotableMarkup('<p>x</p>', AbortSignal.timeout(60_000)), '<p>x</p>')
})

import test from 'ava'
import { JSDOM } from 'jsdom'
import { cleanPaste } from '../../../../../plugin/web/views/editor/clean-paste.ts'

const { window } = new JSDOM()
const clean = (markup: string) => cleanPaste(markup, new window.DOMParser())

/** As Word copies an item of a list: a paragraph that shows its mark itself. */
const wordItem = (mark: string, text: string, level = 1) =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]>` +
  `<span style='font-family:Symbol'><span style='mso-list:Ignore'>${mark}<span>&nbsp;&nbsp;</span></span></span>` +
  `<![endif]>${text}<o:p></o:p></p>`

test('a document that only says that it is not bold comes without bold', (t) => {
  const copied = '<b style="font-weight:normal;" id="docs-internal-guid-1"><p>Plain</p></b>'

  t.is(clean(copied), '<p>Plain</p>')
})

test('what is bold, slanted or underlined by a style alone stays so', (t) => {
  const copied =
    '<p><span style="font-weight:700">bold</span> <span style="font-style: italic">slanted</span> ' +
    '<span style="font-weight: 400; text-decoration:underline">line</span></p>'

  t.is(clean(copied), '<p><b>bold</b> <i>slanted</i> <u>line</u></p>')
})

test('items of a list that shows its marks itself become a list of the same kind', (t) => {
  t.is(
    clean(`${wordItem('·', 'One')}\n${wordItem('·', 'Two')}<p>Text</p>${wordItem('1.', 'First')}`),
    '<ul><li>One</li><li>Two</li></ul><p>Text</p><ol><li>First</li></ol>',
  )
})

test('an item of a deeper level comes into a list within the item before it', (t) => {
  t.is(
    clean(wordItem('·', 'One') + wordItem('o', 'Within', 2) + wordItem('·', 'Two')),
    '<ul><li>One<ul><li>Within</li></ul></li><li>Two</li></ul>',
  )
})

test('cells that span others still do, and one writes on below their table', (t) => {
  const copied =
    '<table width=64 style="color:red"><tr><td colspan=2 bgcolor=red>Wide</td></tr></table>'

  t.is(
    clean(copied),
    '<table><tbody><tr><td colspan="2">Wide</td></tr></tbody></table><div dir="auto"><br></div>',
  )
})

test('a comment, a script and a link to nowhere are left out, and words stay', (t) => {
  const copied =
    '<!--StartFragment--><a href="/here" onclick="x()">one</a> <a href="https://x.test/">two</a><script>x()</script>'

  t.is(clean(copied), 'one <a href="https://x.test/">two</a>')
})

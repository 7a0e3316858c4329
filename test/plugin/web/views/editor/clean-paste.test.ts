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

const [OPEN, CLOSE, LINE_BELOW] = [
  '<table style="border-collapse:collapse"><tbody>',
  '</tbody></table>',
  '<div dir="auto"><br></div>',
]

test('cells of Excel, whose looks are in a style sheet, keep their borders and where their words stand', (t) => {
  const copied =
    '<html><head><style><!--table{mso-displayed-decimal-separator:"\\.";}\n.xl65\n\t{border:.5pt solid windowtext;}\n' +
    '.xl66\n\t{color:red; border-top:none; border-bottom:2.0pt double #00B050;}--></style></head><body>' +
    '<!--StartFragment--><table border=0 cellpadding=0 width=128><col width=64 span=2>' +
    "<tr height=20><td height=20 class=xl65 width=64 style='height:15.0pt'>Engine</td>" +
    '<td class=xl66 align=right>1843</td></tr></table><!--EndFragment--></body></html>'

  t.is(
    clean(copied),
    OPEN +
      '<tr><td style="border:1px solid #000000;padding:4px 8px">Engine</td>' +
      '<td style="border-bottom:3px double #00b050;padding:4px 8px;text-align:right">1843</td></tr>' +
      CLOSE +
      LINE_BELOW,
  )
})

test('cells of LibreOffice keep the borders of their styles, and those without any have none', (t) => {
  const copied =
    '<table cellspacing="0" border="0"><colgroup width="85"></colgroup><tr>' +
    '<td style="border-top: 1px solid #ff0000; border-left: 1px solid #ff0000" height="17" align="left">One</td>' +
    '<td align="center">Two</td></tr></table>'

  t.is(
    clean(copied),
    OPEN +
      '<tr><td style="border-top:1px solid #ff0000;border-left:1px solid #ff0000;padding:4px 8px">One</td>' +
      '<td style="text-align:center">Two</td></tr>' +
      CLOSE +
      LINE_BELOW,
  )
})

test('cells of Google Sheets keep the grid that their table has, and lines of their own', (t) => {
  const copied =
    '<google-sheets-html-origin><style type="text/css"><!--td {border: 1px solid #cccccc;}br {mso-data-placement:same-cell;}-->' +
    '</style><table dir="ltr" border="1" style="table-layout:fixed;border-collapse:collapse;border:none" data-sheets-root="1">' +
    '<colgroup><col width="100"/></colgroup><tbody><tr style="height:21px;">' +
    '<td style="overflow:hidden;padding:2px 3px;vertical-align:bottom;text-align:right;">7</td>' +
    '<td style="border:2px solid rgb(0, 0, 255);overflow:hidden;">8</td></tr></tbody></table>'

  t.is(
    clean(copied),
    OPEN +
      '<tr><td style="border:1px solid #c5cad6;padding:4px 8px;text-align:right">7</td>' +
      '<td style="border:2px solid rgb(0, 0, 255);padding:4px 8px">8</td></tr>' +
      CLOSE +
      LINE_BELOW,
  )
})

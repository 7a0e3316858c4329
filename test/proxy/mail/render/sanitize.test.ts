import test from 'ava'
import { JSDOM } from 'jsdom'
import {
  allowedElements,
  plainAttributes,
  urlAttributes,
} from '../../../../proxy/mail/render/allowed-markup.ts'
import { EMPTY_DOCUMENT } from '../../../../proxy/mail/render/empty-document.ts'
import { renderFrameDocument } from '../../../../proxy/mail/render/frame-document.ts'
import type { FrameRequest } from '../../../../proxy/mail/render/renderer.ts'
import { createSanitizer } from '../../../../proxy/mail/render/sanitizer.ts'
import { mailWithScripts, trackingMail } from './hostile-mail.ts'

const sanitize = createSanitizer()
const PNG = 'data:image/png;base64,iVBORw0KGgo='

function render(html: string, change: Partial<FrameRequest> = {}) {
  return renderFrameDocument(
    { html, inlineImages: new Map(), showRemoteContent: false, ...change },
    sanitize,
  )
}

/** What stands in the body of a rendered document. */
function bodyOf(html: string, change: Partial<FrameRequest> = {}): string {
  const { content } = render(html, change)
  return content.slice(content.indexOf('<body'), content.lastIndexOf('</html>'))
}

const harmlessAttributes = new Set([...plainAttributes, ...urlAttributes, 'target', 'rel'])

/** Everything in a document that the allow-list does not name. */
function foreignMarkup(html: string): string[] {
  const elements = new JSDOM(html).window.document.querySelectorAll('html, head, body, body *')
  return [...elements].flatMap((element) => [
    ...(allowedElements.includes(element.localName) ? [] : [element.localName]),
    ...element
      .getAttributeNames()
      .filter((name) => !harmlessAttributes.has(name) || name === 'id' || name === 'class'),
    ...addresses(element).filter((url) => !/^(?:https?:|mailto:|tel:|data:image\/)/.test(url)),
  ])
}

function addresses(element: Element): string[] {
  return urlAttributes.flatMap((name) => element.getAttribute(name) ?? [])
}

for (const [index, html] of [...mailWithScripts, ...trackingMail].entries()) {
  test(`nothing foreign is left of hostile mail ${index}: ${html.slice(0, 50)}`, (t) => {
    t.deepEqual(foreignMarkup(render(html, { showRemoteContent: true }).content), [])
  })

  test(`sanitizing hostile mail ${index} again changes nothing`, (t) => {
    const once = bodyOf(html, { showRemoteContent: true })

    t.is(bodyOf(once, { showRemoteContent: true }), once)
  })
}

test('an empty body is the document that is known without rendering', (t) => {
  t.is(render('').content, EMPTY_DOCUMENT)
})

test('a blocked remote image is reported and not named', (t) => {
  const { content, hasRemoteContent } = render('<img src="https://x.test/a.png" alt="A">')

  t.true(hasRemoteContent)
  t.false(content.includes('x.test'))
  t.true(content.includes('alt="A"'))
})

test('a remote image is shown by https when the reader asked for it', (t) => {
  const { content, hasRemoteContent } = render('<img src="http://x.test/a.png">', {
    showRemoteContent: true,
  })

  t.true(hasRemoteContent)
  t.true(content.includes('src="https://x.test/a.png"'))
})

test('mail without remote images says so', (t) => {
  t.false(render(`<p>x</p><img src="${PNG}"><a href="https://x.test">y</a>`).hasRemoteContent)
})

test('an inline part is shown in place of its Content-ID', (t) => {
  const inlineImages = new Map([['logo 1@x.test', PNG]])

  t.true(bodyOf('<img src="cid:logo%201@x.test">', { inlineImages }).includes(`src="${PNG}"`))
})

test('an inline part that is no picture is not shown', (t) => {
  const inlineImages = new Map([['a', 'data:text/html;base64,PHNjcmlwdD4=']])

  t.is(bodyOf('<img src="cid:a">', { inlineImages }), '<body><img></body>')
})

test('one picture named very often does not fill the memory', (t) => {
  const inlineImages = new Map([['a', `${PNG}${'A'.repeat(1024 * 1024)}`]])

  const { length } = render('<img src="cid:a">'.repeat(1_000), { inlineImages }).content

  t.true(length < 20 * 1024 * 1024)
})

test('a link opens apart and names no referrer', (t) => {
  t.is(
    bodyOf('<a href="https://x.test/?a=1&amp;b=2" target=_top rel=opener>x</a>'),
    '<body><a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a></body>',
  )
})

const styles: readonly [name: string, html: string, expected: string][] = [
  ['inlines a class', '<style>.a{color:red}</style><p class=a>x</p>', '<p style="color:red">x</p>'],
  ['inlines an id', '<style>#a{color:red}</style><p id=a>x</p>', '<p style="color:red">x</p>'],
  [
    'inlines descendants',
    '<style>div .a{color:red}</style><div><b><i class=a>x</i></b></div>',
    '<div><b><i style="color:red">x</i></b></div>',
  ],
  [
    'inlines children only where they are children',
    '<style>div > i{color:red}</style><div><i>x</i><b><i>y</i></b></div>',
    '<div><i style="color:red">x</i><b><i>y</i></b></div>',
  ],
  [
    'lets the more specific rule win',
    '<style>.a{color:red}p{color:blue}</style><p class=a>x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'lets the own style win',
    '<style>.a{color:red}</style><p class=a style="color:blue">x</p>',
    '<p style="color:blue">x</p>',
  ],
  [
    'lets an important rule win',
    '<style>p{color:red!important}</style><p style="color:blue">x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'keeps the colour of a background it may not load',
    '<p style="background:#fff url(https://x.test/a) no-repeat">x</p>',
    '<p style="background:#fff no-repeat">x</p>',
  ],
  [
    'keeps a picture that is in the mail',
    `<p style="background-image:url(${PNG})">x</p>`,
    `<p style="background-image:url(${PNG})">x</p>`,
  ],
  [
    'drops position',
    '<p style="position:fixed!important;top:0;color:red">x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'drops lengths of the window height',
    '<p style="min-height:100vh;height:calc(10dvh + 1px);width:50vw">x</p>',
    '<p style="width:50vw">x</p>',
  ],
  ['drops var()', '<p style="color:var(--x)">x</p>', '<p>x</p>'],
  ['drops env()', '<p style="padding:env(x)">x</p>', '<p>x</p>'],
  ['drops custom properties', '<p style="--color:red">x</p>', '<p>x</p>'],
  [
    'drops attribute selectors',
    '<style>p[title^=a]{color:red}</style><p title=a>x</p>',
    '<p title="a">x</p>',
  ],
  ['drops at-rules', '<style>@media screen{p{color:red}}</style><p>x</p>', '<p>x</p>'],
  [
    'reads style inside a comment',
    '<style><!-- p{color:red} --></style><p>x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'survives broken css',
    '<p style="color:red;{{{;width:1px;}">x</p>',
    '<p style="color:red">x</p>',
  ],
]

for (const [name, html, expected] of styles) {
  test(`the style pass ${name}`, (t) => {
    t.is(bodyOf(html), `<body>${expected}</body>`)
  })
}

test('the colours of the whole mail are kept', (t) => {
  t.is(
    bodyOf(
      '<html><head><style>body{margin:0}</style></head><body bgcolor="#eee" text=x onload=y>z',
    ),
    '<body bgcolor="#eee" style="margin:0">z</body>',
  )
})

test('a table layout survives', (t) => {
  const table =
    '<table width="600" cellpadding="0" align="center"><tbody><tr><td colspan="2" valign="top">x</td></tr></tbody></table>'

  t.is(bodyOf(table), `<body>${table}</body>`)
})

import test from 'ava'
import { frameDocument } from '../../../../proxy/mail/html/frame-document.ts'
import type { FrameRequest } from '../../../../proxy/mail/html/requests.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { mailWithScripts, trackingMail } from './hostile-mail.ts'

const PNG = 'data:image/png;base64,iVBORw0KGgo='
const { signal } = new AbortController()

function render(html: string, change: Partial<FrameRequest> = {}): Promise<string> {
  return frameDocument(
    { html, inlineImages: new Map(), showRemoteContent: false, ...change },
    signal,
  )
}

/** What is in the body of a document. */
async function bodyOf(html: string, change: Partial<FrameRequest> = {}): Promise<string> {
  const content = await render(html, change)
  return content.slice(content.indexOf('<body'), content.lastIndexOf('</html>'))
}

/** The sender's own sheet in the head of a document. */
async function sheetOf(css: string): Promise<string> {
  const content = await render(`<style>${css}</style>`)
  return content.split('</style><style>')[1]?.split('</style>')[0] ?? ''
}

for (const [index, html] of [...mailWithScripts, ...trackingMail].entries()) {
  test(`nothing foreign is left of hostile mail ${index}: ${html.slice(0, 50)}`, async (t) => {
    t.deepEqual(foreignMarkup(await render(html, { showRemoteContent: true })), [])
    t.deepEqual(foreignMarkup(await render(html)), [])
  })

  test(`filtering hostile mail ${index} again changes nothing but names`, async (t) => {
    const once = await bodyOf(html, { showRemoteContent: true })

    const twice = await bodyOf(once, { showRemoteContent: true })
    t.is(twice.replaceAll('"mail-mail-', '"mail-'), once)
  })
}

test('a blocked remote image is not named', async (t) => {
  const content = await render('<img src="https://x.test/a.png" alt="A">')

  t.false(content.includes('x.test'))
  t.true(content.includes('<img alt="A">'))
})

test('a remote image is shown by https when the reader requested it', async (t) => {
  const content = await render('<img src="http://x.test/a.png">', { showRemoteContent: true })

  t.true(content.includes('src="https://x.test/a.png"'))
})

test('an inline part is shown instead of its Content-ID, in a message and behind a table', async (t) => {
  const inlineImages = new Map([['logo 1@x.test', PNG]])
  const source = 'cid:logo%201@x.test'

  t.true((await bodyOf(`<img src="${source}">`, { inlineImages })).includes(`src="${PNG}"`))
  const table = `<table background="${source}"><tr><td>x</td></tr></table>`
  t.true((await bodyOf(table, { inlineImages })).includes(`<table background="${PNG}">`))
})

test('an inline part that is no picture is not shown', async (t) => {
  const inlineImages = new Map([['a', 'data:text/html;base64,PHNjcmlwdD4=']])

  t.is(await bodyOf('<img src="cid:a">', { inlineImages }), '<body><img></body>')
})

test('one picture named very often does not fill the memory, and is shown', async (t) => {
  const inlineImages = new Map([['a', `${PNG}${'A'.repeat(1024 * 1024)}`]])

  const content = await render('<img src="cid:a">'.repeat(1_000), { inlineImages })

  t.true(content.length > 1024 * 1024 && content.length < 20 * 1024 * 1024)
})

test('a link opens apart and names no referrer', async (t) => {
  t.is(
    await bodyOf('<a href="https://x.test/?a=1&amp;b=2" target=_top rel=opener>x</a>'),
    '<body><a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a></body>',
  )
})

test('a relative link is of the base that its mail names, and of none it is no link', async (t) => {
  const link = '<a href="b.html">x</a>'

  t.true(
    (await bodyOf(`<base href="https://site.test/a/">${link}`)).includes(
      'href="https://site.test/a/b.html"',
    ),
  )
  t.is(await bodyOf(link), '<body><a>x</a></body>')
  t.is(await bodyOf(`<base href="javascript:x/">${link}`), '<body><a>x</a></body>')
  t.is(
    await bodyOf(`<base href="https://x.test/${'a'.repeat(3_000)}/">${link}`),
    '<body><a>x</a></body>',
  )
})

test('a link within the mail jumps to its place, by names that are not those of the page', async (t) => {
  t.is(
    await bodyOf('<a href="#end">down</a><p id=end><a name=end>x</a></p>'),
    '<body><a href="#mail-end">down</a><p id="mail-end"><a name="mail-end">x</a></p></body>',
  )
})

const styles: readonly [name: string, html: string, expected: string][] = [
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
    'drops a value with an escape, in which a function could hide',
    '<p style="background:\\75rl(https://x.test);color:red">x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'survives broken css',
    '<p style="color:red;{{{;width:1px;}">x</p>',
    '<p style="color:red">x</p>',
  ],
  [
    'does not end a declaration within quotes, brackets and comments',
    `<p style="font-family:'a;b', serif;/* ; width:1px */color:rgb(1;2);width:calc(1px + (2px * 3))">x</p>`,
    `<p style="font-family:'a;b', serif;width:calc(1px + (2px * 3))">x</p>`,
  ],
  [
    'leaves a style out that is too long, and the element in',
    `<p style="color:red;${'width:1px;'.repeat(1_000)}">x</p>`,
    '<p>x</p>',
  ],
]

for (const [name, html, expected] of styles) {
  test(`the style of an element ${name}`, async (t) => {
    t.is(await bodyOf(html), `<body>${expected}</body>`)
  })
}

const sheets: readonly [name: string, css: string, expected: string][] = [
  ['keeps rules by class, id and element', '.a>p{color:red}', '.a>p{color:red}'],
  ['names ids as the body does', 'td#a b{color:red}', 'td#mail-a b{color:red}'],
  [
    'keeps rules for small windows and dark paper',
    '@media (max-width: 600px) and (prefers-color-scheme:dark){p{color:red!important}}',
    '@media (max-width: 600px) and (prefers-color-scheme:dark){p{color:red!important}}',
  ],
  ['drops rules for the height of the window', '@media (min-height:9px){p{color:red}}', ''],
  [
    'drops imports and fonts',
    '@import "x";@charset "x";@font-face{src:url(x)}p{color:red}',
    'p{color:red}',
  ],
  [
    'drops other at-rules with what they hold',
    '@supports (x:y){p{color:red}}b{color:red}',
    'b{color:red}',
  ],
  ['reads what stands in a comment of HTML', '<!-- p{color:red} -->', 'p{color:red}'],
  ['leaves out what loads', 'p{background:url(https://x.test/a);color:red}', 'p{color:red}'],
  [
    'leaves out a selector that would change how the rest is read',
    `a url({color:red}a[b{color:red}a[b="{color:red}\n\\a{color:red}b{color:red}`,
    'b{color:red}',
  ],
  ['goes on after a rule without an end', '@media screen{p{color:red}', ''],
]

for (const [name, css, expected] of sheets) {
  test(`the sheet of a mail ${name}`, async (t) => {
    t.is(await sheetOf(css), expected)
  })
}

test('a huge style sheet is left out and the mail is still shown', async (t) => {
  const style = 'a b c d e { color: red }'.repeat(40_000)

  t.regex(await render(`<style>${style}</style><p>x</p>`), /<\/head><body><p>x<\/p><\/body>/)
})

test('the colours of the whole mail stay together', async (t) => {
  const body =
    '<body bgcolor="#112233" text="#ffffff" link="#ffff00" vlink="#ffff01" style="margin:0">z</body>'

  t.is(await bodyOf(`<html><head></head>${body.replace('<body', '<body onload=y')}`), body)
})

test('the picture behind the whole mail is shown once images are', async (t) => {
  const html = '<body background="https://x.test/a.png">z'

  t.is(await bodyOf(html), '<body>z</body>')
  t.is(
    await bodyOf(html, { showRemoteContent: true }),
    '<body background="https://x.test/a.png">z</body>',
  )
})

test('an empty title of XHTML does not hide the mail', async (t) => {
  const html =
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title/></head><body><p>Words</p></body></html>'

  t.is(await bodyOf(html), '<body><p>Words</p></body>')
})

test('a mail keeps its language and direction', async (t) => {
  t.regex(
    await render('<html lang=ar dir=rtl onclick=x>x'),
    /^<!doctype html><html lang="ar" dir="rtl"><head>/,
  )
  t.regex(await render('x'), /^<!doctype html><html dir="auto"><head><meta charset="utf-8">/)
})

test('a table layout survives', async (t) => {
  const table =
    '<table width="600" cellpadding="0" align="center"><tbody><tr><td colspan="2" valign="top">x</td></tr></tbody></table>'

  t.is(await bodyOf(table), `<body>${table}</body>`)
})

import test from 'ava'
import type { Page } from 'playwright-core'
import {
  addressAttributes,
  allowedElements,
  plainAttributes,
} from '../../../../plugin/web/mail-html/allowed.ts'
import type * as MailHtmlPart from '../../../../plugin/web/mail-html-part.ts'
import { mailFrames, type Showing } from '../../../support/web/mail-frames.ts'
import { mailWithScripts, SINK, trackingMail } from '../../../proxy/mail/html/hostile-mail.ts'
import { mutants } from './mutants.ts'

const showBodies = mailFrames(test)

const hostile = [...mailWithScripts, ...trackingMail]
const raw: Showing = { isSanitized: false, hasPolicy: false }
const sanitizerAlone: Showing = { hasPolicy: false }
const policyAlone: Showing = { isSanitized: false }

/** Paths that the sender's host was requested. */
async function listen(page: Page, requested: Set<string>): Promise<void> {
  await page.route(`${SINK}/**`, (route) => {
    requested.add(new URL(route.request().url()).pathname)
    return route.fulfill({ contentType: 'image/gif', body: '' })
  })
}

async function show(bodies: readonly string[], showing: Showing) {
  const requested = new Set<string>()
  const page = await showBodies(bodies, showing, (opened) => listen(opened, requested))
  return { page, requested, scripts: Number(await page.locator('output').textContent()) }
}

test.serial('without any layer hostile mail is heard, so the test can see it', async (t) => {
  const { requested, scripts } = await show(hostile, raw)

  t.true(scripts > 10)
  t.true(requested.size > 10)
})

for (const [layer, showing] of [
  ['the sanitizer alone', sanitizerAlone],
  ['the policy alone', policyAlone],
  ['both layers', {}],
] as const) {
  test.serial(`${layer}: no script runs and nothing is requested before consent`, async (t) => {
    const { requested, scripts } = await show(hostile, showing)

    t.is(scripts, 0)
    t.deepEqual([...requested], [])
  })
}

test.serial('after consent images are requested, and nothing else', async (t) => {
  const { requested, scripts } = await show(hostile, { showsRemote: true })

  t.is(scripts, 0)
  t.true(requested.has('/img') && requested.has('/relative') && requested.has('/background'))
  t.deepEqual(
    [...requested].filter((path) => !IMAGES.has(path)),
    [],
  )
})

/** Of the tracking mail: what is an image of the mail, shown where its author meant it. */
const IMAGES = new Set(
  '/img /relative /background /table /td /style /list /border /escaped /unclosed /rule /attribute /media /base /html'.split(
    ' ',
  ),
)

test.serial('nothing but what the allow-list names is left of hostile mail', async (t) => {
  const { page } = await show(hostile, { ...sanitizerAlone, showsRemote: true })

  t.deepEqual(await foreignMarkup(page), [])
})

const MUTANTS = process.env['LONG_TESTS'] === '1' ? 100_000 : 3_000

test.serial(
  'mutants of hostile mail run no script and ask for nothing before consent',
  async (t) => {
    const requested = new Set<string>()
    const page = await showBodies([''], sanitizerAlone, (opened) => listen(opened, requested))

    for (const batch of mutants(hostile, { count: MUTANTS, batch: 1_000 })) {
      await page.evaluate(fillEach, { bodies: batch, showsRemote: false, ...ALLOWED })
    }

    t.is(Number(await page.locator('output').textContent()), 0)
    t.deepEqual([...requested], [])
  },
)

test.serial(
  'nothing but what the allow-list names is left of mutants, shown or quoted',
  async (t) => {
    const page = await showBodies([''], sanitizerAlone, (opened) => listen(opened, new Set()))

    for (const batch of mutants(hostile, { count: MUTANTS, batch: 1_000 })) {
      const foreign = await page.evaluate(fillEach, {
        bodies: batch,
        showsRemote: true,
        ...ALLOWED,
      })
      t.deepEqual(foreign, [])
    }

    t.is(Number(await page.locator('output').textContent()), 0)
  },
)

const ALLOWED = {
  elements: allowedElements,
  attributes: [...addressAttributes, ...plainAttributes, 'name', 'target', 'rel'],
}

/** In the page: what is not allowed in the frame of each body, and in what is quoted of it. */
async function fillEach({
  bodies,
  showsRemote,
  elements,
  attributes,
}: {
  readonly bodies: readonly string[]
  readonly showsRemote: boolean
  readonly elements: readonly string[]
  readonly attributes: readonly string[]
}): Promise<readonly string[]> {
  const address = '/fill.js'
  const { fillFrame, writableMarkup } = (await import(address)) as typeof MailHtmlPart
  const window = document.querySelector('iframe')?.contentDocument?.defaultView
  const foreign: string[] = []
  if (!window) throw new Error('no frame')
  for (const content of bodies) {
    const html = { content, base: null, isFromContact: false }
    fillFrame(window, { html, attachments: [], showsRemote })
    const quoted = new DOMParser().parseFromString(writableMarkup(content, window), 'text/html')
    for (const element of [
      ...window.document.body.querySelectorAll('*'),
      ...quoted.body.querySelectorAll('*'),
    ]) {
      const isKnown =
        elements.includes(element.localName) &&
        element.namespaceURI === 'http://www.w3.org/1999/xhtml' &&
        element.getAttributeNames().every((name) => attributes.includes(name)) &&
        /^(?:$|https?:|mailto:|tel:|#)/.test(element.getAttribute('href') ?? '')
      if (!isKnown) foreign.push(element.outerHTML)
    }
    for (const style of window.document.head.querySelectorAll('style ~ style')) style.remove()
  }
  return foreign
}

async function foreignMarkup(page: Page): Promise<readonly string[]> {
  const frames = page.frames().filter((frame) => frame !== page.mainFrame())
  const found = await Promise.all(
    frames.map((frame) =>
      frame.evaluate(({ elements, attributes }) => {
        return [...document.body.querySelectorAll('*')]
          .filter(
            (element) =>
              !elements.includes(element.localName) ||
              !element.getAttributeNames().every((name) => attributes.includes(name)),
          )
          .map((element) => element.outerHTML)
      }, ALLOWED),
    ),
  )
  return found.flat()
}

/** Body and rules of one mail, as its frame holds them. */
async function filled(html: string, showing: Showing = {}) {
  const page = await showBodies([html], showing)
  const frame = page.frames().at(-1)
  if (frame === undefined) throw new Error('no frame')
  return frame.evaluate(() => ({
    body: document.body.outerHTML,
    rules: [...document.querySelectorAll('style')].slice(1).map(({ textContent }) => textContent),
    scrolls: document.documentElement.style.height,
  }))
}

const PNG = 'data:image/png;base64,iVBORw0KGgo='

const bodies: readonly [name: string, html: string, expected: string][] = [
  [
    'a processing instruction that is called like a form leaves the rest readable',
    '<p>before</p><?form action="x"?><p>behind</p>',
    '<p>before</p><p>behind</p>',
  ],
  [
    'a link opens apart and names no referrer',
    '<a href="https://x.test/?a=1&amp;b=2" target=_top rel=opener>x</a>',
    '<a href="https://x.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
  ],
  [
    'a link is absolute by the base of the mail',
    '<base href="https://x.test/letter/"><a href="../terms">x</a>',
    '<a href="https://x.test/terms" target="_blank" rel="noopener noreferrer">x</a>',
  ],
  [
    'a link to a place in the mail stays',
    '<a href="#a">x</a><p id="a">y</p>',
    '<a href="#a">x</a><p id="a">y</p>',
  ],
  ['a named place stays', '<a name="a"></a>', '<a name="a"></a>'],
  ['a link that leads nowhere is text', '<a href="page.html">x</a>', '<a>x</a>'],
  [
    'the colour of a background that may not be loaded stays',
    '<p style="background:#fff url(https://x.test/a) no-repeat">x</p>',
    'background-color: rgb(255, 255, 255);',
  ],
  [
    'a picture that is in the mail stays',
    `<p style="background-image:url(${PNG})">x</p>`,
    `<p style="background-image:url(${PNG})">x</p>`,
  ],
  [
    'position goes',
    '<p style="position:fixed!important;top:0;color:red">x</p>',
    '<p style="color: red;">x</p>',
  ],
  [
    'lengths of the window height go',
    '<p style="min-height:100vh;height:calc(10dvh + 1px);width:50vw">x</p>',
    '<p style="width: 50vw;">x</p>',
  ],
  [
    'custom properties go, and what waits for them',
    '<p style="--a:red;color:var(--a)">x</p>',
    '<p style="">x</p>',
  ],
  [
    'the table of a newsletter stays',
    '<table width="600" cellpadding="0" align="center"><tbody><tr><td colspan="2" valign="top" bgcolor="#eee">x</td></tr></tbody></table>',
    '<table width="600" cellpadding="0" align="center"><tbody><tr><td colspan="2" valign="top" bgcolor="#eee">x</td></tr></tbody></table>',
  ],
  [
    'an empty title of XHTML blanks nothing',
    '<html><head><title/></head><body>Words</body></html>',
    'Words',
  ],
]

for (const [name, html, expected] of bodies) {
  test.serial(`of a body ${name}`, async (t) => {
    const { body } = await filled(html)

    t.true(body.includes(expected), body)
  })
}

const sheets: readonly [name: string, css: string, expected: string][] = [
  ['a rule stays', 'p.a > b{color:red}', 'p.a > b{color: red;}'],
  [
    'a rule for the dark stays',
    '@media (prefers-color-scheme: dark){p{color:white}}',
    '@media (prefers-color-scheme: dark){p{color: white;}}',
  ],
  ['what is hidden for browsers without styles stays', '<!-- p{color:red} -->', 'p{color: red;}'],
  ['what loads goes', '@import "https://x.test/a.css";@font-face{font-family:x;src:url(x)}', ''],
  [
    'what moves goes',
    '@keyframes a{to{color:red}} p{animation:a 1s;color:blue}',
    'p{color: blue;}',
  ],
  [
    'broken rules cost themselves only',
    'p{color:red;{{{;width:1px;} b{color:blue}',
    'p{color: red;',
  ],
]

for (const [name, css, expected] of sheets) {
  test.serial(`of a style sheet ${name}`, async (t) => {
    const { rules } = await filled(`<style>${css}</style><p>x</p>`)

    t.true(rules.join('').startsWith(expected), rules.join(''))
    t.is(rules.join('') === '', expected === '')
  })
}

test.serial('colours of text, links and paper of the whole mail stay together', async (t) => {
  const { body } = await filled('<body bgcolor="#000" text="#fff" link="#ff0" onload=y>z')

  t.true(body.startsWith('<body bgcolor="#000" text="#fff" link="#ff0">'))
})

import test from 'ava'
import type { Page } from 'playwright-core'
import { mailFrames } from '../../../support/web/mail-frames.ts'

// HTML mail on a dark page: judged by what the browser computes, with a contrast of our own.

const showBodies = mailFrames(test)

const dark = { paper: '#191d26', ink: '#e7eaf1' }
const show = (body: string) => showBodies([body], { dark })

/** Chromium tells a frame what the system prefers, not what its page does. */
const showOnDarkSystem = (body: string) =>
  showBodies([body], { dark }, (page) => page.emulateMedia({ colorScheme: 'dark' }))

const READABLE = 4.5
/** WCAG luminance of #444444; all that is darker is a dark ground. */
const DARK_GROUND = 0.06
/** Of a button or a mark, that keep their colour. */
const VIVID_GROUND = 0.2

for (const [what, body] of [
  ['plain paragraphs', '<p>One</p><p>Two</p>'],
  [
    'a white table with black text',
    '<table bgcolor="#ffffff"><tr><td style="color:#000">One</td></tr></table>',
  ],
  [
    'attributes of old',
    '<body bgcolor="white" text="black" link="blue"><font color="#333333">One</font> <a href="https://a.test">two</a>',
  ],
  [
    'a style sheet that is important',
    '<style>p{color:#222!important;background:#fafafa!important}</style><p>One</p>',
  ],
  [
    'an element that is important',
    '<p style="color:#222!important;background:#fafafa!important">One</p>',
  ],
  ['pale text on white', '<div style="background:#fff;color:#999">One</div>'],
  [
    'a coloured button',
    '<a href="https://a.test" style="background:#1a73e8;color:#fff;padding:8px">One</a>',
  ],
  ['a yellow mark', '<span style="background:#ffeb3b">One</span>'],
  ['red on pink', '<p style="background:#fde8e8;color:#c81e1e">One</p>'],
  [
    'half-transparent white',
    '<div style="background:rgba(255,255,255,.8);color:rgba(0,0,0,.7)">One</div>',
  ],
  ['a gradient', '<div style="background:linear-gradient(#ffffff,#f0f0f0);color:#111">One</div>'],
  ['colours of CSS 4', '<p style="background:oklch(0.95 0.03 200);color:lab(20 10 10)">One</p>'],
  [
    'what inherits through a dark part',
    '<div style="background:#fff;color:#000"><div style="background:#222;color:#eee"><p>One</p></div><p>Two</p></div>',
  ],
] as const) {
  test.serial(`${what} can be read on a dark ground`, async (t) => {
    const page = await show(body)
    const texts = await textsIn(page)

    t.true(texts.length > 0)
    const isVivid = /button|mark/.test(what)
    for (const { text, contrast, ground } of texts) {
      t.true(contrast >= READABLE, `${text}: ${contrast}`)
      t.true(ground <= (isVivid ? VIVID_GROUND : DARK_GROUND), `${text}: ${ground}`)
    }
  })
}

test.serial('a dark part, and light text on it, stay as they are', async (t) => {
  const page = await show('<div style="background:#102040;color:#dde6ff">One</div>')

  t.deepEqual(await colorsOf(page, 'div'), ['rgb(221, 230, 255)', 'rgb(16, 32, 64)'])
})

test.serial('what stands on a picture keeps the colours of its sender', async (t) => {
  const page = await showBodies(
    [
      '<div style="background:url(data:image/gif;base64,R0lGODlhAQABAAAAACw=) #ffffff">One <b style="color:#123456">two</b></div>',
    ],
    { dark },
  )

  t.deepEqual(await colorsOf(page, 'div'), ['rgb(31, 35, 40)', 'rgb(255, 255, 255)'])
  t.is((await colorsOf(page, 'b'))[0], 'rgb(18, 52, 86)')
})

test.serial('text that its sender hid in white on white stays unseen', async (t) => {
  const page = await show(
    '<div style="background:#fff"><span style="color:#fff">Preview</span> One</div>',
  )
  const [hidden, shown] = await textsIn(page)

  t.true((hidden?.contrast ?? 21) < 1.2)
  t.true((shown?.contrast ?? 1) >= READABLE)
})

test.serial('what mail has for the dark itself is shown', async (t) => {
  const page = await showOnDarkSystem(
    '<style>p{background:#fff;color:#000}@media (prefers-color-scheme:dark){p{background:#001020;color:#90ee90}}</style><p>One</p>',
  )

  t.deepEqual(await colorsOf(page, 'p'), ['rgb(144, 238, 144)', 'rgb(0, 16, 32)'])
})

test.serial('mail that wants to be light alone stays light', async (t) => {
  const page = await show(
    '<style>:root{color-scheme:only light}</style><p style="color:#000;background:#fff">One</p>',
  )

  t.deepEqual(await colorsOf(page, 'p'), ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
})

test.serial('on paper all is as its sender wrote it', async (t) => {
  const page = await show('<p style="color:#222;background:#fafafa;border:1px solid #ddd">One</p>')
  await page.emulateMedia({ media: 'print' })

  t.deepEqual(await colorsOf(page, 'p'), ['rgb(34, 34, 34)', 'rgb(250, 250, 250)'])
})

function colorsOf(page: Page, selector: string): Promise<readonly string[]> {
  return page
    .frameLocator('iframe')
    .locator(selector)
    .evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element)
      return [color, backgroundColor]
    })
}

interface SeenText {
  readonly text: string
  readonly contrast: number
  /** Luminance of what is behind it. */
  readonly ground: number
}

/** Every text with its contrast, by pixels of a canvas. */
async function textsIn(page: Page): Promise<readonly SeenText[]> {
  const texts = await page
    .frameLocator('iframe')
    .locator('body')
    .evaluate((body) => {
      const context = document
        .createElement('canvas')
        .getContext('2d', { willReadFrequently: true })
      const found: { text: string; pixels: number[][] }[] = []
      const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT)
      while (walker.nextNode()) {
        const text = walker.currentNode.textContent?.trim() ?? ''
        const parent = walker.currentNode.parentElement
        if (text === '' || parent === null || context === null) continue
        const layers = ['#ffffff']
        for (let one: Element | null = parent; one !== null; one = one.parentElement) {
          const { backgroundColor, backgroundImage } = getComputedStyle(one)
          const [stop = ''] = /(?<=gradient\()rgb\([^)]*\)/.exec(backgroundImage) ?? []
          layers.splice(1, 0, backgroundColor, ...(stop === '' ? [] : [stop]))
        }
        const pixels = []
        for (const colors of [layers, [...layers, getComputedStyle(parent).color]]) {
          for (const color of colors) {
            context.fillStyle = color
            context.fillRect(0, 0, 1, 1)
          }
          pixels.push([...context.getImageData(0, 0, 1, 1).data])
        }
        found.push({ text, pixels })
      }
      return found
    })
  return texts.map(({ text, pixels }) => {
    const [ground = 0, ink = 0] = pixels.map(luminance)
    const [dim, bright] = ground < ink ? [ground, ink] : [ink, ground]
    return { text, contrast: (bright + 0.05) / (dim + 0.05), ground }
  })
}

/** WCAG 2.2, relative luminance. */
function luminance(pixel: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = pixel
    .map((one) => one / 255)
    .map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

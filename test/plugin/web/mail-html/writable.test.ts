import test from 'ava'
import type { writableMarkup } from '../../../../plugin/web/mail-html-part.ts'
import { mailFrames } from '../../../support/web/mail-frames.ts'

const showBodies = mailFrames(test)

/** In the page. */
async function writeAll(bodies: readonly string[]): Promise<readonly string[]> {
  const address = '/fill.js'
  const code = (await import(address)) as { readonly writableMarkup: typeof writableMarkup }
  const window = document.querySelector('iframe')?.contentDocument?.defaultView
  if (!window) throw new Error('no frame')
  return bodies.map((html) => code.writableMarkup(html, window))
}

/** In the page. */
async function writePasted(html: string): Promise<string> {
  const address = '/fill.js'
  const code = (await import(address)) as { readonly writableMarkup: typeof writableMarkup }
  const window = document.querySelector('iframe')?.contentDocument?.defaultView
  if (!window) throw new Error('no frame')
  return code.writableMarkup(html, window, { isPasted: true })
}

const cases: readonly [name: string, html: string, expected: string][] = [
  ['a class', '<style>.a{color:red}</style><p class=a>x</p>', '<p style="color: red;">x</p>'],
  ['an id', '<style>#a{color:red}</style><p id=a>x</p>', '<p style="color: red;">x</p>'],
  [
    'what stands within another',
    '<style>div > .a{color:red}</style><div><i class=a>x</i><b><i class=a>y</i></b></div>',
    '<div><i style="color: red;">x</i><b><i>y</i></b></div>',
  ],
  [
    'the more specific of two',
    '<style>.a{color:red}p{color:blue}</style><p class=a>x</p>',
    '<p style="color: red;">x</p>',
  ],
  [
    'the later of two that are alike',
    '<style>p,b{color:red}p{color:blue}</style><p>x</p>',
    '<p style="color: blue;">x</p>',
  ],
  [
    'the own style over it',
    '<style>.a{color:red}</style><p class=a style="color:blue">x</p>',
    '<p style="color: blue;">x</p>',
  ],
  [
    'an important one over the own style',
    '<style>p{color:red!important}</style><p style="color:blue">x</p>',
    '<p style="color: red !important;">x</p>',
  ],
  ['none of a state', '<style>a:hover{color:red}</style><a>x</a>', '<a>x</a>'],
]

test('what is quoted keeps its looks at its elements', async (t) => {
  const page = await showBodies([''])

  const written = await page.evaluate(
    writeAll,
    cases.map(([, html]) => html),
  )

  for (const [index, [name, , expected]] of cases.entries()) t.is(written[index], expected, name)
})

test('images of other servers stay, and those of the message it stood in, unless it was pasted', async (t) => {
  const page = await showBodies([''])
  const html = '<p><img src="https://x.test/a.png"><img src="cid:logo" width="3">x</p>'

  const quoted = await page.evaluate(writeAll, [html])
  const pasted = await page.evaluate(writePasted, html)

  t.deepEqual(quoted, ['<p><img src="https://x.test/a.png"><img width="3" src="cid:logo">x</p>'])
  t.is(pasted, '<p><img src="https://x.test/a.png">x</p>')
})

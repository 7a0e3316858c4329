import test from 'ava'
import fc from 'fast-check'
import { parse } from 'parse5'
import { createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import { isLong } from '../../../support/process/long-tests.ts'
import { foreignMarkup } from './foreign-markup.ts'
import { mailWithScripts, trackingMail } from './hostile-mail.ts'

const renderer = createRenderer()
const { signal } = new AbortController()

/** Pieces of what is known to harm, cut where they hurt, and what parsers treat in ways of their own. */
const pieces = [...mailWithScripts, ...trackingMail].flatMap((html) => html.split(/(?=<)|(?<=>)/))
const elements =
  'table tr td tbody caption col p a b i font li ul dd h1 div span pre blockquote hr br svg math style title template select option form button body html head frameset noscript textarea plaintext mtext mglyph desc foreignObject annotation-xml nobr ruby rt image'.split(
    ' ',
  )
const piece = fc.oneof(
  fc.constantFrom(...pieces),
  fc.constantFrom(...elements).map((name) => `<${name}>`),
  fc.constantFrom(...elements).map((name) => `</${name}>`),
  fc.constantFrom(...elements).map((name) => `<${name} id=x style="a:url('" href=//x title="`),
  fc.constantFrom(
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '"',
    "'",
    '>',
    '/>',
    '<',
    '\0',
    '&lt;',
    '&',
    '`',
  ),
  fc.constantFrom(
    '{',
    '}',
    '/*',
    '*/',
    'url(',
    ')',
    '@media x{',
    'a[b="',
    ';color:red',
    '\\',
    '\n',
  ),
  fc.string({ maxLength: 5 }),
)
const mutants = fc.array(piece, { minLength: 1, maxLength: 20 }).map((parts) => parts.join(''))
const RUNS = { numRuns: isLong ? 100_000 : 4_000 }

test('a browser reads nothing but allowed elements and attributes in the frame of any mutant', async (t) => {
  const request = { inlineImages: new Map<string, string>(), showRemoteContent: true }
  const property = fc.asyncProperty(mutants, async (html) => {
    const frame = await renderer.frame({ html, ...request }, signal)
    return foreignMarkup(frame.html).length === 0
  })

  await fc.assert(property, RUNS)
  t.pass()
})

test('markup of any mutant stays where it is put, and a browser reads nothing foreign in it', async (t) => {
  const property = fc.asyncProperty(mutants, async (html) => {
    const markup = await renderer.markupOf(html, signal)
    const page = `<!doctype html><body><blockquote>${markup}</blockquote><hr></body>`
    return foreignMarkup(page).length === 0 && childrenOfBody(page).join() === 'blockquote,hr'
  })

  await fc.assert(property, RUNS)
  t.pass()
})

test('markup of any mutant is the same when it is filtered again', async (t) => {
  const property = fc.asyncProperty(mutants, async (html) => {
    const once = await renderer.markupOf(html, signal)
    return (await renderer.markupOf(once, signal)) === once
  })

  await fc.assert(property, RUNS)
  t.pass()
})

function childrenOfBody(html: string): readonly string[] {
  const root = parse(html).childNodes.find((node) => node.nodeName === 'html')
  const children = root !== undefined && 'childNodes' in root ? root.childNodes : []
  const body = children.find((node) => node.nodeName === 'body')
  return body !== undefined && 'childNodes' in body
    ? body.childNodes.map(({ nodeName }) => nodeName)
    : []
}

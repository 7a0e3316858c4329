import test from 'ava'
import { BodyTooLarge, createRenderer } from '../../../../proxy/mail/html/renderer.ts'
import type { FrameRequest } from '../../../../proxy/mail/html/requests.ts'

const { signal } = new AbortController()

function request(html: string): FrameRequest {
  return { html, inlineImages: new Map(), showRemoteContent: false }
}

test('a body comes back as a whole document with its policy', async (t) => {
  const frame = await createRenderer().frame(request('<p onclick=x>Hello</p>'), signal)

  t.regex(frame.html, /^<!doctype html><html dir="auto"><head><meta charset="utf-8">/)
  t.true(frame.html.includes('<body><p>Hello</p></body>'))
  t.is(
    frame.policy,
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'none'; " +
      "base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  )
})

test('the policy lets remote images in only when the reader requested them', async (t) => {
  const shown = await createRenderer().frame({ ...request('x'), showRemoteContent: true }, signal)

  t.true(shown.policy.includes('img-src data: https:;'))
})

test('a body above the limit is refused before any work, and its words are not', async (t) => {
  const renderer = createRenderer(1_000)
  const html = 'ü'.repeat(501)
  const tooLarge = { instanceOf: BodyTooLarge, message: 'The body is larger than 1000 bytes' }

  await t.throwsAsync(renderer.frame(request(html), signal), tooLarge)
  await t.throwsAsync(renderer.markupOf(html, signal), tooLarge)
  await t.throwsAsync(renderer.imagesOf({ html, names: ['a'] }, signal), tooLarge)
  t.is(await renderer.textOf(html, signal), html)
})

test('the images of a body are those that its frame shows', async (t) => {
  const names = ['a', 'b', 'c', 'd', 'e']
  const html =
    '<img src="cid:a"><table background="cid:b"></table><!--<img src="cid:c">--><p src="cid:d">' +
    '<td background="cid:e">'

  t.deepEqual(await createRenderer().imagesOf({ html, names }, signal), ['a', 'b'])
})

const explosions: readonly [name: string, html: string][] = [
  ['nested 200,000 deep', '<div>'.repeat(200_000)],
  ['of a quarter of a million elements', '<i>'.repeat(10) + '<b></b>'.repeat(250_000)],
  ['with a style of nested brackets', `<p style="width:${'('.repeat(8_000)}">x</p>`],
  ['with formatting that multiplies', '<b><i><u><s><p>'.repeat(20_000)],
  ['with tags that end nothing', '<span>'.repeat(390) + '</q></li></td>'.repeat(100_000)],
  ['with one attribute as long as it', `<p title="${'x'.repeat(2_000_000)}">`],
]

for (const [name, html] of explosions) {
  test(`a body ${name} is a document not much larger than it`, async (t) => {
    const frame = await createRenderer().frame(request(html), signal)

    t.true(frame.html.length < 2 * html.length + 2_000)
  })
}

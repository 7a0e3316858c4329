import test from 'ava'
import { namedImages } from '../../../../plugin/actions/part/shown-images.ts'
import type { MessagePart } from '../../../../proxy/mail/index.ts'

const limits = { inlineImageBytes: 1_000, inlineImagesBytes: 100_000 }

function images(count: number): readonly MessagePart[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${at + 2}`,
    type: 'image/png',
    filename: 'picture.png',
    size: 10,
    disposition: 'inline',
    contentId: `picture-${at}@example.test`,
    contentLocation: undefined,
  }))
}

test('an image that the body does not name is not shown', (t) => {
  const html = '<img src="cid:picture-0@example.test">'
  const shown = namedImages({ html, inlineParts: images(2) }, limits)

  t.deepEqual(
    [...shown].map(([{ id }, names]) => [id, names]),
    [['2', ['picture-0@example.test']]],
  )
})

test('of very many images beside a long body each may be shown, and none is looked for', (t) => {
  const html = `<p>${'a'.repeat(1024 * 1024)}`

  t.is(namedImages({ html, inlineParts: images(2_000) }, limits).size, 2_000)
})

test('images beyond what a message may show are not shown', (t) => {
  const html = '<img src="cid:picture-0@example.test"><img src="cid:picture-1@example.test">'
  const shown = namedImages({ html, inlineParts: images(2) }, { ...limits, inlineImagesBytes: 15 })

  t.deepEqual(
    [...shown.keys()].map(({ id }) => id),
    ['2'],
  )
})

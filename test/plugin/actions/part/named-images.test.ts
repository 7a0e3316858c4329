import test from 'ava'
import { hasNamedImages, withNamedImages } from '../../../../plugin/actions/part/named-images.ts'
import type { MessagePart } from '../../../../proxy/mail/index.ts'

const written = 'Write <b title="a>b">src="cid:1"</b>'

function part(id: string, contentId: string | undefined): MessagePart {
  const more = { disposition: 'inline', contentLocation: undefined, filename: '' } as const
  return { id, contentId, type: 'image/png', size: 1, ...more }
}

test('images that name no part are left out of what is written on, and what only looks like one stays', (t) => {
  const { html, images } = withNamedImages(
    `<img alt="a>b" src="cid:1" width="3">${written}<img src="data:,">`,
    [part('2', '2')],
  )

  t.is(html, `${written}<img src="data:,">`)
  t.deepEqual(images, [])
})

test('images that name a part by its Content-ID stay, and the part is named by what their source says', (t) => {
  const parts = [part('1.2', 'a&b@x'), part('1.3', 'a&b@x'), part('1.4', undefined)]
  const markup = '<img src="cid:a%26b@x"><img src="cid:a&amp;b@x"><img src="cid:">'

  const { html, images } = withNamedImages(markup, parts)

  t.is(html, '<img src="cid:a%26b@x"><img src="cid:a&amp;b@x">')
  t.deepEqual(
    images.map(({ part: { id }, source }) => [id, source]),
    [
      ['1.2', 'cid:a%26b@x'],
      ['1.2', 'cid:a&b@x'],
    ],
  )
})

test('markup has named images where one of its images names a part', (t) => {
  t.false(hasNamedImages(written))
  t.true(hasNamedImages(`${written}<img src="cid:1">`))
})

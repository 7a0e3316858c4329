import test from 'ava'
import {
  isPictureTooLarge,
  PICTURE_HEADER_BYTES,
} from '../../../../plugin/actions/part/picture-size.ts'
import {
  avifHeader,
  gifHeader,
  jpegHeader,
  pngHeader,
  webpHeader,
} from '../../../support/pictures/picture-headers.ts'

const headers = {
  PNG: pngHeader,
  JPEG: jpegHeader,
  GIF: gifHeader,
  WebP: webpHeader,
  AVIF: avifHeader,
}

for (const [name, header] of Object.entries(headers)) {
  test(`a ${name} picture of 30,000 x 30,000 pixels is too large, and one of a phone is not`, (t) => {
    t.true(isPictureTooLarge(header(30_000, 30_000)))
    t.false(isPictureTooLarge(header(12_000, 9_000)))
  })

  test(`a ${name} header that ends anywhere is read`, (t) => {
    const whole = header(30_000, 30_000)
    for (let end = 0; end < whole.length; end += 1) {
      t.notThrows(() => isPictureTooLarge(whole.subarray(0, end)))
    }
  })
}

test('a GIF whose first picture is larger than its screen is too large', (t) => {
  const screen = gifHeader(1, 1).subarray(0, 13)
  const picture = Buffer.from('2c0000000060ea60ea00', 'hex')

  t.true(isPictureTooLarge(Buffer.concat([screen, picture])))
})

test('a JPEG that hides its size behind a longer header is too large, and a short broken one is not', (t) => {
  const segment = Buffer.alloc(2 + 0xffff)
  segment.writeUInt32BE(0xffe1ffff)
  const hidden = Buffer.concat([
    Buffer.from('ffd8', 'hex'),
    ...Array.from({ length: 5 }, () => segment),
  ])

  t.true(isPictureTooLarge(hidden.subarray(0, PICTURE_HEADER_BYTES)))
  t.false(isPictureTooLarge(Buffer.from('ffd8ffe0', 'hex')))
})

test('a text is no picture that is too large', (t) => {
  t.false(isPictureTooLarge(Buffer.alloc(PICTURE_HEADER_BYTES, 'text ')))
})

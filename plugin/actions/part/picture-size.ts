import { pictureType } from './picture-type.ts'

/** Of a file: the header of a photo with its colour profile and small picture is shorter. */
export const PICTURE_HEADER_BYTES = 256 * 1024

/** Decoded, one pixel takes a browser four bytes; the sensors of phones have 108 million. */
const MAX_PICTURE_PIXELS = 120_000_000

/**
 * Whether a picture would take a browser more memory than it may, by its header alone: a file of a few kilobytes can be a
 * picture of a billion pixels. `beginning` is the file, or its first PICTURE_HEADER_BYTES. True as well for one that hides
 * its size behind a longer header; false for what is no picture.
 */
export function isPictureTooLarge(beginning: Buffer): boolean {
  const type = pictureType(beginning)
  if (type === undefined) return false
  const size = sizeReaders[type](beginning)
  if (size === undefined) return beginning.length >= PICTURE_HEADER_BYTES
  return size.width * size.height > MAX_PICTURE_PIXELS
}

interface PictureSize {
  readonly width: number
  readonly height: number
}

type SizeReader = (bytes: Buffer) => PictureSize | undefined

const sizeReaders: Readonly<Record<NonNullable<ReturnType<typeof pictureType>>, SizeReader>> = {
  'image/png': readPngSize,
  'image/jpeg': readJpegSize,
  'image/gif': readGifSize,
  'image/webp': readWebpSize,
  'image/avif': readAvifSize,
}

/** IHDR comes first (PNG 11.2.1). */
function readPngSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24) return undefined
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

/** The first frame header (ISO 10918-1 B.2.2), behind other segments. */
function readJpegSize(bytes: Buffer): PictureSize | undefined {
  let at = 2
  while (at + 9 <= bytes.length) {
    const marker = bytes.readUInt8(at + 1)
    if (bytes.readUInt8(at) !== 0xff || marker === 0xff) {
      at += 1
      continue
    }
    // DHT, JPG and DAC are among the numbers of frame headers.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    const isAlone = marker === 0x01 || marker === 0x00 || (marker >= 0xd0 && marker <= 0xd8)
    at += isAlone ? 2 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** The larger one of the screen and its first picture, which browsers make room for (GIF89a 18, 20). */
function readGifSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 13) return undefined
  const first = firstGifPicture(bytes)
  return {
    width: Math.max(bytes.readUInt16LE(6), first?.width ?? 0),
    height: Math.max(bytes.readUInt16LE(8), first?.height ?? 0),
  }
}

function firstGifPicture(bytes: Buffer): PictureSize | undefined {
  const packed = bytes.readUInt8(10)
  let at = 13 + ((packed & 0x80) === 0 ? 0 : 3 * 2 ** ((packed & 0x07) + 1))
  while (at + 10 <= bytes.length) {
    const block = bytes.readUInt8(at)
    if (block === 0x2c) {
      return {
        width: bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5),
        height: bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7),
      }
    }
    if (block !== 0x21) return undefined
    at += 2
    while (at < bytes.length && bytes.readUInt8(at) !== 0) at += 1 + bytes.readUInt8(at)
    at += 1
  }
  return undefined
}

/** RFC 9649 2.5 to 2.7. */
function readWebpSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 30) return undefined
  const chunk = bytes.toString('latin1', 12, 16)
  if (chunk === 'VP8X') {
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  }
  if (chunk === 'VP8L') {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** The largest of the pictures that the file is made of: boxes `ispe` (ISO 23008-12 6.5.3). */
function readAvifSize(bytes: Buffer): PictureSize | undefined {
  let largest: PictureSize | undefined
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    if (at + 16 > bytes.length) break
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) }
    const isLarger =
      largest === undefined || size.width * size.height > largest.width * largest.height
    if (isLarger) largest = size
  }
  return largest
}

// Headers of pictures of any size, without the pixels.

/** A PNG up to the end of its IHDR (PNG 11.2.1). */
export function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.from('89504e470d0a1a0a0000000d4948445200000000000000000802000000', 'hex')
  header.writeUInt32BE(width, 16)
  header.writeUInt32BE(height, 20)
  return header
}

/** A JPEG with a small segment before its frame header (ISO 10918-1 B.2.2). */
export function jpegHeader(width: number, height: number): Buffer {
  const header = Buffer.from('ffd8ffe000044a46ffc2001108000000000301', 'hex')
  header.writeUInt16BE(height, 13)
  header.writeUInt16BE(width, 15)
  return header
}

/** A GIF with a screen of that size, which its first picture fills. */
export function gifHeader(width: number, height: number): Buffer {
  const header = Buffer.from('474946383961000000000000002c00000000000000000000', 'hex')
  header.writeUInt16LE(width, 6)
  header.writeUInt16LE(height, 8)
  header.writeUInt16LE(width, 18)
  header.writeUInt16LE(height, 20)
  return header
}

/** An extended WebP (RFC 9649 2.7). */
export function webpHeader(width: number, height: number): Buffer {
  const header = Buffer.from('524946461600000057454250565038580a00000000000000', 'hex')
  const size = Buffer.alloc(6)
  size.writeUIntLE(width - 1, 0, 3)
  size.writeUIntLE(height - 1, 3, 3)
  return Buffer.concat([header, size])
}

/** An AVIF with the box that tells the size. */
export function avifHeader(width: number, height: number): Buffer {
  const start = Buffer.from('0000001466747970617669660000000061766966', 'hex')
  const box = Buffer.from('000000146973706500000000', 'hex')
  const size = Buffer.alloc(8)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  return Buffer.concat([start, box, size])
}

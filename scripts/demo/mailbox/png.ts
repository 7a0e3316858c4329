import { crc32, deflateSync } from 'node:zlib'

type Pixel = readonly [red: number, green: number, blue: number]

/** A PNG picture drawn pixel by pixel (RFC 2083): true colour, no transparency. */
export function drawPng(
  width: number,
  height: number,
  paint: (x: number, y: number) => Pixel,
): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) rows.set(paint(x, y), y * (width * 3 + 1) + 1 + x * 3)
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A harbour at dusk: sky, a low sun, its path on the water. */
export function harbourAtDusk(width: number, height: number): Buffer {
  const horizon = Math.round(height * 0.58)
  const sun = { x: width * 0.68, y: horizon * 0.8, radius: height * 0.09 }
  return drawPng(width, height, (x, y) => {
    if (Math.hypot(x - sun.x, y - sun.y) < sun.radius && y < horizon) return [255, 226, 160]
    if (y < horizon) {
      const dusk = y / horizon
      return mix([46, 58, 110], [244, 150, 98], dusk * dusk)
    }
    const depth = (y - horizon) / (height - horizon)
    const glitter = Math.abs(x - sun.x) < sun.radius * (0.7 + depth) && (y + (x >> 3)) % 5 < 2
    return glitter
      ? mix([255, 205, 140], [120, 110, 140], depth)
      : mix([120, 92, 110], [22, 30, 62], depth)
  })
}

function mix(from: Pixel, to: Pixel, share: number): Pixel {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share)
  return [at(0), at(1), at(2)]
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

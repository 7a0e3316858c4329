import type { Readable } from 'node:stream'

/** The whole of a byte stream, or undefined as soon as it is longer than the limit; the rest is not read. */
export async function readWithin(stream: Readable, maxBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    if (!Buffer.isBuffer(chunk)) throw new TypeError('a part is read as bytes')
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

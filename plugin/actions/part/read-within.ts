/** The whole of a byte stream, or undefined as soon as it is longer than the limit; the rest is not read. */
export async function readWithin(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stream) {
    bytes += chunk.length
    if (bytes > maxBytes) return undefined
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

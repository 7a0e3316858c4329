/** The first bytes of a stream, and all of it to be read. */
export interface ReadBeginning {
  readonly beginning: Buffer
  readonly stream: AsyncIterable<Buffer>
  /** For who does not read the stream. */
  readonly close: () => Promise<void>
}

/** Reads a stream until there are as many bytes, or until it ends. */
export async function readBeginning(
  source: AsyncIterable<Buffer>,
  bytes: number,
): Promise<ReadBeginning> {
  const pieces = source[Symbol.asyncIterator]()
  const close = async () => {
    await pieces.return?.()
  }
  const read: Buffer[] = []
  let length = 0
  while (length < bytes) {
    const next = await pieces.next()
    if (next.done === true) break
    read.push(next.value)
    length += next.value.length
  }
  const beginning = Buffer.concat(read)
  return { beginning, stream: rejoined(beginning, pieces, close), close }
}

async function* rejoined(
  beginning: Buffer,
  pieces: AsyncIterator<Buffer>,
  close: () => Promise<void>,
): AsyncGenerator<Buffer, void> {
  try {
    if (beginning.length > 0) yield beginning
    for (let next = await pieces.next(); next.done !== true; next = await pieces.next()) {
      yield next.value
    }
  } finally {
    await close()
  }
}

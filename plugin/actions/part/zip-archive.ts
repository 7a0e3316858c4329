import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive, opened when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly open: () => Promise<AsyncIterable<Buffer>>
}

/** Attachments are mostly packed already. */
const OPTIONS = { compressionLevel: 1 }

/**
 * Writes a ZIP archive while its files are read, one after the other: nothing is held in memory but a
 * piece, and nothing is opened before the first is read. A file that breaks off breaks the archive; who
 * stops reading closes the open file.
 */
export async function* zipArchive(entries: readonly ZipEntry[]): AsyncGenerator<Buffer, void> {
  const zip = new ZipFile()
  const archive = zip.outputStream
  if (!(archive instanceof Readable)) throw new TypeError('yazl has another kind of stream')
  let content: Readable | undefined
  const breakOff = (error: Error) => archive.destroy(error)
  zip.on('error', breakOff)

  for (const { name, open } of entries) {
    zip.addReadStreamLazy(name, OPTIONS, (opened) => {
      content = Readable.from(read(open), { objectMode: false })
      // yazl listens to its own streams, not to what it is given.
      content.once('error', breakOff)
      opened(null, content)
    })
  }
  zip.end()
  try {
    for await (const piece of archive) yield bytesOf(piece)
  } finally {
    content?.destroy()
  }
}

async function* read(open: ZipEntry['open']): AsyncGenerator<Buffer, void> {
  yield* await open()
}

function bytesOf(piece: unknown): Buffer {
  if (Buffer.isBuffer(piece)) return piece
  throw new TypeError('an archive is read as bytes')
}

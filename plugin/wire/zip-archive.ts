import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'

/** One file of an archive, opened when its turn comes. */
export interface ZipEntry {
  readonly name: string
  readonly open: () => Promise<Readable>
}

/** Attachments are mostly packed already. */
const OPTIONS = { compressionLevel: 1 }

/**
 * Writes a ZIP archive while its files are read, one after the other: nothing is held in memory but a
 * piece. A file that breaks off breaks the archive; who destroys the archive destroys the open file.
 */
export function zipArchive(entries: readonly ZipEntry[]): Readable {
  const zip = new ZipFile()
  const archive = zip.outputStream
  if (!(archive instanceof Readable)) throw new TypeError('yazl has another kind of stream')
  const breakOff = (error: Error) => archive.destroy(error)

  for (const { name, open } of entries) {
    zip.addReadStreamLazy(name, OPTIONS, (opened) => {
      open().then((content) => {
        // yazl listens to its own streams, not to what it is given.
        content.once('error', breakOff)
        archive.once('close', () => content.destroy())
        if (archive.destroyed) content.destroy()
        else opened(null, content)
      }, breakOff)
    })
  }
  zip.end()
  return archive
}

import { Readable } from 'node:stream'
import type { PartContent } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ServerTexts } from '../../texts/server-texts.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { archiveName, archiveNames, fallbackName } from './archive-names.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { listedParts } from './listed-parts.ts'
import { uidOptions } from '../input/named-messages.ts'
import { ZipFile } from 'yazl'

/** Of a message with more parts than are listed it holds a note that says how many it does not. */
export const attachments = defineAction({
  name: 'attachments',
  method: 'GET',
  about: 'all listed attachments as a ZIP archive',
  context: 'reading',
  input: namedMessage,
  output: 'file',
  async run(named, context) {
    const { mailbox, uid } = named
    const message = await context.account.message(mailbox, uid, uidOptions(named, context))
    const parts = await listedParts(message, context)
    const { uidValidity, row, partsLeftOut } = message
    if (parts.length === 0 && partsLeftOut === 0) throw new Refusal('not_found')
    const options = { signal: context.signal, uidValidity }
    const ids = parts.map(({ id }) => id)
    const { archive: texts } = serverTexts(await context.language())
    const contents = await context.account.parts(mailbox, row.summary.uid, ids, options)
    return {
      kind: 'stream',
      stream: zipArchive(entriesOf(contents, partsLeftOut, texts)),
      type: 'application/zip',
      filename: `${archiveName(row.summary.subject) || 'attachments'}.zip`,
      disposition: 'attachment',
    }
  },
})

function entriesOf(
  contents: readonly PartContent[],
  partsLeftOut: number,
  texts: ServerTexts['archive'],
): readonly ZipEntry[] {
  const files = [
    ...(partsLeftOut === 0 ? [] : [leftOutNote(partsLeftOut, texts)]),
    ...contents.map(({ part: { id, filename }, stream }) => ({
      filename,
      fallback: fallbackName(id),
      stream,
    })),
  ]
  const names = archiveNames(files)
  return files.map(({ fallback, stream }, at) => ({
    name: names[at] ?? fallback,
    open: () => Promise.resolve(stream),
  }))
}

/** The first file: no one takes an archive of some parts for one of all. */
function leftOutNote(partsLeftOut: number, messages: ServerTexts['archive']) {
  const text = `${messages.leftOut({ parts: partsLeftOut })}\n`
  const filename = messages.fileName
  return { filename, fallback: filename, stream: Readable.from([Buffer.from(text)]) }
}

/** One file of an archive, opened when its turn comes. */
interface ZipEntry {
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

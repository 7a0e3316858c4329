import type { OutgoingFile, OutgoingMessage } from '../../../proxy/mail/index.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import type { SendInput } from '../compose/send-input.ts'
import { hasNamedImages, namedContentIds, withNamedImages } from '../part/named-images.ts'
import { uidOptions } from '../input/named-messages.ts'
import { readParts } from '../part/read-parts.ts'

type Written = Pick<OutgoingMessage, 'text' | 'html' | 'images'>

/** Files that came along with a message. */
interface ShownFiles {
  /** Those that images of its markup show. */
  readonly inText: readonly (OutgoingFile & { readonly contentId: string })[]
  readonly beside: readonly OutgoingFile[]
}

/** An image whose Content-ID is the name of a file and a domain shows that file, which is no attachment then. */
export function shownFiles({ html, files }: Pick<SendInput, 'html' | 'files'>): ShownFiles {
  const contentIds = new Map(
    namedContentIds(html ?? '').map((id) => [id.slice(0, Math.max(0, id.lastIndexOf('@'))), id]),
  )
  const inText = files.flatMap((file) => {
    const contentId = contentIds.get(file.filename)
    return contentId === undefined ? [] : [{ ...file, contentId }]
  })
  return { inText, beside: files.filter(({ filename }) => !contentIds.has(filename)) }
}

/**
 * What was written, with what images of its markup show: files that came along, and parts of its source, as images of what
 * is quoted or of the draft it was stored as. An image that names none is left out. Throws MailFault, and
 * Refusal('body_too_large').
 */
export async function withImages(
  written: Written,
  { source, files }: Pick<SendInput, 'source' | 'files'>,
  context: ReadingContext,
): Promise<Written> {
  const { html } = written
  if (html === undefined || !hasNamedImages(html)) return written
  const { inText } = shownFiles({ html, files })
  const ofSource = source === undefined ? [] : await imagesOfSource(source, context)
  // What came along is newer than what was stored of it.
  const markup = withNamedImages(html, [...inText, ...ofSource])
  const shown = new Set(markup.images.map(({ part }) => part))
  const ids = ofSource.filter((part) => shown.has(part)).map(({ id }) => id)
  const read =
    source === undefined ? [] : await readParts(source, ids, context.limits.messageBytes, context)
  const stored = read.map(({ part, content }) => {
    const { type, filename, contentId, contentLocation } = part
    return { type, filename, contentId, contentLocation, content }
  })
  const fresh = inText.filter((file) => shown.has(file))
  return {
    ...written,
    html: markup.html,
    images: [...fresh.map((file) => ({ ...file, contentLocation: undefined })), ...stored],
  }
}

async function imagesOfSource(source: NonNullable<SendInput['source']>, context: ReadingContext) {
  const { mailbox, uid } = source
  return (await context.account.message(mailbox, uid, uidOptions(source, context))).inlineParts
}

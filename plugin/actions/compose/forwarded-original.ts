import {
  type MailboxName,
  type Message,
  type MessagePart,
  type OutgoingMessage,
  originalWithin,
  textParagraph,
} from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { partOutput } from '../contract/row.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'
import { type ReaderLocale, forwardHeader, forwardedText, quotableText } from './quoting.ts'
import { passedName } from '../part/archive-names.ts'
import { readParts } from '../part/read-parts.ts'
import { readableText } from '../part/readable-text.ts'
import type { SendInput } from './send-input.ts'
import { forwardedImages } from '../part/shown-images.ts'
import { partsBeside } from '../part/listed-parts.ts'
import { offeredRow, type OfferedPart } from './whole-messages.ts'

/** The HTML of a message as it is forwarded: its header lines and itself, or what a draft holds of that. */
export function originalHtml(
  message: Message,
  { mode, reader }: Pick<SendInput, 'mode' | 'reader'>,
): string | undefined {
  const { html, hasOriginal, row } = message
  if (html === undefined || isReadInPart(message)) return undefined
  if (mode === 'draft') return hasOriginal === true ? originalWithin(html) : undefined
  return textParagraph(forwardHeader(row.summary, reader).join('\n')) + html
}

/** True when a body was cut or parts are left out: what is there is not the whole message. */
export function isReadInPart({ isTruncated, partsLeftOut }: Message): boolean {
  return isTruncated || partsLeftOut > 0
}

/** Its words, for the plain form of the message, and for who wants to edit them. */
export async function originalText(
  message: Message,
  { mode, reader }: Pick<SendInput, 'mode' | 'reader'>,
  context: Pick<ReadingContext, 'renderer' | 'signal'>,
): Promise<string> {
  if (mode !== 'draft') {
    const text = await readableText(message, context)
    return forwardedText(message.row.summary, quotableText(text, reader), reader)
  }
  const html = originalHtml(message, { mode, reader })
  const { isTruncated } = message
  const texts = await readableText({ text: undefined, html, isTruncated }, context)
  return `\n\n${quotableText(texts, reader)}`
}

/**
 * What the composed message holds of the message it forwards, with the images that its HTML refers to.
 * Throws Refusal('not_found') when that is not there any more, and Refusal('body_too_large').
 */
export async function forwardedOriginal(
  input: SendInput,
  maxBytes: number,
  context: ReadingContext,
): Promise<NonNullable<OutgoingMessage['original']>> {
  const { source } = input
  if (source === undefined) throw new Refusal('input_invalid')
  const { mailbox, uid } = source
  const message = await context.account.message(mailbox, uid, uidOptions(source, context))
  const html = originalHtml(message, input)
  if (html === undefined) throw new Refusal('not_found')
  const text = await originalText(message, input, context)
  const leftBytes = maxBytes - Buffer.byteLength(html)
  return { html, text, images: await images(mailbox, message, leftBytes, context) }
}

async function images(
  mailbox: MailboxName,
  message: Message,
  leftBytes: number,
  context: ReadingContext,
): Promise<NonNullable<OutgoingMessage['original']>['images']> {
  const { uidValidity, row } = message
  const ids = (await forwardedImages(message, context)).map(({ part }) => part.id)
  const source = { mailbox, uid: row.summary.uid, uidValidity }
  const read = await readParts(source, ids, leftBytes, context)
  return read.map(({ part, content }) => {
    const { type, contentId, contentLocation } = part
    return { filename: passedName(part), type, content, contentId, contentLocation }
  })
}

interface ForwardInput extends NamedMessage {
  readonly mode: 'forward' | 'draft'
  readonly reader: ReaderLocale | undefined
  /** Parts that images of what is written show. */
  readonly inText?: ReadonlySet<MessagePart>
}

interface ForwardedContent {
  readonly text: string
  readonly isCut: boolean
  readonly original: { readonly text: string } | null
  readonly attachments: readonly OfferedPart[]
}

/**
 * What a forward or a stored draft starts with. The HTML of a forwarded message stays as it is; where there
 * is none, everything goes along as text. A message that was only read in part goes along as a file.
 */
export async function forwardedContent(
  input: ForwardInput,
  message: Message,
  context: ReadingContext,
): Promise<ForwardedContent> {
  if (originalHtml(message, input) === undefined) {
    const texts = await readableText(message, context)
    const text = quotableText(texts, input.reader)
    const isWhole = input.mode === 'forward' && isReadInPart(message)
    return {
      // A whole message that goes along as a file has the rest.
      isCut: texts.isCut && !isWhole,
      text: input.mode === 'draft' ? text : forwardedText(message.row.summary, text, input.reader),
      original: null,
      attachments: isWhole
        ? [offeredRow(message.row)]
        : offeredParts(input, message, input.inText ?? new Set()),
    }
  }
  const images = await forwardedImages(message, context)
  const original = await originalText(message, input, context)
  return {
    text: input.mode === 'draft' ? textAbove(message.text ?? '', original) : '',
    isCut: false,
    original: { text: original },
    attachments: offeredParts(input, message, new Set(images.map(({ part }) => part))),
  }
}

/** What was written of a draft's plain form: one that waited in the outbox has the forwarded message below it. */
function textAbove(text: string, original: string): string {
  const below = original.trim()
  const written = text.trimEnd()
  return below !== '' && written.endsWith(below) ? written.slice(0, -below.length).trimEnd() : text
}

/** By the names they go out with. */
function offeredParts(
  { mode }: ForwardInput,
  message: Message,
  shown: ReadonlySet<MessagePart>,
): readonly OfferedPart[] {
  return partsBeside(message, shown).map((part) =>
    partOutput(mode === 'draft' ? part : { ...part, filename: passedName(part) }),
  )
}

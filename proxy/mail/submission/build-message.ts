import { Readable } from 'node:stream'
import MailComposer from 'nodemailer/lib/mail-composer'
import { COMPOSE_FIELD } from '../model/compose-id.ts'
import { DELIVERY_STATUS_FIELD } from '../model/delivery-status.ts'
import { DRAFT_ORIGIN_FIELD, formatDraftOrigin } from '../model/draft-origin.ts'
import { MailFault } from '../model/mail-fault.ts'
import { parseRecipientAddress } from '../../address/mail-address.ts'
import { messageIdsOf, trimReferences } from '../model/message-ids.ts'
import { ORIGINAL_FIELD, putAbove, textParagraph } from '../model/original-below.ts'
import { formatTypedFields, TYPED_FIELD } from '../model/typed-fields.ts'
import { FORMAT_FIELD } from '../model/written-format.ts'
import { NORMAL_PRIORITY, priorityFields } from '../model/priority.ts'
import { RECEIPT_FIELD } from '../model/receipt.ts'
import { detachImages } from './embedded-images.ts'
import { formattedText } from './formatted-signature.ts'
import type {
  BuiltMessage,
  InlineImage,
  MessageStamp,
  OutgoingFile,
  OutgoingMessage,
} from './outgoing-message.ts'
import { flow } from '../mime/body/flowed-text.ts'
import type { Address } from '../model/summary.ts'

export interface ComposeOptions {
  /**
   * True for what only its author sees: a draft, which has to remember its Bcc and its origin, and the
   * copy in Sent. Never for a message that is sent.
   */
  readonly keepBcc: boolean
  /** True for a draft that waits to be sent, and for the copy of a message that was: its forms are those that are sent. */
  readonly isWaiting?: boolean | undefined
  /** Our own name, for the Message-ID of a draft without a sender. */
  readonly hostname: string
  /** Without one the message gets a new Message-ID and the present time. */
  readonly stamp?: MessageStamp | undefined
  readonly now: () => number
  readonly random: (bytes: number) => Buffer
}

const MAX_LINE_OCTETS = 998
/** A name longer than any person's; without blanks it could not be folded. */
const MAX_NAME_CHARACTERS = 250
/** Of a field that is one word. */
const MAX_WORD_OCTETS = 900

/** Bytes in one encoded word: with its charset and encoding it has 75 characters at most (RFC 2047 2). */
const WORD_BYTES = 45
/** A word without blanks can not be folded; far below the 998 octets of a line (RFC 5322 2.1.1). */
const MAX_PLAIN_WORD = 200

/**
 * Builds the RFC 5322 source of a message: CRLF line ends, `format=flowed` text, attachment names by
 * RFC 2231. Throws MailFault `rejected` for an address that is none, anyone who let it through.
 */
export async function composeSource(
  message: OutgoingMessage,
  { keepBcc, isWaiting = false, stamp, hostname, now, random }: ComposeOptions,
): Promise<BuiltMessage> {
  const from = message.from && checkAddress(message.from)
  if (from === undefined && !keepBcc) throw new MailFault('rejected', 'There is no sender')
  const [to, cc, bcc] = [message.to, message.cc, message.bcc].map((list) => list.map(checkAddress))
  const messageId = stamp?.messageId ?? createMessageId(from?.address ?? hostname, { now, random })
  const isDraft = keepBcc && !isWaiting
  const { forms, images } = bodyForms(
    message,
    isDraft ? undefined : () => contentIdFor(messageId, random),
  )
  const mail = new MailComposer({
    headers: {
      'User-Agent': 'Postern',
      ...subjectField(message.subject),
      ...senderFields(message, from?.address),
      ...(keepBcc ? draftFields(message) : {}),
    },
    ...(from === undefined ? {} : { from }),
    ...(message.replyTo === undefined
      ? {}
      : { replyTo: checkAddress({ name: '', address: message.replyTo }) }),
    to,
    cc,
    bcc,
    messageId,
    date: new Date(stamp?.at ?? now()),
    inReplyTo: messageIdsOf([message.inReplyTo ?? '']).at(0),
    references: trimReferences(message.references),
    alternatives: [...forms, ...calendarForm(message)],
    attachments: [...message.attachments.map(attachedFile), ...relatedImages(images)],
    // Nothing but the bytes passed in is ever read: a path or URL in a field stays text.
    disableFileAccess: true,
    disableUrlAccess: true,
    newline: 'win',
  }).compile()
  mail.keepBcc = keepBcc
  const recipients = [...(to ?? []), ...(cc ?? []), ...(bcc ?? [])].map(({ address }) => address)
  return {
    messageId,
    source: await mail.build(),
    envelope: {
      from: from?.address ?? '',
      to: [...new Set(recipients)],
      ...(message.reportsDelivery === true ? { reportsDelivery: true } : {}),
    },
  }
}

/** What the sender says of themselves and of the message (RFC 7681, RFC 8098 2.1, RFC 3834 5). */
function senderFields(
  {
    organisation = '',
    requestsReceipt = false,
    isAutomatic = false,
    priority = NORMAL_PRIORITY,
  }: OutgoingMessage,
  sender: string | undefined,
): Readonly<Record<string, string>> {
  const organisationText = oneLine(organisation)
  return {
    ...(organisationText === '' ? {} : { Organization: organisationText }),
    ...(requestsReceipt && sender !== undefined ? { [RECEIPT_FIELD]: sender } : {}),
    ...priorityFields(priority),
    ...(isAutomatic ? { 'Auto-Submitted': 'auto-generated' } : {}),
  }
}

function draftFields({
  composeId,
  typed,
  draftOf,
  original,
  html,
  reportsDelivery = false,
}: OutgoingMessage): Readonly<Record<string, string>> {
  return {
    ...(composeId === undefined ? {} : { [COMPOSE_FIELD]: composeId }),
    ...(typed === undefined ? {} : { [TYPED_FIELD]: formatTypedFields(typed) }),
    ...(draftOf === undefined ? {} : { [DRAFT_ORIGIN_FIELD]: formatDraftOrigin(draftOf) }),
    ...(original === undefined ? {} : { [ORIGINAL_FIELD]: 'below' }),
    ...(reportsDelivery ? { [DELIVERY_STATUS_FIELD]: 'requested' } : {}),
    ...(html === undefined ? {} : { [FORMAT_FIELD]: 'html' }),
  }
}

/** The fields of `draftFields`, and Bcc, which no message that is sent has. */
export const PRIVATE_FIELDS: readonly string[] = [
  ...[
    'Bcc',
    COMPOSE_FIELD,
    TYPED_FIELD,
    DRAFT_ORIGIN_FIELD,
    ORIGINAL_FIELD,
    FORMAT_FIELD,
    DELIVERY_STATUS_FIELD,
  ],
]

/** Throws MailFault `rejected` for an address that is none. */
export function checkAddress({ name, address }: Address): Address {
  const checked = parseRecipientAddress(address)
  if (checked === undefined) throw new MailFault('rejected', 'The address is not valid')
  const characters = Array.from(oneLine(name))
  return { name: characters.slice(0, MAX_NAME_CHARACTERS).join('').trim(), address: checked }
}

/** A Message-ID in the sender's domain (RFC 5322 3.6.4). */
export function createMessageId(
  sender: string,
  { now, random }: Pick<ComposeOptions, 'now' | 'random'>,
): string {
  const domain = sender.slice(sender.lastIndexOf('@') + 1)
  return `<${now().toString(36)}.${random(16).toString('hex')}@${domain}>`
}

/** The subject, folded by nodemailer, which encodes what is beyond ASCII, and nothing else. */
export function subjectField(text: string) {
  const subject = oneLine(text)
  if (!mustBeEncoded(subject)) return { Subject: subject }
  return { Subject: { prepared: true, foldLines: true, value: encodedWords(subject) } }
}

/**
 * Whether plain ASCII would not arrive as it was written: it has a word that no line takes, or looks as if
 * it were encoded, so that its reader would decode it.
 */
function mustBeEncoded(text: string): boolean {
  return text.includes('=?') || text.split(' ').some((word) => word.length > MAX_PLAIN_WORD)
}

/** The text as encoded words in base64, with a blank between two, where lines may be folded. */
function encodedWords(text: string): string {
  const words: string[] = []
  let bytes = Buffer.alloc(0)
  const endWord = () => {
    if (bytes.length > 0) words.push(`=?UTF-8?B?${bytes.toString('base64')}?=`)
    bytes = Buffer.alloc(0)
  }
  // By characters, which no word may cut (RFC 2047 5).
  for (const character of text) {
    const next = Buffer.from(character)
    if (bytes.length + next.length > WORD_BYTES) endWord()
    bytes = Buffer.concat([bytes, next])
  }
  endWord()
  return words.join(' ')
}

function oneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

/** In the domain of the message, of which it tells nothing else (RFC 2045 7). */
function contentIdFor(messageId: string, random: ComposeOptions['random']): string {
  const domain = messageId.slice(messageId.lastIndexOf('@') + 1, -1)
  return `${random(12).toString('hex')}@${domain}`
}

interface BodyForms {
  readonly forms: { contentType: string; content: string }[]
  /** What the HTML form shows by Content-ID. */
  readonly images: readonly InlineImage[]
}

/**
 * The forms of the body, the richest last (RFC 2046 5.1.4). All as alternatives, because the `text` field
 * would overwrite the format parameter. A draft has no `newContentId`: its plain form is what the user wrote and nothing
 * else, what was written as text is read back from there, and its signature is found by its markup.
 */
function bodyForms(
  { text, html, images = [], original, signature }: OutgoingMessage,
  newContentId: (() => string) | undefined,
): BodyForms {
  const plain = `${text}${newContentId === undefined ? '' : (original?.text ?? '')}`
  const plainForm = {
    contentType: 'text/plain; charset=utf-8; format=flowed',
    content: flow(withoutNul(plain)),
  }
  const formatted = html ?? (signature && formattedText(withoutNul(text), signature))
  if (original === undefined && formatted === undefined) return { forms: [plainForm], images }
  const markup = formatted ?? textParagraph(withoutNul(text).trimEnd())
  const written =
    newContentId === undefined ? { html: markup, images: [] } : detachImages(markup, newContentId)
  const content =
    original === undefined ? written.html : putAbove(written.html, withoutNul(original.html))
  const all = [...images, ...written.images, ...(original?.images ?? [])]
  return {
    forms: [plainForm, { contentType: 'text/html; charset=utf-8', content }],
    images: all.filter(
      ({ contentId }, index) =>
        contentId === undefined || all.findIndex((one) => one.contentId === contentId) === index,
    ),
  }
}

/** The last one: a program that knows it prefers it (RFC 2046 5.1.4). */
function calendarForm({ calendar }: OutgoingMessage) {
  if (calendar === undefined) return []
  const { method, content } = calendar
  return [{ contentType: `text/calendar; charset=utf-8; method=${method}`, content }]
}

function attachedFile({ filename: name, type, content, isMessage = false }: OutgoingFile) {
  const isPassed = isMessage && Buffer.isBuffer(content) && isPlainMessage(content)
  return {
    filename: filename(name),
    contentType: isPassed ? 'message/rfc822' : attachmentType(type),
    contentDisposition: 'attachment' as const,
    content: Buffer.isBuffer(content)
      ? content
      : Readable.from(content.read(), { objectMode: false }),
  }
}

/** Lines that every mail server takes (RFC 5322 2.1.1), with the line ends they have on the way. */
function isPlainMessage(content: Buffer): boolean {
  const text = content.toString('latin1')
  return !/\0|\r(?!\n)|(?<!\r)\n/.test(text) && text.split('\r\n').every(isShortLine)
}

function isShortLine({ length }: string): boolean {
  return length <= MAX_LINE_OCTETS
}

/** With a Content-ID nodemailer puts them beside the HTML (RFC 2387). */
function relatedImages(images: readonly InlineImage[]) {
  return images.map((image, index) => {
    const location = foldable(oneLine(image.contentLocation ?? ''))
    return {
      ...attachedFile(image),
      cid: contentIdOf(image.contentId) ?? `image-${index}@original`,
      contentDisposition: 'inline' as const,
      ...(location === '' ? {} : { headers: { 'Content-Location': location } }),
    }
  })
}

/** Foreign ones may be beyond ASCII or longer than a line; such an image is a file among the others. */
function contentIdOf(contentId: string | undefined): string | undefined {
  const isUsable = /^[\x21-\x3b=\x3f-\x7e]+$/.test(contentId ?? '')
  return isUsable ? foldable(contentId ?? '') || undefined : undefined
}

/** Nothing of a text that has no blank where a line could be folded. */
function foldable(text: string): string {
  return text.length <= MAX_WORD_OCTETS ? text : ''
}

/** The last path component: a name tells nothing of the sender's disk and reaches no other folder. */
function filename(name: string): string {
  const last = oneLine(name).split(/[/\\]/).at(-1) ?? ''
  return last === '' ? 'attachment' : last.slice(0, 255)
}

/**
 * The media type without parameters. `message/*` and `multipart/*` may not be encoded (RFC 2046 5.2.1),
 * so their bytes would enter the source as they are; they travel as opaque bytes instead.
 */
function attachmentType(type: string): string {
  const mediaType = type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  const isEncodable = /^[a-z]+\/[a-z0-9][a-z0-9!#$&^_.+-]{0,126}$/.test(mediaType)
  return isEncodable && !/^(?:message|multipart)\//.test(mediaType)
    ? mediaType
    : 'application/octet-stream'
}

import type { FetchedItems, MissingItems } from '../connection/connection.ts'
import { isUnclear } from './unclear-headers.ts'
import { atomOf, bigintOf, bytesOf, isList, listOf, numberOf } from '../imap/parser/value.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { detached } from '../mime/header/detached.ts'
import {
  leavesOf,
  likelyCharset,
  parseBodyStructure,
  type BodyNode,
} from '../mime/structure/body-structure.ts'
import { parseEnvelope, type Envelope, type EnvelopeLimits } from '../mime/header/envelope.ts'
import { parseMailDate } from '../mime/header/mail-date.ts'
import type { MessageRow, Summary } from '../model/summary.ts'

/** What a row is made of; `MODSEQ` only where the mailbox has it. */
export const SUMMARY_ITEMS =
  'INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (X-PRIORITY)]'

/** A list shows a few recipients; a message with thousands must not cost memory in every list. */
export const ROW_LIMITS: EnvelopeLimits = { maxAddresses: 20, maxSubjectCharacters: 1_000 }

const SYSTEM_FLAGS: ReadonlyMap<string, string> = new Map(
  ['\\Seen', '\\Answered', '\\Flagged', '\\Deleted', '\\Draft', '\\Recent'].map((flag) => [
    flag,
    flag,
  ]),
)

/** The items of FETCH that change, for a mailbox with or without mod-sequences. */
export function flagItems(hasModseq: boolean): string {
  return hasModseq ? 'UID FLAGS MODSEQ' : 'UID FLAGS'
}

/** Addresses of an ENVELOPE (RFC 9051 7.5.2): From to Bcc. */
const ADDRESS_FIELDS = [2, 3, 4, 5, 6, 7]

/** Whether a FETCH brought ENVELOPE and BODYSTRUCTURE: some servers tell NIL, or what cannot be read. */
export function hasSummary(items: FetchedItems, missing: MissingItems): boolean {
  const envelope = listOf(items.get('ENVELOPE'))
  const isAddresses = (value: ImapValue | undefined) => value === null || isList(value)
  return (
    missing !== 'unreadable' &&
    envelope.length >= 10 &&
    ADDRESS_FIELDS.every((location) => isAddresses(envelope[location])) &&
    listOf(items.get('BODYSTRUCTURE')).length > 0
  )
}

/** Reads a row from a FETCH of `flagItems` and SUMMARY_ITEMS. */
export function parseRow(
  uid: number,
  items: FetchedItems,
  limits: EnvelopeLimits = ROW_LIMITS,
): MessageRow {
  const likely = likelyCharset(listOf(items.get('BODYSTRUCTURE')))
  const envelope = parseEnvelope(items.get('ENVELOPE'), limits, likely)
  const { flags, modseq } = parseFlags(items)
  return { summary: parseSummary(uid, items, envelope), flags, modseq }
}

/** The part of a row that changes. */
export function parseFlags(items: FetchedItems): Pick<MessageRow, 'flags' | 'modseq'> {
  return {
    flags: listOf(items.get('FLAGS')).map(flagName),
    modseq: bigintOf(listOf(items.get('MODSEQ'))[0]),
  }
}

/** Most flags are one of five: those are shared by all rows. */
function flagName(value: ImapValue): string {
  const name = atomOf(value)
  return SYSTEM_FLAGS.get(name) ?? detached(name)
}

function parseSummary(uid: number, items: FetchedItems, envelope: Envelope): Summary {
  const structure = parseBodyStructure(items.get('BODYSTRUCTURE'))
  const fields = bytesOf(headerFields(items))
  return {
    uid,
    subject: envelope.subject,
    from: envelope.from,
    to: envelope.to,
    cc: envelope.cc,
    date: envelope.date ?? parseMailDate(bytesOf(items.get('INTERNALDATE'))) ?? 0,
    size: numberOf(items.get('RFC822.SIZE')) ?? 0,
    contentType: detached(structure.type),
    hasAttachment: leavesOf(structure).some(isAttachment),
    priority: parsePriority(fields),
    messageId: envelope.messageId,
    ...(isUnclear(items.get('ENVELOPE'), structure, fields) ? { isUnclear: true } : {}),
  }
}

/** `BODY[HEADER.FIELDS (...)]`: servers differ in how they spell the section back. */
export function headerFields(items: FetchedItems): ImapValue {
  for (const [name, value] of items) {
    if (name.startsWith('BODY[HEADER.FIELDS')) return value
  }
  return null
}

/** True for a part a user would call an attachment: not the body, not a signature, not an inline image. */
function isAttachment({ type, disposition, filename, contentId }: BodyNode): boolean {
  if (/^application\/(pkcs7-signature|x-pkcs7-signature|pgp-signature)$/.test(type)) return false
  if (disposition === 'attachment') return true
  if (type.startsWith('text/') && filename === undefined) return false
  if (type.startsWith('image/') && contentId !== undefined) return false
  return filename !== undefined || !type.startsWith('text/')
}

function parsePriority(header: string): number | undefined {
  const digit = /^x-priority:\s*([1-5])\b/im.exec(header)?.[1]
  return digit === undefined ? undefined : Number(digit)
}

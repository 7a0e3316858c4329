import type { Message, MessagePart } from '../model/message.ts'
import type { MessageRow } from '../model/summary.ts'
import { COMPOSE_FIELD, parseComposeId } from '../model/compose-id.ts'
import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import { DRAFT_ORIGIN_FIELD, parseDraftOrigin } from '../model/draft-origin.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { Folder } from '../cache/folder.ts'
import { bytesOf } from '../imap/parser/value.ts'
import { parseBodyStructure, type BodyNode } from '../mime/body-structure.ts'
import { baseWithin, locationBases } from '../mime/content-location.ts'
import { parseEnvelope } from '../mime/envelope.ts'
import { arrangeMessage } from '../mime/message-parts.ts'
import { fieldValues } from '../mime/header-field.ts'
import { partName } from '../mime/part-name.ts'
import { ORIGINAL_FIELD } from '../model/original-below.ts'
import { FORMAT_FIELD } from '../model/written-format.ts'
import { parseTypedFields, TYPED_FIELD } from '../model/typed-fields.ts'
import { RECEIPT_FIELD, RECEIPT_FLAG } from '../model/receipt.ts'
import { RECEIPT_REQUEST_FIELDS, receiptRequest } from './receipt-request.ts'
import { readBodies, type BodyLimits } from './read-bodies.ts'
import { flagItems, headerFields, parseRow } from '../folder/row-parser.ts'

/** A message opened for reading may name many recipients: a reply to all needs them. */
const READING_LIMITS = { maxAddresses: 2_000, maxSubjectCharacters: 4_000 }

const MAX_REFERENCES = 200

/** Where mail servers note whom a message was for: nobody else tells it of a blind copy, and of mail of a list. */
const DELIVERY_FIELDS = ['X-ORIGINAL-TO', 'ENVELOPE-TO', 'DELIVERED-TO']

const HEADER_FIELDS = [
  'X-PRIORITY',
  'REFERENCES',
  DRAFT_ORIGIN_FIELD,
  COMPOSE_FIELD,
  TYPED_FIELD,
  ORIGINAL_FIELD,
  FORMAT_FIELD,
  ...RECEIPT_REQUEST_FIELDS,
  ...DELIVERY_FIELDS,
].join(' ')

/** RFC 2045 6.8: lines of base64 have 76 characters, and CRLF. */
const BASE64_LINE_BYTES = 78

/**
 * Reads a message: two round trips, and never \Seen by itself (BODY.PEEK). Throws MailFault
 * `message_not_found`.
 */
export async function readMessage(
  connection: MailConnection,
  folder: Folder,
  uid: number,
  limits: BodyLimits,
): Promise<Message> {
  const wanted = `(${flagItems(folder.hasModseq)} INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (${HEADER_FIELDS})])`
  const items = await fetchOne(connection, uid, wanted)
  const envelope = parseEnvelope(items.get('ENVELOPE'), READING_LIMITS)
  const header = bytesOf(headerFields(items))
  const structure = parseBodyStructure(items.get('BODYSTRUCTURE'))
  const parts = arrangeMessage(structure)
  const bases = locationBases(structure)
  const row = parseRow(uid, items, READING_LIMITS)
  const bodies = await readBodies(connection, uid, parts, limits)
  return {
    uidValidity: folder.uidValidity,
    row,
    replyTo: envelope.replyTo,
    bcc: envelope.bcc,
    inReplyTo: envelope.inReplyTo,
    references: parseReferences(header),
    deliveredTo: DELIVERY_FIELDS.flatMap((name) => fieldValues(header, name)),
    draftOf: parseDraftOrigin(header),
    composeId: parseComposeId(header),
    typed: parseTypedFields(fieldValues(header, TYPED_FIELD)[0]),
    hasOriginal: hasField(header, ORIGINAL_FIELD),
    isFormatted: hasField(header, FORMAT_FIELD),
    requestsReceipt: hasField(header, RECEIPT_FIELD),
    receiptRequest: mayAnswer(folder, row) ? receiptRequest(header) : undefined,
    ...bodies,
    htmlBase: parts.html && baseWithin(parts.html, bases.get(parts.html.id)),
    partsLeftOut: structure.partsLeftOut,
    attachments: parts.attachments.map(messagePart),
    inlineParts: parts.inlineParts.map((node) => ({
      ...messagePart(node),
      locationBase: bases.get(node.id),
    })),
  }
}

/** Where a mailbox keeps no word of the answer, each program would ask anew (RFC 3503 3.1). */
function mayAnswer(folder: Folder, { flags }: MessageRow): boolean {
  const isAnswered = flags.some((flag) => flag.toLowerCase() === RECEIPT_FLAG.toLowerCase())
  return !isAnswered && folder.keepsFlags([RECEIPT_FLAG])
}

function hasField(header: string, name: string): boolean {
  return fieldValues(header, name).length > 0
}

/** BODYSTRUCTURE alone. Throws MailFault `message_not_found`. */
export async function readStructure(connection: MailConnection, uid: number): Promise<BodyNode> {
  const items = await fetchOne(connection, uid, '(UID BODYSTRUCTURE)')
  return parseBodyStructure(items.get('BODYSTRUCTURE'))
}

/** A leaf as the outside sees it. */
export function messagePart(node: BodyNode): MessagePart {
  const { id, type, disposition, contentId, contentLocation } = node
  const size = decodedSize(node.size, node.encoding)
  return { id, type, filename: partName(node), size, disposition, contentId, contentLocation }
}

/**
 * Bytes of a part without its transfer encoding, from what the server tells of it: of base64 in the
 * usual lines up to two more than there are, of quoted-printable the encoded size, which is never less.
 */
function decodedSize(encodedBytes: number, encoding: string): number {
  if (encoding !== 'base64') return encodedBytes
  const characters = encodedBytes - 2 * Math.floor(encodedBytes / BASE64_LINE_BYTES)
  return Math.floor(characters / 4) * 3
}

async function fetchOne(
  connection: MailConnection,
  uid: number,
  wanted: string,
): Promise<FetchedItems> {
  const found = new Map<string, FetchedItems>()
  await connection.fetch([uid], wanted, (_uid, items) => {
    // A change of flags meanwhile is told in a FETCH of its own, without what was asked for.
    if (items.has('BODYSTRUCTURE')) found.set('message', items)
  })
  const items = found.get('message')
  if (items === undefined) throw new MailFault('message_not_found', 'No such message')
  return items
}

function parseReferences(header: string): readonly string[] {
  const [value = ''] = fieldValues(header, 'REFERENCES')
  const ids = value.match(/<[^<>\s]{1,998}>/g) ?? []
  return ids.length <= MAX_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)]
}

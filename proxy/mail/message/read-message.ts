import type { Message, MessagePart } from '../model/message.ts'
import type { Address, MessageRow } from '../model/summary.ts'
import { COMPOSE_FIELD, parseComposeId } from '../model/compose-id.ts'
import type { FetchedItems, MailConnection, MissingItems } from '../connection/connection.ts'
import { DELIVERY_STATUS_FIELD } from '../model/delivery-status.ts'
import { DRAFT_ORIGIN_FIELD, parseDraftOrigin } from '../model/draft-origin.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { Folder } from '../cache/folder.ts'
import { FOREIGN_DRAFT_FIELDS, parseForeignDraft } from './foreign-draft.ts'
import { bytesOf, listOf } from '../imap/parser/value.ts'
import {
  likelyCharset,
  parseBodyStructure,
  withLeaves,
  type BodyNode,
} from '../mime/structure/body-structure.ts'
import { baseWithin, locationBases } from '../mime/structure/content-location.ts'
import { parseEnvelope, type Envelope } from '../mime/header/envelope.ts'
import { completedAddresses, looseAddresses } from '../mime/header/loose-addresses.ts'
import { arrangeMessage } from '../mime/structure/message-parts.ts'
import { fieldValues } from '../mime/header/header-field.ts'
import { partName } from '../mime/structure/part-name.ts'
import { ORIGINAL_FIELD } from '../model/original-below.ts'
import { FORMAT_FIELD } from '../model/written-format.ts'
import { parseTypedFields, TYPED_FIELD } from '../model/typed-fields.ts'
import { IMPORTANCE_FIELD } from '../model/priority.ts'
import { priorityOfImportance } from './importance.ts'
import { RECEIPT_FIELD, RECEIPT_FLAG } from '../model/receipt.ts'
import { isBulk, RECEIPT_REQUEST_FIELDS, receiptRequest } from './receipt-request.ts'
import { AUTHENTICATION_FIELD, authenticationFields } from './authentication-fields.ts'
import { UNSUBSCRIBE_FIELDS, unsubscribeWays } from './unsubscribe-ways.ts'
import { readBodies, type BodyLimits } from './read-bodies.ts'
import { headerText, HEADER_ROW_ITEMS, parseRowByHeader } from '../folder/row-by-header.ts'
import { flagItems, hasSummary, headerFields, parseRow } from '../folder/row-parser.ts'
import { completeStructure } from './read-structure.ts'
import { readStructureByHeaders } from './structure-by-headers.ts'

/** A message opened for reading may name many recipients: a reply to all needs them. */
const READING_LIMITS = { maxAddresses: 2_000, maxSubjectCharacters: 4_000 }

const MAX_REFERENCES = 200

/** Where mail servers note whom a message was for: nothing else says so for a blind copy, or for mail of a list. */
const DELIVERY_FIELDS = ['X-ORIGINAL-TO', 'ENVELOPE-TO', 'DELIVERED-TO']

const HEADER_FIELDS = [
  'FROM',
  'TO',
  'CC',
  'REPLY-TO',
  'X-PRIORITY',
  IMPORTANCE_FIELD,
  'REFERENCES',
  DRAFT_ORIGIN_FIELD,
  COMPOSE_FIELD,
  TYPED_FIELD,
  ORIGINAL_FIELD,
  DELIVERY_STATUS_FIELD,
  FORMAT_FIELD,
  ...FOREIGN_DRAFT_FIELDS,
  ...new Set([...RECEIPT_REQUEST_FIELDS, ...UNSUBSCRIBE_FIELDS]),
  AUTHENTICATION_FIELD,
  ...DELIVERY_FIELDS,
].join(' ')

/** RFC 2045 6.8: lines of base64 have 76 characters, and CRLF. */
const BASE64_LINE_BYTES = 78

/**
 * Reads a message: two round trips, and never \Seen automatically (BODY.PEEK). Throws MailFault
 * `message_not_found`.
 */
export async function readMessage(
  connection: MailConnection,
  folder: Folder,
  uid: number,
  { charset, ...limits }: BodyLimits & { readonly charset?: string | undefined },
): Promise<Message> {
  const {
    envelope,
    header,
    structure: knownStructure,
    row,
  } = await readDetails(connection, folder, uid, charset)
  const complete = await completeStructure(connection, uid, knownStructure)
  const structure = charset === undefined ? complete : withCharset(complete, charset)
  const parts = arrangeMessage(structure)
  const bases = locationBases(structure)
  const { from, to, cc } = row.summary
  const completed = (read: readonly Address[], field: string) =>
    completedAddresses(read, fieldValues(header, field)[0], READING_LIMITS.maxAddresses)
  const authors = completed(from, 'FROM')
  const composeId = parseComposeId(header)
  const foreign =
    composeId === undefined ? parseForeignDraft(header, envelope.inReplyTo) : undefined
  const { files, ...bodies } = await readBodies(connection, uid, parts, limits)
  return {
    uidValidity: folder.uidValidity,
    row: {
      ...row,
      summary: {
        ...row.summary,
        from: authors,
        to: completed(to, 'TO'),
        cc: completed(cc, 'CC'),
        priority: row.summary.priority ?? priorityOfImportance(header),
      },
    },
    // Without the field the server tells From in its place, as it read that.
    replyTo: hasField(header, 'REPLY-TO') ? completed(envelope.replyTo, 'REPLY-TO') : authors,
    bcc: envelope.bcc,
    inReplyTo: envelope.inReplyTo,
    references: parseReferences(header),
    deliveredTo: DELIVERY_FIELDS.flatMap((name) => fieldValues(header, name)),
    isBulk: isBulk(header),
    draftOf: parseDraftOrigin(header),
    composeId,
    namedOrigin: foreign?.origin,
    typed: parseTypedFields(fieldValues(header, TYPED_FIELD)[0]),
    hasOriginal: hasField(header, ORIGINAL_FIELD),
    isFormatted: hasField(header, FORMAT_FIELD),
    requestsReceipt: hasField(header, RECEIPT_FIELD) || foreign?.requestsReceipt === true,
    reportsDelivery: hasField(header, DELIVERY_STATUS_FIELD) || foreign?.reportsDelivery === true,
    authentication: authenticationFields(header),
    unsubscribeWays: unsubscribeWays(header),
    receiptRequest: mayReply(folder, row) ? receiptRequest(header) : undefined,
    ...bodies,
    htmlBase: parts.html && baseWithin(parts.html, bases.get(parts.html.id)),
    partsLeftOut: structure.partsLeftOut,
    attachments: [...parts.attachments.map(messagePart), ...files],
    inlineParts: parts.inlineParts.map((node) => ({
      ...messagePart(node),
      locationBase: bases.get(node.id),
    })),
  }
}

/** The same with all of its text in another charset than it says. */
function withCharset(root: BodyNode, charset: string): BodyNode {
  return withLeaves(root, (leaf) => (leaf.type.startsWith('text/') ? { ...leaf, charset } : leaf))
}

/** What is known of a message before its bodies are read. */
interface MessageDetails {
  readonly envelope: Pick<Envelope, 'replyTo' | 'bcc' | 'inReplyTo'>
  readonly header: string
  readonly structure: BodyNode
  readonly row: MessageRow
}

async function readDetails(
  connection: MailConnection,
  folder: Folder,
  uid: number,
  charset: string | undefined,
): Promise<MessageDetails> {
  const volatile = flagItems(folder.hasModseq)
  const fields = `BODY.PEEK[HEADER.FIELDS (${HEADER_FIELDS})]`
  const wanted = `(${volatile} INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE ${fields})`
  const { items, missing } = await fetchOne(connection, uid, wanted)
  if (!hasSummary(items, missing)) return readDetailsByHeader(connection, uid, volatile)
  const likely = charset ?? likelyCharset(listOf(items.get('BODYSTRUCTURE')))
  return {
    envelope: parseEnvelope(items.get('ENVELOPE'), READING_LIMITS, likely),
    header: bytesOf(headerFields(items)),
    structure: parseBodyStructure(items.get('BODYSTRUCTURE')),
    row: parseRow(uid, items, READING_LIMITS),
  }
}

/** Bytes of the fields that only reading requests. */
const MAX_FIELD_BYTES = 64 * 1024

async function readDetailsByHeader(
  connection: MailConnection,
  uid: number,
  volatile: string,
): Promise<MessageDetails> {
  const fields = `BODY.PEEK[HEADER.FIELDS (BCC IN-REPLY-TO ${HEADER_FIELDS})]<0.${MAX_FIELD_BYTES}>`
  const wanted = `(${volatile} ${HEADER_ROW_ITEMS} ${fields})`
  // One after the other: each FETCH gets all that the server reports of the message meanwhile.
  const { items } = await fetchOne(connection, uid, wanted)
  const structure = await readStructureByHeaders(connection, uid)
  const header = headerText(items)
  const addresses = (name: string) =>
    looseAddresses(fieldValues(header, name).join(','), READING_LIMITS.maxAddresses)
  return {
    envelope: {
      replyTo: addresses('reply-to'),
      bcc: addresses('bcc'),
      inReplyTo: /<[^<>\s]{1,996}>/.exec(fieldValues(header, 'in-reply-to')[0] ?? '')?.[0],
    },
    header,
    structure,
    row: parseRowByHeader(uid, items, READING_LIMITS),
  }
}

/** Where a mailbox keeps no word of the response, each program would ask again (RFC 3503 3.1). */
function mayReply(folder: Folder, { flags }: MessageRow): boolean {
  const isAnswered = flags.some((flag) => flag.toLowerCase() === RECEIPT_FLAG.toLowerCase())
  return !isAnswered && folder.keepsFlags([RECEIPT_FLAG])
}

function hasField(header: string, name: string): boolean {
  return fieldValues(header, name).length > 0
}

/** The structure alone. Throws MailFault `message_not_found`. */
export async function findStructure(connection: MailConnection, uid: number): Promise<BodyNode> {
  return completeStructure(connection, uid, await findKnownStructure(connection, uid))
}

/** The same as far as the server sends it. */
export async function findKnownStructure(
  connection: MailConnection,
  uid: number,
): Promise<BodyNode> {
  const { items, missing } = await fetchOne(connection, uid, '(UID BODYSTRUCTURE)')
  const structure = listOf(items.get('BODYSTRUCTURE'))
  const isReported = missing !== 'unreadable' && structure.length > 0
  return isReported ? parseBodyStructure(structure) : readStructureByHeaders(connection, uid)
}

/** A leaf as the outside sees it. */
export function messagePart(node: BodyNode): MessagePart {
  const { id, type, disposition, contentId, contentLocation } = node
  const size = decodedSize(node.size, node.encoding)
  return { id, type, filename: partName(node), size, disposition, contentId, contentLocation }
}

/**
 * Bytes of a part without its transfer encoding, from what the server reports it: of base64 in the
 * usual lines up to two more than there are, of quoted-printable the encoded size, which is never less.
 */
function decodedSize(encodedBytes: number, encoding: string): number {
  if (encoding !== 'base64') return encodedBytes
  const characters = encodedBytes - 2 * Math.floor(encodedBytes / BASE64_LINE_BYTES)
  return Math.floor(characters / 4) * 3
}

interface FetchedMessage {
  readonly items: FetchedItems
  readonly missing: MissingItems
}

async function fetchOne(
  connection: MailConnection,
  uid: number,
  wanted: string,
): Promise<FetchedMessage> {
  let found: FetchedMessage | undefined
  await connection.fetch([uid], wanted, (_uid, items, missing) => {
    // A change of flags meanwhile comes in a FETCH of its own, without what was requested.
    if (items.size > (found?.items.size ?? 0)) found = { items, missing }
  })
  if (found === undefined) throw new MailFault('message_not_found', 'No such message')
  return found
}

function parseReferences(header: string): readonly string[] {
  const [value = ''] = fieldValues(header, 'REFERENCES')
  const ids = value.match(/<[^<>\s]{1,998}>/g) ?? []
  return ids.length <= MAX_REFERENCES ? ids : [...ids.slice(0, 1), ...ids.slice(1 - MAX_REFERENCES)]
}

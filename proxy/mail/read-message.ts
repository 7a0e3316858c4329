import type { Message, MessagePart } from './account.ts'
import type { FetchedItems, MailConnection } from './connection.ts'
import { DRAFT_ORIGIN_FIELD, parseDraftOrigin } from './draft-origin.ts'
import { MailFault } from './errors.ts'
import type { Folder } from './folder.ts'
import { bufferOf, bytesOf } from './imap/value.ts'
import { parseBodyStructure, type BodyNode } from './mime/body-structure.ts'
import { decodeCharset } from './mime/charset.ts'
import { parseEnvelope } from './mime/envelope.ts'
import { arrangeMessage } from './mime/message-parts.ts'
import { decodeTransfer } from './mime/transfer-decoder.ts'
import { flagItems, headerFields, parseRow } from './row-parser.ts'

/** Sizes of what is read into memory of one message, in bytes before decoding. */
export interface BodyLimits {
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
}

/** A message opened for reading may name many recipients: a reply to all needs them. */
const READING_LIMITS = { maxAddresses: 2_000, maxSubjectCharacters: 4_000 }

const MAX_REFERENCES = 200

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
  const wanted = `(${flagItems(folder.hasModseq)} INTERNALDATE RFC822.SIZE ENVELOPE BODYSTRUCTURE BODY.PEEK[HEADER.FIELDS (X-PRIORITY REFERENCES ${DRAFT_ORIGIN_FIELD})])`
  const items = await fetchOne(connection, uid, wanted)
  const envelope = parseEnvelope(items.get('ENVELOPE'), READING_LIMITS)
  const header = bytesOf(headerFields(items))
  const parts = arrangeMessage(parseBodyStructure(items.get('BODYSTRUCTURE')))
  const bodies = await readBodies(connection, uid, parts.texts, parts.html, limits)
  return {
    uidValidity: folder.uidValidity,
    row: parseRow(uid, items, READING_LIMITS),
    replyTo: envelope.replyTo,
    bcc: envelope.bcc,
    inReplyTo: envelope.inReplyTo,
    references: parseReferences(header),
    draftOf: parseDraftOrigin(header),
    ...bodies,
    attachments: parts.attachments.map(messagePart),
    inlineParts: parts.inlineParts.map(messagePart),
  }
}

/** BODYSTRUCTURE alone. Throws MailFault `message_not_found`. */
export async function readStructure(connection: MailConnection, uid: number): Promise<BodyNode> {
  const items = await fetchOne(connection, uid, '(UID BODYSTRUCTURE)')
  return parseBodyStructure(items.get('BODYSTRUCTURE'))
}

/** A leaf as the outside sees it. */
export function messagePart(node: BodyNode): MessagePart {
  const { id, type, filename, size, disposition, contentId } = node
  return { id, type, filename, size, disposition, contentId }
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

async function readBodies(
  connection: MailConnection,
  uid: number,
  texts: readonly BodyNode[],
  html: BodyNode | undefined,
  { maxTextBytes, maxHtmlBytes }: BodyLimits,
): Promise<Pick<Message, 'text' | 'html' | 'isTruncated'>> {
  const wanted = [
    ...texts.map((node) => ({ node, maxBytes: Math.ceil(maxTextBytes / texts.length) })),
    ...(html === undefined ? [] : [{ node: html, maxBytes: maxHtmlBytes }]),
  ]
  const sections = wanted.map(({ node, maxBytes }) => `BODY.PEEK[${node.id}]<0.${maxBytes}>`)
  const bodies = new Map<string, string>()
  if (wanted.length > 0) {
    await connection.fetch([uid], `(UID ${sections.join(' ')})`, (_uid, items) => {
      for (const { node } of wanted) {
        const bytes = items.get(`BODY[${node.id}]<0>`)
        if (bytes === undefined) continue
        const decoded = decodeTransfer(bufferOf(bytes), node.encoding)
        bodies.set(node.id, decodeCharset(decoded, node.charset))
      }
    })
  }
  return {
    text: texts.length === 0 ? undefined : texts.map(({ id }) => bodies.get(id) ?? '').join('\n'),
    html: html === undefined ? undefined : (bodies.get(html.id) ?? ''),
    isTruncated: wanted.some(({ node, maxBytes }) => node.size > maxBytes),
  }
}

function parseReferences(header: string): readonly string[] {
  const value = /^references:((?:.*)(?:\r\n[ \t].*)*)/im.exec(header)?.[1] ?? ''
  return (value.match(/<[^<>\s]{1,998}>/g) ?? []).slice(-MAX_REFERENCES)
}

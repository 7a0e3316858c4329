import type { Message } from '../model/message.ts'
import type { MailConnection } from '../connection/connection.ts'
import { sectionPiece } from '../imap/parser/value.ts'
import type { BodyNode } from '../mime/body-structure.ts'
import { decodeCharset } from '../mime/charset.ts'
import type { MessageParts } from '../mime/message-parts.ts'
import { decodeTransfer } from '../mime/transfer-decoder.ts'
import { textParagraph } from '../model/original-below.ts'
import { unflow } from '../mime/flowed-text.ts'

/** Sizes of what is read into memory of one message, in bytes before decoding. */
export interface BodyLimits {
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
}

/**
 * Reads the bodies of a message in one round trip, each to its limit. Never throws for what is broken in
 * them: what makes no sense is shown as it came.
 */
export async function readBodies(
  connection: MailConnection,
  uid: number,
  { texts, introduction, html, continuation }: MessageParts,
  { maxTextBytes, maxHtmlBytes }: BodyLimits,
): Promise<Pick<Message, 'text' | 'html' | 'isTruncated'>> {
  const plain = [...introduction, ...texts]
  const wanted = [
    ...plain.map((node) => ({ node, maxBytes: Math.ceil(maxTextBytes / plain.length) })),
    ...inTurn(html === undefined ? [] : [html, ...continuation], maxHtmlBytes),
  ]
  const bodies = await fetchBodies(connection, uid, wanted)
  const textOf = (nodes: readonly BodyNode[]) => nodes.map(({ id }) => bodies.get(id) ?? '')
  return {
    text: texts.length === 0 ? undefined : textOf(texts).join('\n'),
    html:
      html === undefined
        ? undefined
        : [
            ...textOf(introduction).map(aboveHtml),
            bodies.get(html.id) ?? '',
            ...continuation.map((node) => belowHtml(bodies.get(node.id) ?? '', node)),
          ].join(''),
    isTruncated: wanted.some(({ node, maxBytes }) => sizeOf(node, bodies) > maxBytes),
  }
}

/** Each with the room that those before it leave. The least that can be fetched is one byte. */
function inTurn(nodes: readonly BodyNode[], maxBytes: number): readonly WantedBody[] {
  let left = maxBytes
  return nodes.map((node) => {
    const wanted = { node, maxBytes: Math.max(1, left) }
    left -= Math.min(left, node.size)
    return wanted
  })
}

/** The server knows no size of what stands in a multipart without parts. */
function sizeOf({ id, size, enclosing }: BodyNode, bodies: ReadonlyMap<string, string>): number {
  return enclosing === undefined ? size : (bodies.get(id)?.length ?? 0) + 1
}

interface WantedBody {
  readonly node: BodyNode
  readonly maxBytes: number
}

/** The bodies as text, by part id. */
async function fetchBodies(
  connection: MailConnection,
  uid: number,
  wanted: readonly WantedBody[],
): Promise<ReadonlyMap<string, string>> {
  const bodies = new Map<string, string>()
  if (wanted.length === 0) return bodies
  const sections = wanted.map(
    ({ node, maxBytes }) => `BODY.PEEK[${sectionOf(node)}]<0.${maxBytes}>`,
  )
  await connection.fetch([uid], `(UID ${sections.join(' ')})`, (_uid, items) => {
    for (const { node, maxBytes } of wanted) {
      const bytes = sectionPiece(items, sectionOf(node), { offset: 0, bytes: maxBytes })
      if (bytes !== undefined) bodies.set(node.id, bodyText(bytes, node))
    }
  })
  return bodies
}

/** Where a leaf's bytes are fetched from. */
export function sectionOf({ id, enclosing }: BodyNode): string {
  return enclosing?.section ?? id
}

function bodyText(bytes: Buffer, { encoding, charset, flowed, enclosing }: BodyNode): string {
  // A NUL is nothing in a text, and what quotes it could not be sent (RFC 5322 4.1).
  const text = decodeCharset(decodeTransfer(bytes, encoding), charset).replaceAll('\0', '')
  // A delimiter came: then the text is empty because its sender left it so.
  if (enclosing?.boundary !== undefined && hasDelimiter(text, enclosing.boundary)) return ''
  return flowed === undefined ? text : unflow(text, flowed)
}

function hasDelimiter(text: string, boundary: string): boolean {
  return `\n${text}`.includes(`\n--${boundary}`)
}

/** In front of the HTML, where nothing of that can swallow it. */
function aboveHtml(text: string): string {
  return `${textParagraph(text)}<hr>`
}

/** A browser takes what follows the end of a document into it. */
function belowHtml(text: string, { type }: BodyNode): string {
  return type === 'text/html' ? text : `<hr>${textParagraph(text)}`
}

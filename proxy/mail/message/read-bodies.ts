import type { Message, MessagePart } from '../model/message.ts'
import type { MailConnection } from '../connection/connection.ts'
import { sectionPiece } from '../imap/parser/value.ts'
import type { BodyNode } from '../mime/structure/body-structure.ts'
import { bodyText } from '../mime/body/body-text.ts'
import { pathless, visibleName } from '../mime/harmless-text.ts'
import type { MessageParts } from '../mime/structure/message-parts.ts'
import { textParagraph } from '../model/original-below.ts'
import { takeOutUuencoded } from '../mime/transfer/uuencode.ts'
import { sectionOf } from './read-structure.ts'

/** Sizes of what is read into memory of one message, in bytes before decoding. */
export interface BodyLimits {
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
}

/** The bodies of a message, and the files that were found within them. */
type ReadBodies = Pick<Message, 'text' | 'html' | 'isTruncated'> & {
  readonly files: readonly MessagePart[]
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
): Promise<ReadBodies> {
  // A text above HTML may be the beginning of its plain form as well.
  const plain = [...new Map([...introduction, ...texts].map((node) => [node.id, node])).values()]
  const wanted = [
    ...plain.map((node) => ({ node, maxBytes: Math.ceil(maxTextBytes / plain.length) })),
    ...inTurn(html === undefined ? [] : [html, ...continuation], maxHtmlBytes),
  ]
  const bodies = await fetchBodies(connection, uid, wanted)
  const files = new Map<string, MessagePart>()
  const textOf = (nodes: readonly BodyNode[]) =>
    nodes.map((node) => withoutFiles(node, bodies, files))
  const text = textOf(texts).join('\n')
  const shown = {
    // Some programs leave the plain form empty.
    text: text.trim() === '' && (texts.length === 0 || html !== undefined) ? undefined : text,
    html:
      html === undefined
        ? undefined
        : [
            ...textOf(introduction).map(aboveHtml),
            withHeading(bodies.get(html.id) ?? '', html),
            ...continuation.map((node) => belowHtml(bodies.get(node.id) ?? '', node)),
          ].join(''),
    isTruncated: wanted.some(({ node, maxBytes }) => sizeOf(node, bodies) > maxBytes),
  }
  return { ...shown, files: [...files.values()] }
}

/** A text below the fields of the message it belongs to, without files that stand in it, which are noted. */
function withoutFiles(
  node: BodyNode,
  bodies: ReadonlyMap<string, string>,
  noted: Map<string, MessagePart>,
): string {
  const { text, files } = takeOutUuencoded(bodies.get(node.id) ?? '')
  for (const [index, { name, bytes }] of files.entries()) {
    const part = uuencodedPart(node.id, index, name, bytes.length)
    noted.set(part.id, part)
  }
  return node.heading === undefined ? text : `\n${node.heading()}\n\n${text}`
}

/** A file within a text, as the outside sees it: the index-th, of the part with this id. */
export function uuencodedPart(id: string, index: number, name: string, size: number): MessagePart {
  const type = 'application/octet-stream'
  const filename = pathless(visibleName(name))
  const unnamed = { contentId: undefined, contentLocation: undefined }
  return { id: `${id}:${index + 1}`, type, filename, size, disposition: 'attachment', ...unnamed }
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

/** The server knows no size of what is in a multipart without parts. */
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
  for (const { node, maxBytes } of wanted) {
    const { content } = node
    if (content !== undefined) bodies.set(node.id, bodyText(content.subarray(0, maxBytes), node))
  }
  const sections = wanted
    .filter(({ node }) => node.content === undefined)
    .map(({ node, maxBytes }) => `BODY.PEEK[${sectionOf(node)}]<0.${maxBytes}>`)
  if (sections.length === 0) return bodies
  await connection.fetch([uid], `(UID ${sections.join(' ')})`, (_uid, items) => {
    for (const { node, maxBytes } of wanted) {
      const bytes = sectionPiece(items, sectionOf(node), { offset: 0, bytes: maxBytes })
      if (bytes !== undefined) bodies.set(node.id, bodyText(bytes, node))
    }
  })
  return bodies
}

/** In front of the HTML, where nothing of that can swallow it. */
function aboveHtml(text: string): string {
  return `${textParagraph(text)}<hr>`
}

/** A browser takes what follows the end of a document into it. */
function belowHtml(text: string, node: BodyNode): string {
  if (node.type === 'text/html') return withHeading(text, node)
  const below = node.heading === undefined ? text : `${node.heading()}\n\n${text}`
  return `<hr>${textParagraph(below)}`
}

/** HTML of an attached message below the fields of that. */
function withHeading(html: string, { heading }: BodyNode): string {
  return heading === undefined ? html : `<hr>${textParagraph(heading())}${html}`
}

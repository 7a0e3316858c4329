import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import { bufferOf, bytesOf } from '../imap/parser/value.ts'
import type { ImapValue } from '../imap/parser/response.ts'
import { leavesOf, withLeaves, type BodyNode } from '../mime/structure/body-structure.ts'
import { contentBelow, parseContentHeader } from '../mime/structure/content-header.ts'
import { divideEntity, parseEntity, parseMessage } from '../mime/structure/entity.ts'
import { signedContent } from '../mime/signed-content.ts'
import { decodeTransfer } from '../mime/transfer/transfer-decoder.ts'

/** Parts of one message that are looked at again; the others stay as the server sends them. */
const MAX_UNCLEAR = 20
const MAX_HEADER_BYTES = 65_536

/** What is read into memory to find the parts in it; a larger one is a file that can be saved. */
const MAX_ENTITY_BYTES = 8 * 1024 * 1024
const MAX_ENTITIES = 5

/**
 * The structure of a message as the server sends it, completed. Where the server could not read it (a broken Content-Type, a boundary in a
 * form it does not know, a part whose header never ends) or does not look (an opaque signature), the bytes are requested and read here:
 * one more round trip for each kind, and for no ordinary message.
 */
export async function completeStructure(
  connection: MailConnection,
  uid: number,
  knownStructure: BodyNode,
): Promise<BodyNode> {
  return openEntities(connection, uid, await clearUp(connection, uid, knownStructure))
}

/** Reads again the headers of parts of which the server says what makes no sense. */
async function clearUp(connection: MailConnection, uid: number, root: BodyNode): Promise<BodyNode> {
  const unclear = leavesOf(root)
    .filter(({ isUnclear }) => isUnclear)
    .slice(0, MAX_UNCLEAR)
  if (unclear.length === 0) return root
  const sectionFor = ({ id }: BodyNode) => (id === '1' && root.id === '1' ? 'HEADER' : `${id}.MIME`)
  const items = await fetchSections(connection, uid, unclear.map(sectionFor), MAX_HEADER_BYTES)
  const headers = new Map(unclear.map((node) => [node.id, bytesOf(items(sectionFor(node)))]))
  return withLeaves(root, (leaf) => {
    const header = headers.get(leaf.id) ?? ''
    return header === '' ? leaf : cleared(leaf, header)
  })
}

function cleared(leaf: BodyNode, header: string): BodyNode {
  const { fields } = parseContentHeader(header, leaf.charset)
  const below = leaf.size === 0 ? contentBelow(header) : ''
  const content = below === '' ? undefined : Buffer.from(below, 'latin1')
  return { ...leaf, ...fields, isUnclear: false, content, size: content?.length ?? leaf.size }
}

/** Puts the parts of what the server takes for one in its place. */
async function openEntities(
  connection: MailConnection,
  uid: number,
  root: BodyNode,
): Promise<BodyNode> {
  const closed = leavesOf(root).filter(isEntity).slice(0, MAX_ENTITIES)
  if (closed.length === 0) return root
  const items = await fetchSections(connection, uid, closed.map(sectionOf), MAX_ENTITY_BYTES)
  const bytes = new Map(closed.map((node) => [node.id, bufferOf(items(sectionOf(node)))]))
  return withLeaves(root, (leaf) => {
    const content = bytes.get(leaf.id)
    return content === undefined ? leaf : (opened(leaf, content) ?? leaf)
  })
}

function isEntity({ type, enclosing, smimeType, size, message, encoding }: BodyNode): boolean {
  if (enclosing !== undefined) return true
  if (message !== undefined) return isEncoded(encoding) && size <= MAX_ENTITY_BYTES
  const isOpaque = /^application\/(?:x-)?pkcs7-mime$/.test(type)
  return isOpaque && (smimeType ?? 'signed-data') === 'signed-data' && size <= MAX_ENTITY_BYTES
}

/** RFC 2045 6.4 forbids it of an attached message, of which servers then read nothing. */
function isEncoded(encoding: string): boolean {
  return !/^(?:|7bit|8bit|binary)$/.test(encoding)
}

/** undefined where there is nothing in it. */
function opened(leaf: BodyNode, content: Buffer): BodyNode | undefined {
  const { id, enclosing, encoding } = leaf
  if (leaf.message !== undefined) {
    const { message, subject, heading } = parseMessage(decodeTransfer(content, encoding), id)
    return { ...leaf, message, subject, heading }
  }
  if (enclosing !== undefined) {
    const { subtype, boundary } = enclosing
    const parameter = boundary === undefined ? '' : `; boundary="${boundary}"`
    const header = `Content-Type: multipart/${subtype}${parameter}`
    const entity = parseEntity({ header, body: content }, id)
    const isFound = entity.children.length > 0 && leavesOf(entity).some(({ size }) => size > 0)
    return isFound ? entity : undefined
  }
  const signed = signedContent(decodeTransfer(content, encoding))
  if (signed === undefined) return undefined
  // The signature stays a file, for users who want to verify it.
  const children = [parseEntity(divideEntity(signed), id), leaf]
  return { ...leaf, id: '', type: 'multipart/signed', children }
}

/** The bytes of a leaf in its encoding, of a larger one the beginning. */
export async function readWhole(
  connection: MailConnection,
  uid: number,
  node: BodyNode,
): Promise<Buffer> {
  if (node.content !== undefined) return node.content
  const section = sectionOf(node)
  const items = await fetchSections(connection, uid, [section], MAX_ENTITY_BYTES)
  return bufferOf(items(section))
}

/** Where a leaf's bytes are fetched from. */
export function sectionOf({ id, enclosing }: BodyNode): string {
  return enclosing?.section ?? id
}

async function fetchSections(
  connection: MailConnection,
  uid: number,
  sections: readonly string[],
  maxBytes: number,
): Promise<(section: string) => ImapValue | undefined> {
  const found = new Map<string, FetchedItems>()
  const wanted = sections.map((section) => `BODY.PEEK[${section}]<0.${maxBytes}>`)
  await connection.fetch([uid], `(UID ${wanted.join(' ')})`, (_uid, items) => {
    if (sections.some((section) => items.has(`BODY[${section}]<0>`))) found.set('message', items)
  })
  return (section) => found.get('message')?.get(`BODY[${section}]<0>`)
}

import type { PartContent } from '../model/message.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { leavesOf, type BodyNode } from '../mime/body-structure.ts'
import { createTransferDecoder } from '../mime/transfer-decoder.ts'
import {
  createChunkReader,
  createReadAhead,
  type InMailbox,
  type ReadChunk,
  type StreamedSection,
} from './part-chunks.ts'
import { sectionOf } from './read-bodies.ts'
import { messagePart, readStructure } from './read-message.ts'

/** The two ways to use the connection: a stream confirms the mailbox once and then takes piece after piece. */
export interface StreamAccess {
  /** Confirms the mailbox by a round trip first. */
  readonly confirmed: InMailbox
  /** Only selects it. */
  readonly selected: InMailbox
}

export interface StreamLimits {
  /** One FETCH, and so what a download holds in memory. */
  readonly chunkBytes: number
}

/** Finds a part, to be read without its transfer encoding. Throws MailFault `message_not_found`. */
export async function streamPart(
  access: StreamAccess,
  uid: number,
  partId: string,
  { chunkBytes }: StreamLimits,
): Promise<PartContent> {
  return access.confirmed(async (connection, { uidValidity }) => {
    const node = findPart(await readLeaves(connection, uid), partId)
    const readChunk = createChunkReader(access.selected, { uid, uidValidity }, chunkBytes)
    return { part: messagePart(node), stream: readPieces(readChunk, streamedSection(node)) }
  })
}

/**
 * Finds parts of one message, to be read one after the other in the order they are asked for: its
 * structure is read once, and small parts come together. Throws MailFault `message_not_found`.
 */
export async function streamParts(
  access: StreamAccess,
  uid: number,
  partIds: readonly string[],
  { chunkBytes }: StreamLimits,
): Promise<readonly PartContent[]> {
  return access.confirmed(async (connection, { uidValidity }) => {
    const leaves = await readLeaves(connection, uid)
    const found = partIds.map((partId) => {
      const node = findPart(leaves, partId)
      return { node, section: streamedSection(node) }
    })
    const sections = found.map(({ section }) => section)
    const readChunk = createReadAhead(
      access.selected,
      { uid, uidValidity },
      { chunkBytes, sections },
    )
    return found.map(({ node, section }) => ({
      part: messagePart(node),
      stream: readPieces(readChunk, section),
    }))
  })
}

/** Finds a message, to be read as it lies on the server. Throws MailFault `message_not_found`. */
export async function streamSource(
  access: StreamAccess,
  uid: number,
  { chunkBytes }: StreamLimits,
): Promise<AsyncIterable<Buffer>> {
  return access.confirmed(async (connection, { uidValidity }) => {
    await readStructure(connection, uid)
    const readChunk = createChunkReader(access.selected, { uid, uidValidity }, chunkBytes)
    return readPieces(readChunk, { section: '', encoding: '8bit', size: 0 })
  })
}

async function readLeaves(
  connection: MailConnection,
  uid: number,
): Promise<ReadonlyMap<string, BodyNode>> {
  const leaves = leavesOf(await readStructure(connection, uid))
  return new Map(leaves.map((node) => [node.id, node]))
}

function findPart(leaves: ReadonlyMap<string, BodyNode>, partId: string): BodyNode {
  const node = leaves.get(partId)
  if (node === undefined) throw new MailFault('message_not_found', 'No such part')
  return node
}

function streamedSection(node: BodyNode): StreamedSection {
  return { section: sectionOf(node), encoding: node.encoding, size: node.size }
}

/**
 * Fetches the next piece only when the reader wants it, and takes a turn for each: a slow download
 * never keeps a list waiting for longer than one piece. A generator, so that a reader who never comes
 * leaves nothing behind: no timer, no emitter, no turn.
 */
async function* readPieces(
  readChunk: ReadChunk,
  section: StreamedSection,
): AsyncGenerator<Buffer, void> {
  const decoder = createTransferDecoder(section.encoding)
  let offset = 0
  let isAtEnd = false
  while (!isAtEnd) {
    const { encoded, isLast } = await readChunk(section, offset)
    offset += encoded.length
    isAtEnd = isLast
    const decoded = decoder.push(encoded)
    const piece = isAtEnd ? Buffer.concat([decoded, decoder.end()]) : decoded
    if (piece.length > 0) yield piece
  }
}

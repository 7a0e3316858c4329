import type { MessagePart, PartContent } from '../model/message.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { leavesWithin, type BodyNode } from '../mime/structure/body-structure.ts'
import { bodyText } from '../mime/body/body-text.ts'
import { createTransferDecoder, decodeTransfer } from '../mime/transfer/transfer-decoder.ts'
import { takeOutUuencoded } from '../mime/transfer/uuencode.ts'
import {
  createChunkReader,
  createReadAhead,
  type InMailbox,
  type ReadChunk,
  type StreamedSection,
} from './part-chunks.ts'
import { uuencodedPart } from './read-bodies.ts'
import { findStructure, findKnownStructure, messagePart } from './read-message.ts'
import { readWhole, sectionOf } from './read-structure.ts'

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
    const readChunk = createChunkReader(access.selected, { uid, uidValidity }, chunkBytes)
    const found = await findPart(connection, uid, partId, await readLeaves(connection, uid))
    return contentOf(found, readChunk)
  })
}

/**
 * Finds parts of one message, to be read one after the other in the order they are requested: its
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
    const found: FoundPart[] = []
    for (const partId of partIds) found.push(await findPart(connection, uid, partId, leaves))
    const sections = found.flatMap(({ source }) => (Buffer.isBuffer(source) ? [] : [source]))
    const readChunk = createReadAhead(
      access.selected,
      { uid, uidValidity },
      { chunkBytes, sections },
    )
    return found.map((one) => contentOf(one, readChunk))
  })
}

/** Finds a message, to be read as it is on the server. Throws MailFault `message_not_found`. */
export async function streamSource(
  access: StreamAccess,
  uid: number,
  { chunkBytes }: StreamLimits,
): Promise<AsyncIterable<Buffer>> {
  return access.confirmed(async (connection, { uidValidity }) => {
    // Whether it is there: what is in its parts is of no interest.
    await findKnownStructure(connection, uid)
    const readChunk = createChunkReader(access.selected, { uid, uidValidity }, chunkBytes)
    return readPieces(readChunk, { section: '', encoding: '8bit', size: 0 })
  })
}

async function readLeaves(
  connection: MailConnection,
  uid: number,
): Promise<ReadonlyMap<string, BodyNode>> {
  const leaves = leavesWithin(await findStructure(connection, uid))
  return new Map(leaves.map((node) => [node.id, node]))
}

/** A part, and where its bytes come from: a section that the server has, or what was read of one already. */
interface FoundPart {
  readonly part: MessagePart
  readonly charset?: string | undefined
  readonly source: StreamedSection | Buffer
}

async function findPart(
  connection: MailConnection,
  uid: number,
  partId: string,
  leaves: ReadonlyMap<string, BodyNode>,
): Promise<FoundPart> {
  const node = leaves.get(partId)
  if (node === undefined) return findUuencoded(connection, uid, partId, leaves)
  const { encoding, size, content, charset } = node
  const section = { section: sectionOf(node), encoding, size }
  return {
    part: messagePart(node),
    charset,
    source: content === undefined ? section : decodeTransfer(content, encoding),
  }
}

/** `1:2` is the second file that stands encoded in the text of part 1. */
async function findUuencoded(
  connection: MailConnection,
  uid: number,
  partId: string,
  leaves: ReadonlyMap<string, BodyNode>,
): Promise<FoundPart> {
  const [, textId = '', digits] = /^(.+):(\d+)$/.exec(partId) ?? []
  const node = leaves.get(textId)
  const index = Number(digits) - 1
  const bytes = node && (await readWhole(connection, uid, node))
  const file = bytes && takeOutUuencoded(bodyText(bytes, node)).files[index]
  if (file === undefined) throw new MailFault('message_not_found', 'No such part')
  return { part: uuencodedPart(textId, index, file.name, file.bytes.length), source: file.bytes }
}

function contentOf({ part, charset, source }: FoundPart, readChunk: ReadChunk): PartContent {
  return {
    part,
    charset,
    stream: Buffer.isBuffer(source) ? onePiece(source) : readPieces(readChunk, source),
  }
}

async function* onePiece(bytes: Buffer): AsyncGenerator<Buffer, void> {
  yield bytes
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

import type { PartContent } from './account.ts'
import type { MailConnection } from './connection.ts'
import { MailFault } from './errors.ts'
import type { Folder } from './folder.ts'
import { leavesOf } from './mime/body-structure.ts'
import { createTransferDecoder } from './mime/transfer-decoder.ts'
import { bufferOf } from './imap/value.ts'
import { sectionOf } from './read-bodies.ts'
import { messagePart, readStructure } from './read-message.ts'

/** Runs work on the account's connection with the mailbox selected, in turns with other requests. */
type InMailbox = <Result>(
  work: (connection: MailConnection, folder: Folder) => Promise<Result>,
) => Promise<Result>

/** The two ways to take a turn: a stream confirms the mailbox once and then takes piece after piece. */
export interface StreamTurns {
  /** Confirms the mailbox by a round trip first. */
  readonly confirmed: InMailbox
  /** Only selects it. */
  readonly selected: InMailbox
}

export interface StreamLimits {
  /** One FETCH, and so what a download holds in memory. */
  readonly chunkBytes: number
}

interface StreamedSection {
  readonly uid: number
  /** IMAP section; empty for the whole message. */
  readonly section: string
  readonly encoding: string
  readonly uidValidity: bigint
}

/** Finds a part, to be read without its transfer encoding. Throws MailFault `message_not_found`. */
export async function streamPart(
  turns: StreamTurns,
  uid: number,
  partId: string,
  limits: StreamLimits,
): Promise<PartContent> {
  return turns.confirmed(async (connection, folder) => {
    const leaves = leavesOf(await readStructure(connection, uid))
    const node = leaves.find(({ id }) => id === partId)
    if (node === undefined) throw new MailFault('message_not_found', 'No such part')
    const section = sectionOf(node)
    const streamed = { uid, section, encoding: node.encoding, uidValidity: folder.uidValidity }
    return { part: messagePart(node), stream: readPieces(turns.selected, streamed, limits) }
  })
}

/** Finds a message, to be read as it lies on the server. Throws MailFault `message_not_found`. */
export async function streamSource(
  turns: StreamTurns,
  uid: number,
  limits: StreamLimits,
): Promise<AsyncIterable<Buffer>> {
  return turns.confirmed(async (connection, folder) => {
    await readStructure(connection, uid)
    const streamed = { uid, section: '', encoding: '8bit', uidValidity: folder.uidValidity }
    return readPieces(turns.selected, streamed, limits)
  })
}

/**
 * Fetches the next piece only when the reader wants it, and takes a turn for each: a slow download
 * never keeps a list waiting for longer than one piece. A generator, so that a reader who never comes
 * leaves nothing behind: no timer, no emitter, no turn.
 */
async function* readPieces(
  inMailbox: InMailbox,
  streamed: StreamedSection,
  { chunkBytes }: StreamLimits,
): AsyncGenerator<Buffer, void> {
  const decoder = createTransferDecoder(streamed.encoding)
  let offset = 0
  let isAtEnd = false
  while (!isAtEnd) {
    const encoded = await inMailbox((connection, folder) =>
      fetchChunk(connection, folder, streamed, { offset, bytes: chunkBytes }),
    )
    offset += encoded.length
    isAtEnd = encoded.length < chunkBytes
    const decoded = decoder.push(encoded)
    const piece = isAtEnd ? Buffer.concat([decoded, decoder.end()]) : decoded
    if (piece.length > 0) yield piece
  }
}

async function fetchChunk(
  connection: MailConnection,
  folder: Folder,
  { uid, section, uidValidity }: StreamedSection,
  { offset, bytes }: { readonly offset: number; readonly bytes: number },
): Promise<Buffer> {
  if (folder.uidValidity !== uidValidity) {
    throw new MailFault('mailbox_replaced', 'The mailbox was replaced meanwhile')
  }
  const pieces: Buffer[] = []
  const wanted = `(UID BODY.PEEK[${section}]<${offset}.${bytes}>)`
  await connection.fetch([uid], wanted, (_uid, items) => {
    const piece = items.get(`BODY[${section}]<${offset}>`)
    if (piece !== undefined) pieces.push(bufferOf(piece))
  })
  const [piece] = pieces
  if (piece === undefined) throw new MailFault('message_not_found', 'The message is gone')
  return piece
}

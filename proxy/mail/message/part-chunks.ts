import type { MailConnection, MissingItems } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { Folder } from '../cache/folder.ts'
import { sectionPiece } from '../imap/parser/value.ts'

/** Runs work on the account's connection with the mailbox selected, in turns with other requests. */
export type InMailbox = <Result>(
  work: (connection: MailConnection, folder: Folder) => Promise<Result>,
) => Promise<Result>

/** A section of one message that is read piece by piece. */
export interface StreamedSection {
  /** IMAP section; empty for the whole message. */
  readonly section: string
  readonly encoding: string
  /** Its bytes by the server: a hint, as servers err. */
  readonly size: number
}

/** Which message, and of which mailbox its UID is one. */
export interface StreamedMessage {
  readonly uid: number
  readonly uidValidity: bigint
}

/** A piece of a section as it is encoded. */
export interface Chunk {
  readonly encoded: Buffer
  readonly isLast: boolean
}

/** Fetches the piece of a section that starts at the offset, in a turn of its own. Throws MailFault. */
export type ReadChunk = (section: StreamedSection, offset: number) => Promise<Chunk>

/** Sections of one FETCH: servers take command lines of some kilobytes (8,192 bytes: RFC 7162 4). */
const MAX_SECTIONS = 100
const MAX_SECTION_CHARACTERS = 5_000

interface Wanted {
  readonly section: string
  readonly offset: number
  readonly bytes: number
}

/** Pieces of sections read apart, each of `chunkBytes` at most. */
export function createChunkReader(
  inMailbox: InMailbox,
  message: StreamedMessage,
  chunkBytes: number,
): ReadChunk {
  return async ({ section }, offset) => {
    const wanted = { section, offset, bytes: chunkBytes }
    const fetched = await inMailbox((connection, folder) =>
      fetchChunks(connection, folder, message, [wanted]),
    )
    return chunkOf(fetched, wanted)
  }
}

/**
 * The same for sections that are read one after the other: those that are small come along with the one
 * before them, up to `chunkBytes` together, so that a message of a thousand files is not a thousand
 * round trips. What was read ahead is let go when it is read, or when another section is requested.
 */
export function createReadAhead(
  inMailbox: InMailbox,
  message: StreamedMessage,
  { chunkBytes, sections }: { chunkBytes: number; sections: readonly StreamedSection[] },
): ReadChunk {
  const readAlone = createChunkReader(inMailbox, message, chunkBytes)
  let held = new Map<string, Chunk>()

  return async (section, offset) => {
    if (offset > 0) return readAlone(section, offset)
    const chunk = held.get(section.section)
    if (chunk !== undefined) {
      held.delete(section.section)
      return chunk
    }
    held = new Map()
    const batch = smallOnesFrom(sections, section, chunkBytes)
    if (batch.length < 2) return readAlone(section, 0)
    const fetched = await inMailbox((connection, folder) =>
      fetchChunks(connection, folder, message, batch),
    )
    held = new Map(batch.map((wanted) => [wanted.section, chunkOf(fetched, wanted)]))
    const own = held.get(section.section)
    held.delete(section.section)
    return own ?? readAlone(section, 0)
  }
}

/** One byte more than the size of each shows whether that was all of it. */
function smallOnesFrom(
  sections: readonly StreamedSection[],
  first: StreamedSection,
  chunkBytes: number,
): readonly Wanted[] {
  const batch: Wanted[] = []
  let bytes = 0
  let characters = 0
  for (const { section, size } of sections.slice(sections.indexOf(first))) {
    bytes += size + 1
    characters += section.length
    const isFull = batch.length >= MAX_SECTIONS || characters > MAX_SECTION_CHARACTERS
    if (isFull || bytes > chunkBytes) break
    batch.push({ section, offset: 0, bytes: size + 1 })
  }
  return batch
}

function chunkOf(fetched: ReadonlyMap<string, Buffer>, { section, bytes }: Wanted): Chunk {
  const encoded = fetched.get(section)
  if (encoded === undefined) throw new MailFault('message_not_found', 'The message is gone')
  return { encoded, isLast: encoded.length < bytes }
}

async function fetchChunks(
  connection: MailConnection,
  folder: Folder,
  { uid, uidValidity }: StreamedMessage,
  wanted: readonly Wanted[],
): Promise<ReadonlyMap<string, Buffer>> {
  if (folder.uidValidity !== uidValidity) {
    throw new MailFault('mailbox_replaced', 'The mailbox was replaced meanwhile')
  }
  const fetched = new Map<string, Buffer>()
  const reasons = new Set<MissingItems>()
  const items = wanted.map(
    ({ section, offset, bytes }) => `BODY.PEEK[${section}]<${offset}.${bytes}>`,
  )
  await connection.fetch([uid], `(UID ${items.join(' ')})`, (_uid, answered, missing) => {
    for (const location of wanted) {
      const piece = sectionPiece(answered, location.section, location)
      if (piece !== undefined) fetched.set(location.section, piece)
    }
    reasons.add(missing)
  })
  if (fetched.size < wanted.length && reasons.has('too large')) {
    throw new MailFault('response_too_large', 'The mail server sent more than was asked for')
  }
  return fetched
}

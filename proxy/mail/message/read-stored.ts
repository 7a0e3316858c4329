import type { Folder } from '../cache/folder.ts'
import type { FetchedItems, MailConnection } from '../connection/connection.ts'
import { synchronizeFolder } from '../connection/folder-sync.ts'
import { parseFlags } from '../folder/row-parser.ts'
import { bytesOf, numberOf, sectionPiece } from '../imap/parser/value.ts'
import { parseMailDate } from '../mime/header/mail-date.ts'
import type {
  StoredMessage,
  StoredMessages,
  StoredMessagesRequest,
} from '../model/stored-message.ts'

/** A longer header is none of an ordinary message. */
const MAX_HEADER_BYTES = 256 * 1024
/** Of one message; the pictures of a telephone are in it. */
const MAX_BODY_BYTES = 16 * 1024 * 1024
/** Bodies of one turn on the connection together, unless one alone is larger. */
const MAX_BODIES_BYTES = 4 * 1024 * 1024

/**
 * Reads headers, and bodies where they are wanted, of the newest messages below a UID: one bounded turn on the connection,
 * whatever the mailbox holds. Never \Seen automatically. A message that is deleted meanwhile is left out.
 */
export async function readStoredMessages(
  connection: MailConnection,
  folder: Folder,
  { below, maxMessages, hasBodies }: StoredMessagesRequest,
): Promise<StoredMessages> {
  await synchronizeFolder(connection, folder)
  const { uids: all, uidValidity } = folder
  const end = below === undefined ? all.length : all.countBelow(below)
  const wanted = [...all.slice(end - maxMessages, end)].reverse()
  const headers = await readHeaders(connection, wanted)
  const chosen = hasBodies ? withinBytes(wanted, headers) : wanted
  const bodies = hasBodies ? await readBodiesOf(connection, chosen, headers) : undefined
  const messages = chosen.flatMap((uid) => {
    const message = headers.get(uid)
    return message === undefined ? [] : [{ ...message, body: bodies?.get(uid) }]
  })
  const last = chosen.at(-1)
  const isEnd = last === undefined || all.countBelow(last) === 0
  return { uidValidity, total: all.length, messages, next: isEnd ? undefined : last }
}

type Headers = ReadonlyMap<number, Omit<StoredMessage, 'body'>>

async function readHeaders(connection: MailConnection, uids: readonly number[]): Promise<Headers> {
  const headers = new Map<number, Omit<StoredMessage, 'body'>>()
  const items = `(UID FLAGS INTERNALDATE RFC822.SIZE BODY.PEEK[HEADER]<0.${MAX_HEADER_BYTES}>)`
  await connection.fetch(uids, items, (uid, found) => {
    // A change of flags meanwhile comes in a FETCH of its own.
    if (found.has('INTERNALDATE')) headers.set(uid, storedMessage(uid, found))
  })
  return headers
}

function storedMessage(uid: number, items: FetchedItems): Omit<StoredMessage, 'body'> {
  const arrival = bytesOf(items.get('INTERNALDATE'))
  const header = sectionPiece(items, 'HEADER', { offset: 0, bytes: MAX_HEADER_BYTES })
  return {
    uid,
    flags: parseFlags(items).flags,
    size: numberOf(items.get('RFC822.SIZE')) ?? 0,
    arrivedAt: parseMailDate(arrival) ?? 0,
    zoneMinutes: zoneIn(arrival),
    header: header === undefined || header.length >= MAX_HEADER_BYTES ? undefined : header,
  }
}

function zoneIn(arrival: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d)(\d\d)$/.exec(arrival) ?? []
  const zone = 60 * Number(hours ?? 0) + Number(minutes ?? 0)
  return sign === '-' ? -zone : zone
}

/** The first ones whose bodies are read in one turn; one at least. */
function withinBytes(uids: readonly number[], headers: Headers): readonly number[] {
  let bytes = 0
  const end = uids.findIndex((uid, at) => {
    const size = headers.get(uid)?.size ?? 0
    bytes += size > MAX_BODY_BYTES ? 0 : size
    return at > 0 && bytes > MAX_BODIES_BYTES
  })
  return end === -1 ? uids : uids.slice(0, end)
}

async function readBodiesOf(
  connection: MailConnection,
  uids: readonly number[],
  headers: Headers,
): Promise<ReadonlyMap<number, Uint8Array>> {
  const bodies = new Map<number, Uint8Array>()
  const readable = uids.filter((uid) => (headers.get(uid)?.size ?? 0) <= MAX_BODY_BYTES)
  const piece = { offset: 0, bytes: MAX_BODY_BYTES }
  await connection.fetch(readable, `(UID BODY.PEEK[TEXT]<0.${MAX_BODY_BYTES}>)`, (uid, items) => {
    const body = sectionPiece(items, 'TEXT', piece)
    if (body !== undefined && body.length < MAX_BODY_BYTES) bodies.set(uid, body)
  })
  return bodies
}

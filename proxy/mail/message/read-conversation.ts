import type { Folder } from '../cache/folder.ts'
import type { PreviewCache } from '../cache/previews.ts'
import type { RowCache } from '../cache/rows.ts'
import type { MailConnection } from '../connection/connection.ts'
import { isOfMailbox, readFoundRows } from '../folder/find-in-mailboxes.ts'
import { searchUidsBy } from '../folder/matching-uids.ts'
import { headerText } from '../folder/row-by-header.ts'
import { searchCriteria } from '../folder/search-criteria.ts'
import type { CommandPart } from '../imap/command.ts'
import type { Account, UidOptions } from '../model/account.ts'
import type { ConversationMessage, ConversationRequest } from '../model/conversation.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import { createRelatedIds, RELATION_FIELDS, relatedIds, type RelatedIds } from './related-ids.ts'
import { readPreviews } from './read-previews.ts'

/** Messages of one conversation that are listed, and that are read in one mailbox: the newest. */
const MAX_MESSAGES = 200
/** Messages of one mailbox whose first words are read: the newest. */
const MAX_PREVIEWS = 20
/** Of a larger mailbox this many are searched: others of the owner wait for it. */
const MAX_SEARCHED = 5_000
/** Identifiers of one SEARCH: a command must not grow beyond what servers read. */
const IDS_AT_ONCE = 20
/** SEARCHes of one mailbox in one turn, each for what the one before taught. */
const MAX_SEARCHES = 4
/** Replies in the last mailbox may be known by those that refer to them in the first. */
const MAX_ROUNDS = 2

/** Bytes of the fields of one message. */
const ID_ITEM = `BODY.PEEK[HEADER.FIELDS (${RELATION_FIELDS.join(' ')})]<0.16384>`

interface ReadingParts {
  readonly rowCache: RowCache
  readonly previewCache: PreviewCache
  readonly now: () => number
  /** One turn in one mailbox, confirmed. */
  readonly readIn: <Result>(
    mailbox: MailboxName,
    work: (connection: MailConnection, folder: Folder) => Promise<Result>,
    options: UidOptions,
  ) => Promise<Result>
}

/** What is known of a conversation while it is read. */
interface Known {
  readonly ids: RelatedIds<MailboxName>
  /** By mailbox: of several copies the one in the first mailbox is listed. */
  readonly found: Map<MailboxName, Map<number, ConversationMessage>>
  /** Those that were not read, as there were too many. */
  leftOut: number
  isComplete: boolean
}

/** Reads conversations on the working connection, which others have between two mailboxes. */
export function createConversationReads(parts: ReadingParts): Account['conversation'] {
  return async (request, options) => {
    const until = parts.now() + request.forMs
    const known = await startWith(request, options, parts)
    const others = isAlone(request, known) ? request.always : request.others
    const mailboxes = [request.mailbox, ...others]
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      for (const mailbox of mailboxes) {
        if (!known.ids.hasNew(mailbox)) continue
        if (parts.now() >= until) return conversationOf(request, { ...known, isComplete: false })
        await searchMailbox(mailbox, known, { request, options, parts })
      }
    }
    return conversationOf(request, known)
  }
}

/** Reads the message itself, and the others of its mailbox in the same turn. */
function startWith(
  request: ConversationRequest,
  options: UidOptions,
  parts: ReadingParts,
): Promise<Known> {
  const { mailbox, uid } = request
  return parts.readIn(
    mailbox,
    async (connection, folder) => {
      const headers = await readIds(connection, [uid])
      const ids = headers.get(uid)
      if (ids === undefined) throw new MailFault('message_not_found', 'No such message')
      const found = new Map([[mailbox, new Map<number, ConversationMessage>()]])
      const known = { ids: createRelatedIds<MailboxName>(ids), found, leftOut: 0, isComplete: true }
      await readMessages(connection, folder, [uid], { known, parts })
      await searchHere(connection, folder, { known, parts, around: uid })
      return known
    },
    options,
  )
}

/** True for most mail: it refers to nothing, was never replied to, and nothing beside it refers to it. */
function isAlone({ mailbox, uid }: ConversationRequest, { ids, found }: Known): boolean {
  const here = found.get(mailbox)
  const message = here?.get(uid)
  if (message === undefined || here?.size !== 1) return false
  const { flags } = message.row
  return ids.areOnly(message.row.summary.messageId) && !flags.some((flag) => REPLIED.has(flag))
}

const REPLIED: ReadonlySet<string> = new Set(['\\Answered', '$Forwarded'])

/** A mailbox that the server does not open, or refuses to search, costs itself only. */
async function searchMailbox(
  mailbox: MailboxName,
  known: Known,
  {
    request,
    options,
    parts,
  }: {
    readonly request: ConversationRequest
    readonly options: UidOptions
    readonly parts: ReadingParts
  },
): Promise<void> {
  const isOwn = mailbox === request.mailbox
  const around = isOwn ? request.uid : undefined
  try {
    await parts.readIn(
      mailbox,
      (connection, folder) => searchHere(connection, folder, { known, parts, around }),
      isOwn ? options : { ...options, uidValidity: undefined },
    )
  } catch (error) {
    if (isOwn || !isOfMailbox(error)) throw error
    known.isComplete = false
  }
}

interface Search {
  readonly known: Known
  readonly parts: ReadingParts
  /** The UID of the message that the conversation is of, in its own mailbox. */
  readonly around: number | undefined
}

async function searchHere(
  connection: MailConnection,
  folder: Folder,
  { known, parts, around }: Search,
): Promise<void> {
  const seen = new Set(known.found.get(folder.path)?.keys())
  for (let search = 0; search < MAX_SEARCHES && known.ids.hasNew(folder.path); search += 1) {
    const ids = known.ids.take(folder.path, IDS_AT_ONCE)
    const uids = await searchUidsBy(connection, [
      ...searchedRange(folder.exists, around),
      ...(searchCriteria(queryOf(ids)) ?? []),
    ])
    const fresh = [...uids].filter((uid) => !seen.has(uid))
    const read = fresh.slice(-MAX_MESSAGES)
    known.leftOut += fresh.length - read.length
    for (const uid of fresh) seen.add(uid)
    const headers = await readIds(connection, read)
    // A server may search by words; what counts is what stands there.
    const related = read.filter((uid) => known.ids.learn(headers.get(uid) ?? []))
    await readMessages(connection, folder, related, { known, parts })
  }
}

/** Keys for the messages that are searched; none where the mailbox is small. */
function searchedRange(exists: number, around: number | undefined): readonly CommandPart[] {
  if (exists <= MAX_SEARCHED) return []
  const newest = `${exists - MAX_SEARCHED + 1}:*`
  if (around === undefined) return [newest]
  const half = MAX_SEARCHED / 2
  return ['OR', newest, `UID ${Math.max(1, around - half)}:${around + half}`]
}

const ID_FIELDS = ['message-id', 'references', 'in-reply-to'] as const

function queryOf(ids: readonly string[]) {
  const term = ids.map((text) => ({
    condition: { kind: 'text', text, fields: ID_FIELDS } as const,
    isExcluded: false,
  }))
  return { text: '', terms: [term], fields: [], filter: 'all' } as const
}

/** The identifiers of messages by UID; what was deleted meanwhile is left out. */
async function readIds(
  connection: MailConnection,
  uids: readonly number[],
): Promise<ReadonlyMap<number, readonly string[]>> {
  const found = new Map<number, readonly string[]>()
  await connection.fetch(uids, `(UID ${ID_ITEM})`, (uid, items) => {
    // A change of flags meanwhile comes in a FETCH of its own.
    if ([...items.keys()].some((name) => name.startsWith('BODY['))) {
      found.set(uid, relatedIds(headerText(items)))
    }
  })
  return found
}

async function readMessages(
  connection: MailConnection,
  folder: Folder,
  uids: readonly number[],
  { known, parts }: Pick<Search, 'known' | 'parts'>,
): Promise<void> {
  if (uids.length === 0) return
  const rows = await readFoundRows(connection, folder, parts.rowCache, uids)
  const previews = await readPreviews(
    connection,
    folder,
    parts.previewCache,
    uids.slice(-MAX_PREVIEWS),
  )
  const here = known.found.get(folder.path) ?? new Map<number, ConversationMessage>()
  for (const row of rows) {
    const { uid } = row.summary
    const preview = previews.get(uid)
    here.set(uid, { mailbox: folder.path, uidValidity: folder.uidValidity, row, preview })
  }
  known.found.set(folder.path, here)
}

/** Each message once: the one that the conversation is of before its copies, others as their mailboxes stand in order. */
function conversationOf({ mailbox, uid, others }: ConversationRequest, known: Known) {
  const isNamed = (message: ConversationMessage) =>
    message.mailbox === mailbox && message.row.summary.uid === uid
  const all = [mailbox, ...others].flatMap((path) => [...(known.found.get(path)?.values() ?? [])])
  const unique = new Map<string, ConversationMessage>()
  for (const message of [...all.filter(isNamed), ...all]) {
    const { messageId, uid: own } = message.row.summary
    const key = messageId ?? `${message.mailbox} ${own}`
    if (!unique.has(key)) unique.set(key, message)
  }
  const byTime = [...unique.values()].toSorted(
    (one, other) => one.row.summary.date - other.row.summary.date,
  )
  const newest = byTime.slice(-MAX_MESSAGES)
  const named = byTime.find(isNamed)
  const messages =
    named === undefined || newest.includes(named) ? newest : [named, ...newest.slice(1)]
  return { messages, count: byTime.length + known.leftOut, isComplete: known.isComplete }
}

import type { Account, MailOptions, Message, UidOptions } from './account.ts'
import type { MailConnection } from './connection.ts'
import { MailFault } from './errors.ts'
import type { FolderMemory } from './folder-memory.ts'
import { synchronizeFolder } from './folder-sync.ts'
import type { Folder } from './folder.ts'
import { matchingUids } from './matching-uids.ts'
import { canonicalPath, countMessages, listMailboxes, type MailboxListing } from './mailbox-list.ts'
import type { MailboxState } from './mailbox.ts'
import { measureBranch } from './mailbox-branch.ts'
import * as mailboxActs from './mailbox-acts.ts'
import * as acts from './message-acts.ts'
import { createPageReads } from './page-reads.ts'
import {
  streamPart,
  streamParts,
  streamSource,
  type StreamLimits,
  type StreamTurns,
} from './part-stream.ts'
import { readQuota } from './quota.ts'
import type { BodyLimits } from './read-bodies.ts'
import { readMessage } from './read-message.ts'
import type { RowCache } from './row-cache.ts'
import { isSlowSearch, whileWanted, type RunApart } from './search-apart.ts'
import { createSharedReads } from './shared-reads.ts'
import { missingRanges } from './uid-range.ts'
import { uidsBetween } from './uids-between.ts'
import type { Watcher } from './watch/watcher.ts'
import type { WorkingConnection } from './working-connection.ts'

/** Names and uses of mailboxes change seldom: a listing may be this old, its counts never. */
const LISTING_FRESH_MS = 30_000

type ReadCounts = (signal: AbortSignal) => Promise<readonly MailboxState[]>

interface AccountParts {
  readonly user: string
  /** Key of the mailbox owner in the memories all accounts share. */
  readonly owner: string
  readonly working: WorkingConnection
  /** For searches that may take long; undefined when the account has one connection only. */
  readonly runApart: RunApart | undefined
  /** `readCounts` is what it polls with: it asks for the counts. */
  readonly createWatcher: (readCounts: ReadCounts) => Watcher
  readonly folders: FolderMemory
  readonly rowCache: RowCache
  readonly limits: BodyLimits & StreamLimits
  /** Aborts when the process stops: ends reads that are shared and so belong to no one request. */
  readonly closing: AbortSignal
  readonly now: () => number
}

/** The verbs of one mailbox owner, all on the one working connection. */
export function createMailAccount(parts: AccountParts): {
  readonly account: Account
  readonly watcher: Watcher
} {
  const { limits } = parts
  const { read, readIn, actIn, streamIn } = createMailboxWork(parts)
  const listing = createListing(parts.now, read)
  const counts = createSharedReads<readonly MailboxState[]>(parts.closing)
  const messages = createSharedReads<Message>(parts.closing)

  const countsOf = (options: MailOptions) =>
    counts.join('', options.signal, (begin, signal) =>
      read(
        async (connection) => {
          begin()
          return countMessages(connection, await listing.listed(connection), { mayOpenInbox: true })
        },
        { ...options, signal },
      ),
    )
  const watcher = parts.createWatcher((signal) => countsOf({ signal }))

  // A dead connection is noticed before the act, which is done once and for all.
  const actOnMailboxes = <Result>(
    { act, ...check }: mailboxActs.MailboxAct<Result>,
    options: MailOptions,
  ): Promise<Result> =>
    parts.working.run(
      {
        ...check,
        prepare: (connection) => connection.execute(['NOOP']),
        act: (connection) => act(connection).finally(listing.forget),
      },
      options,
    )

  const account: Account = {
    user: parts.user,
    mailboxes: (options) => listing.mailboxes(options),
    counts: countsOf,
    watch: (options) => watcher.watch(options),
    page: createPageReads({ ...parts, read }),
    // A page asks for a message and for its frame at once.
    message: (mailbox, uid, options) =>
      messages.join(
        `${options.uidValidity ?? ''} ${uid} ${mailbox}`,
        options.signal,
        (begin, signal) =>
          readIn(
            mailbox,
            (connection, folder) => {
              begin()
              return readMessage(connection, folder, uid, limits)
            },
            { ...options, signal },
          ),
      ),
    part: (mailbox, uid, partId, options) =>
      streamPart(streamIn(mailbox, options), uid, partId, limits),
    parts: (mailbox, uid, partIds, options) =>
      streamParts(streamIn(mailbox, options), uid, partIds, limits),
    source: (mailbox, uid, options) => streamSource(streamIn(mailbox, options), uid, limits),
    setFlags: (mailbox, uids, change, options) =>
      actIn(mailbox, (...place) => acts.storeFlags(...place, uids, change), options),
    move: (mailbox, uids, target, options) =>
      actIn(
        mailbox,
        (...place) => acts.moveMessages(...place, uids, canonicalPath(target)),
        options,
      ),
    copy: (mailbox, uids, target, options) =>
      actIn(
        mailbox,
        (...place) => acts.copyMessages(...place, uids, canonicalPath(target)),
        options,
      ),
    remove: (mailbox, uids, options) =>
      actIn(mailbox, (...place) => acts.removeMessages(...place, uids), options),
    empty: (mailbox, options) => actIn(mailbox, acts.emptyMailbox, options),
    deleteBelow: async (mailbox, needed, options) => {
      await actOnMailboxes(mailboxActs.deleteBelow(canonicalPath(mailbox), needed), options)
    },
    branchSize: (mailbox, options) =>
      read((connection) => measureBranch(connection, canonicalPath(mailbox)), options),
    matchingUids: (mailbox, request, options) => {
      const find = async (connection: MailConnection) =>
        matchingUids(connection, await connection.open(canonicalPath(mailbox)), request)
      if (!isSlowSearch(request.search)) return read(find, options)
      return parts.runApart === undefined
        ? read(
            (connection) => whileWanted(connection, options.signal, () => find(connection)),
            options,
          )
        : parts.runApart(find, options.signal)
    },
    uidsBetween: (mailbox, request, options) =>
      readIn(mailbox, (...place) => uidsBetween(...place, request), options),
    missingUids: (mailbox, uids, options) =>
      readIn(
        mailbox,
        async (connection, folder) => {
          await synchronizeFolder(connection, folder)
          return missingRanges(uids, folder.uids)
        },
        options,
      ),
    quota: (options) => read(readQuota, options),
    createMailbox: (place, options) => actOnMailboxes(mailboxActs.createMailbox(place), options),
    renameMailbox: (path, place, options) =>
      actOnMailboxes(mailboxActs.renameMailbox(path, place), options),
    deleteMailbox: (path, options) => actOnMailboxes(mailboxActs.deleteMailbox(path), options),
    setSubscribed: (path, isSubscribed, options) =>
      actOnMailboxes(mailboxActs.setSubscribed(path, isSubscribed), options),
    append: (mailbox, source, flags, options) =>
      parts.working.run(
        {
          // A dead connection is noticed here, before the message is sent once and for all.
          prepare: (connection) => connection.execute(['NOOP']),
          act: (connection) =>
            acts.appendMessage(connection, canonicalPath(mailbox), source, flags),
        },
        options,
      ),
  }
  return { account, watcher }
}

type MailboxWork<Result> = (connection: MailConnection, folder: Folder) => Promise<Result>

/** The ways of working on the connection: reads are repeated after a lost connection, acts are not. */
function createMailboxWork({ working }: AccountParts) {
  const read = <Result>(
    work: (connection: MailConnection) => Promise<Result>,
    options: MailOptions,
  ): Promise<Result> =>
    working.run({ prepare: work, act: (_connection, result) => Promise.resolve(result) }, options)
  /** Confirms the mailbox first, and that the caller's UIDs are UIDs of it. */
  const readIn = <Result>(mailbox: string, work: MailboxWork<Result>, options: UidOptions) =>
    read(
      async (connection) => work(connection, await openFor(connection, mailbox, options)),
      options,
    )

  return {
    read,
    readIn,
    streamIn: (mailbox: string, options: UidOptions): StreamTurns => ({
      confirmed: (work) => readIn(mailbox, work, options),
      selected: (work) =>
        read(async (connection) => {
          return work(connection, await connection.select(canonicalPath(mailbox)))
        }, options),
    }),
    actIn: <Result>(mailbox: string, act: MailboxWork<Result>, options: UidOptions) =>
      working.run({ prepare: (connection) => openFor(connection, mailbox, options), act }, options),
  }
}

/**
 * The mailbox, confirmed, when it still is the one the caller's UIDs were told of. What is done next is
 * done in this selection: if the mailbox is replaced from here on, the server refuses.
 */
async function openFor(
  connection: MailConnection,
  mailbox: string,
  { uidValidity }: UidOptions,
): Promise<Folder> {
  const folder = await connection.open(canonicalPath(mailbox))
  if (uidValidity !== undefined && uidValidity !== folder.uidValidity) {
    throw new MailFault('mailbox_replaced', 'The mailbox was replaced meanwhile')
  }
  return folder
}

/** The names of the mailboxes, kept for a short time. */
function createListing(
  now: () => number,
  read: ReturnType<typeof createMailboxWork>['read'],
): {
  listed(connection: MailConnection): Promise<MailboxListing>
  readonly mailboxes: Account['mailboxes']
  /** Names have changed: the next one to ask gets them anew. */
  readonly forget: () => void
} {
  let kept: { readonly listing: MailboxListing; readonly readAt: number } | undefined
  const fresh = () =>
    kept !== undefined && now() - kept.readAt <= LISTING_FRESH_MS ? kept.listing : undefined
  const list = async (connection: MailConnection): Promise<MailboxListing> => {
    const listing = await listMailboxes(connection)
    kept = { listing, readAt: now() }
    return listing
  }
  const listed = async (connection: MailConnection) => fresh() ?? (await list(connection))
  return {
    listed,
    forget: () => {
      kept = undefined
    },
    mailboxes: async ({ isConfirmed, ...options }) => {
      if (isConfirmed === true) return (await read(list, options)).mailboxes
      return (fresh() ?? (await read(listed, options))).mailboxes
    },
  }
}

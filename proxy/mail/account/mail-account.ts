import type { Account, MailOptions } from '../model/account.ts'
import type { Message } from '../model/message.ts'
import type { MailConnection } from '../connection/connection.ts'
import type { FolderMemory } from '../cache/folders.ts'
import { synchronizeFolder } from '../connection/folder-sync.ts'
import { matchingUids, uidsBetween } from '../folder/matching-uids.ts'
import { countMessages, listMailboxes, type MailboxListing } from '../mailbox/list.ts'
import { readRows } from '../folder/list-page.ts'
import type { MailboxState } from '../model/mailbox.ts'
import { measureBranch } from '../mailbox/branch.ts'
import * as mailboxActions from '../mailbox/mailbox-actions.ts'
import * as actions from '../message/message-actions.ts'
import { moveMessages } from '../message/move.ts'
import type { PendingMoves } from '../cache/pending-moves.ts'
import { createMailboxWork, whileOpening } from './mailbox-work.ts'
import { createFinding } from '../folder/find-in-mailboxes.ts'
import { createPageReads } from '../folder/page-reads.ts'
import { streamPart, streamParts, streamSource, type StreamLimits } from '../message/part-stream.ts'
import { readQuota, readQuotas } from '../mailbox/quota.ts'
import type { BodyLimits } from '../message/read-bodies.ts'
import { createConversationReads } from '../message/read-conversation.ts'
import { readMessage } from '../message/read-message.ts'
import { readPreviews } from '../message/read-previews.ts'
import { readStoredMessages } from '../message/read-stored.ts'
import type { PreviewCache } from '../cache/previews.ts'
import type { RowCache } from '../cache/rows.ts'
import { whileWanted } from '../connection/search-connection.ts'
import { isSlowSearch } from '../folder/search-criteria.ts'
import type { RunApart } from '../connection/second-connection.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'
import { createAbortableFlight } from '../../../plugin/concurrency/abortable-flight.ts'
import { missingRanges } from '../model/uid-range.ts'
import type { Watcher } from '../watch/watcher.ts'
import type { WorkingConnection } from '../connection/working.ts'

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
  /** `readCounts` is what it polls with: it requests the counts. */
  readonly createWatcher: (readCounts: ReadCounts) => Watcher
  readonly folders: FolderMemory
  readonly rowCache: RowCache
  readonly previewCache: PreviewCache
  readonly pendingMoves: PendingMoves
  readonly takeNotices: Account['takeNotices']
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
  const { limits, pendingMoves } = parts
  const { read } = parts.working
  const { readIn, fetchIn, runIn, streamIn } = createMailboxWork(parts.working)
  const listing = createListing(parts.now, read)
  const ends = { closing: parts.closing, stopped: stoppedWaiting }
  const counts = createAbortableFlight<readonly MailboxState[]>(ends)
  const messages = createAbortableFlight<Message>(ends)

  const countsOf = (options: MailOptions) =>
    counts.join('', options.signal, (start, signal) =>
      read(
        async (connection) => {
          start()
          return countMessages(connection, await listing.listed(connection), { mayOpenInbox: true })
        },
        { ...options, signal },
      ),
    )
  const watcher = parts.createWatcher((signal) => countsOf({ signal }))

  // A dead connection is noticed before the action, which is done once and for all.
  const changeMailboxes = <Result>(
    { run, ...check }: mailboxActions.MailboxAction<Result>,
    options: MailOptions,
  ): Promise<Result> =>
    parts.working.run(
      {
        ...check,
        prepare: (connection) => connection.execute(['NOOP']),
        run: (connection) => run(connection).finally(listing.forget),
      },
      options,
    )

  const account: Account = {
    user: parts.user,
    mailboxes: (options) => listing.mailboxes(options),
    counts: countsOf,
    takeNotices: parts.takeNotices,
    watch: (options) => watcher.watch(options),
    page: createPageReads(parts),
    // A page requests a message and for its frame at once.
    message: (mailbox, uid, options) => {
      const { charset } = options
      const key = `${options.uidValidity ?? ''} ${uid} ${charset ?? ''} ${mailbox}`
      const join = options.isContentOnly === true ? 'joinBegun' : 'join'
      return messages[join](key, options.signal, (start, signal) =>
        fetchIn(
          mailbox,
          (connection, folder) => {
            start()
            return readMessage(connection, folder, uid, { ...limits, charset })
          },
          { ...options, signal },
        ),
      )
    },
    part: (mailbox, uid, partId, options) =>
      streamPart(streamIn(mailbox, options), uid, partId, limits),
    parts: (mailbox, uid, partIds, options) =>
      streamParts(streamIn(mailbox, options), uid, partIds, limits),
    source: (mailbox, uid, options) => streamSource(streamIn(mailbox, options), uid, limits),
    setFlags: (mailbox, uids, change, options) =>
      runIn(mailbox, (...location) => actions.storeFlags(...location, uids, change), options),
    move: (mailbox, uids, target, options) =>
      runIn(
        mailbox,
        (...location) =>
          moveMessages(...location, uids, { owner: parts.owner, target, pendingMoves }),
        options,
      ),
    copy: (mailbox, uids, target, options) =>
      runIn(mailbox, (...location) => actions.copyMessages(...location, uids, target), options),
    remove: (mailbox, uids, options) =>
      runIn(mailbox, (...location) => actions.removeMessages(...location, uids), options),
    empty: (mailbox, options) => runIn(mailbox, actions.emptyMailbox, options),
    deleteBelow: async (mailbox, needed, options) => {
      await changeMailboxes(mailboxActions.deleteBelow(mailbox, needed), options)
    },
    branchSize: (mailbox, options) =>
      read((connection) => measureBranch(connection, mailbox), options),
    matchingUids: (mailbox, request, options) => {
      const find = (connection: MailConnection) =>
        whileOpening(connection, mailbox, {
          work: (...location) => matchingUids(...location, request),
          options: { ...options, uidValidity: undefined },
        })
      const { search } = request
      if (search === undefined || !isSlowSearch(search)) return read(find, options)
      return parts.runApart === undefined
        ? read(
            (connection) => whileWanted(connection, options.signal, () => find(connection)),
            options,
          )
        : parts.runApart(find, options.signal)
    },
    find: createFinding(parts),
    conversation: createConversationReads({ ...parts, readIn }),
    uidsBetween: (mailbox, request, options) =>
      readIn(mailbox, (...location) => uidsBetween(...location, request), options),
    missingUids: (mailbox, uids, options) =>
      readIn(
        mailbox,
        async (connection, folder) => {
          await synchronizeFolder(connection, folder)
          return missingRanges(uids, folder.uids)
        },
        options,
      ),
    overview: (options) =>
      read(async (connection) => {
        const [names, quota] = await Promise.all([listing.list(connection), readQuota(connection)])
        const counted = await countMessages(connection, names, { mayOpenInbox: true })
        return { mailboxes: names.mailboxes, counts: counted, quota }
      }, options),
    quotas: (mailbox, options) => read((connection) => readQuotas(connection, mailbox), options),
    rows: (mailbox, uids, options) =>
      fetchIn(mailbox, (...location) => readRows(...location, parts.rowCache, uids), options),
    previews: (mailbox, uids, options) =>
      fetchIn(
        mailbox,
        (...location) => readPreviews(...location, parts.previewCache, uids),
        options,
      ),
    storedMessages: (mailbox, request, options) =>
      readIn(mailbox, (...location) => readStoredMessages(...location, request), options),
    createMailbox: (location, options) =>
      changeMailboxes(mailboxActions.createMailbox(location), options),
    renameMailbox: (path, location, options) =>
      changeMailboxes(mailboxActions.renameMailbox(path, location), options),
    deleteMailbox: (path, options) => changeMailboxes(mailboxActions.deleteMailbox(path), options),
    setSubscribed: (path, isSubscribed, options) =>
      changeMailboxes(mailboxActions.setSubscribed(path, isSubscribed), options),
    append: (mailbox, source, flags, options) =>
      parts.working.run(
        {
          // A dead connection is noticed here, before the message is sent once and for all.
          prepare: (connection) => connection.execute(['NOOP']),
          run: (connection) => actions.appendMessage(connection, mailbox, source, flags),
        },
        options,
      ),
  }
  return { account, watcher }
}

/** The names of the mailboxes, kept for a short time. */
function createListing(
  now: () => number,
  read: WorkingConnection['read'],
): {
  listed(connection: MailConnection): Promise<MailboxListing>
  /** Queries the server, however fresh the kept names are. */
  list(connection: MailConnection): Promise<MailboxListing>
  readonly mailboxes: Account['mailboxes']
  /** Names have changed: the next one to ask gets them again. */
  readonly forget: () => void
} {
  let stored: { readonly listing: MailboxListing; readonly readAt: number } | undefined
  const fresh = () =>
    stored !== undefined && now() - stored.readAt <= LISTING_FRESH_MS ? stored.listing : undefined
  const list = async (connection: MailConnection): Promise<MailboxListing> => {
    const listing = await listMailboxes(connection)
    stored = { listing, readAt: now() }
    return listing
  }
  const listed = async (connection: MailConnection) => fresh() ?? (await list(connection))
  return {
    listed,
    list,
    forget: () => {
      stored = undefined
    },
    mailboxes: async ({ isConfirmed, ...options }) => {
      if (isConfirmed === true) return (await read(list, options)).mailboxes
      return (fresh() ?? (await read(listed, options))).mailboxes
    },
  }
}

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
import * as mailboxActs from '../mailbox/acts.ts'
import * as acts from '../message/acts.ts'
import { moveMessages } from '../message/move.ts'
import type { BegunMoves } from '../cache/begun-moves.ts'
import { createMailboxWork, whileOpening } from './mailbox-work.ts'
import { createPageReads } from '../folder/page-reads.ts'
import { streamPart, streamParts, streamSource, type StreamLimits } from '../message/part-stream.ts'
import { readQuota, readQuotas } from '../mailbox/quota.ts'
import type { BodyLimits } from '../message/read-bodies.ts'
import { readMessage } from '../message/read-message.ts'
import { readPreviews } from '../message/read-previews.ts'
import type { PreviewCache } from '../cache/previews.ts'
import type { RowCache } from '../cache/rows.ts'
import { isSlowSearch, whileWanted } from '../connection/search-connection.ts'
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
  /** `readCounts` is what it polls with: it asks for the counts. */
  readonly createWatcher: (readCounts: ReadCounts) => Watcher
  readonly folders: FolderMemory
  readonly rowCache: RowCache
  readonly previewCache: PreviewCache
  readonly begunMoves: BegunMoves
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
  const { limits, begunMoves } = parts
  const { read } = parts.working
  const { readIn, fetchIn, actIn, streamIn } = createMailboxWork(parts.working)
  const listing = createListing(parts.now, read)
  const ends = { closing: parts.closing, stopped: stoppedWaiting }
  const counts = createAbortableFlight<readonly MailboxState[]>(ends)
  const messages = createAbortableFlight<Message>(ends)

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
    takeNotices: parts.takeNotices,
    watch: (options) => watcher.watch(options),
    page: createPageReads(parts),
    // A page asks for a message and for its frame at once.
    message: (mailbox, uid, options) => {
      const { charset } = options
      const key = `${options.uidValidity ?? ''} ${uid} ${charset ?? ''} ${mailbox}`
      const join = options.isContentOnly === true ? 'joinBegun' : 'join'
      return messages[join](key, options.signal, (begin, signal) =>
        fetchIn(
          mailbox,
          (connection, folder) => {
            begin()
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
      actIn(mailbox, (...place) => acts.storeFlags(...place, uids, change), options),
    move: (mailbox, uids, target, options) =>
      actIn(
        mailbox,
        (...place) => moveMessages(...place, uids, { owner: parts.owner, target, begunMoves }),
        options,
      ),
    copy: (mailbox, uids, target, options) =>
      actIn(mailbox, (...place) => acts.copyMessages(...place, uids, target), options),
    remove: (mailbox, uids, options) =>
      actIn(mailbox, (...place) => acts.removeMessages(...place, uids), options),
    empty: (mailbox, options) => actIn(mailbox, acts.emptyMailbox, options),
    deleteBelow: async (mailbox, needed, options) => {
      await actOnMailboxes(mailboxActs.deleteBelow(mailbox, needed), options)
    },
    branchSize: (mailbox, options) =>
      read((connection) => measureBranch(connection, mailbox), options),
    matchingUids: (mailbox, request, options) => {
      const find = (connection: MailConnection) =>
        whileOpening(connection, mailbox, {
          work: (...place) => matchingUids(...place, request),
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
    overview: (options) =>
      read(async (connection) => {
        const [names, quota] = await Promise.all([listing.list(connection), readQuota(connection)])
        const counted = await countMessages(connection, names, { mayOpenInbox: true })
        return { mailboxes: names.mailboxes, counts: counted, quota }
      }, options),
    quotas: (mailbox, options) => read((connection) => readQuotas(connection, mailbox), options),
    rows: (mailbox, uids, options) =>
      fetchIn(mailbox, (...place) => readRows(...place, parts.rowCache, uids), options),
    previews: (mailbox, uids, options) =>
      fetchIn(mailbox, (...place) => readPreviews(...place, parts.previewCache, uids), options),
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
          act: (connection) => acts.appendMessage(connection, mailbox, source, flags),
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
  /** Asks the server, however fresh the kept names are. */
  list(connection: MailConnection): Promise<MailboxListing>
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
    list,
    forget: () => {
      kept = undefined
    },
    mailboxes: async ({ isConfirmed, ...options }) => {
      if (isConfirmed === true) return (await read(list, options)).mailboxes
      return (fresh() ?? (await read(listed, options))).mailboxes
    },
  }
}

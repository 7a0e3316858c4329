import type { Account, MailOptions } from '../model/account.ts'
import type { MessagePage, PageRequest } from '../model/message-list.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import type { FolderMemory } from '../cache/folders.ts'
import { adoptOrders, hasOrder, orderOf } from './order.ts'
import { openSynchronized, synchronizeFolder } from '../connection/folder-sync.ts'
import type { Folder } from '../cache/folder.ts'
import { listPage } from './list-page.ts'
import type { RowCache } from '../cache/rows.ts'
import { whileWanted } from '../connection/search-connection.ts'
import { isSlowSearch } from './search-criteria.ts'
import type { RunApart } from '../connection/second-connection.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'
import { createAbortableFlight } from '../../../plugin/concurrency/abortable-flight.ts'
import type { WorkingConnection } from '../connection/working.ts'
import { adoptThreads, hasThreads, threadOrderOf } from './thread-order.ts'

interface PageReadsParts {
  readonly owner: string
  readonly folders: FolderMemory
  readonly rowCache: RowCache
  readonly working: Pick<WorkingConnection, 'isFree' | 'read'>
  /** undefined when the account has one connection only. */
  readonly runApart: RunApart | undefined
  readonly closing: AbortSignal
}

/**
 * Pages of lists. A search that may take long is made on a connection of its own and ends with its
 * request; the working connection gets what was found, and only looks at what has arrived since.
 */
export function createPageReads(parts: PageReadsParts): Account['page'] {
  const { owner, folders, rowCache, working, runApart, closing } = parts
  const { read } = working
  const shared = createAbortableFlight<MessagePage>({ closing, stopped: stoppedWaiting })

  const pageOf = async (
    connection: MailConnection,
    folder: Folder,
    request: PageRequest,
  ): Promise<MessagePage> => {
    const key = JSON.stringify(request)
    const unchanged = lastPageOf(folder, key)
    if (unchanged !== undefined) return unchanged
    const page = await listPage(connection, folder, rowCache, request)
    noteLastPage(folder, key, page)
    folders.weigh(owner, folder)
    return page
  }
  const confirmedPage = (
    request: PageRequest,
    options: MailOptions,
    start?: () => void,
  ): Promise<MessagePage> =>
    read(async (connection) => {
      start?.()
      const folder = await openSynchronized(connection, request.mailbox)
      return pageOf(connection, folder, request)
    }, options)
  const sharedPage = (request: PageRequest, options: MailOptions): Promise<MessagePage> => {
    // It starts at once, and a read that has started serves no later request.
    if (working.isFree) return confirmedPage(request, options)
    return shared.join(JSON.stringify(request), options.signal, (start, signal) =>
      confirmedPage(request, { ...options, signal }, start),
    )
  }

  /** undefined when the search would have to be made first. */
  const knownPage = (request: PageRequest, options: MailOptions) =>
    read(async (connection) => {
      const folder = await connection.open(request.mailbox)
      const isKnown = (request.isThreaded === true ? hasThreads : hasOrder)(
        connection,
        folder,
        request,
      )
      return isKnown ? pageOf(connection, folder, request) : undefined
    }, options)
  /** undefined when the server allows no other connection. */
  const findApart = async (request: PageRequest, options: MailOptions) =>
    runApart?.(async (connection) => {
      const folder = await connection.open(request.mailbox)
      await synchronizeFolder(connection, folder)
      await (request.isThreaded === true ? threadOrderOf : orderOf)(connection, folder, request)
      return folder
    }, options.signal).catch((error: unknown) => {
      if (error instanceof MailFault && error.code === 'limit_reached') return undefined
      throw error
    })
  /** Other requests of the account wait meanwhile; a request that ends takes the connection with it. */
  const searchHere = (request: PageRequest, options: MailOptions) =>
    read(
      (connection) =>
        whileWanted(connection, options.signal, async () => {
          const folder = await connection.open(request.mailbox)
          return pageOf(connection, folder, request)
        }),
      options,
    )
  const searchedPage = async (request: PageRequest, options: MailOptions): Promise<MessagePage> => {
    const cached = await knownPage(request, options)
    if (cached !== undefined) return cached
    const found = await findApart(request, options)
    if (found === undefined) return searchHere(request, options)
    return read(async (connection) => {
      const folder = await connection.open(request.mailbox)
      await synchronizeFolder(connection, folder)
      if (found.uidValidity === folder.uidValidity) {
        adoptOrders(found, folder)
        adoptThreads(found, folder)
      }
      return pageOf(connection, folder, request)
    }, options)
  }

  return (request, options) =>
    request.search !== undefined && isSlowSearch(request.search)
      ? searchedPage(request, options)
      : sharedPage(request, options)
}

/**
 * The page that was last made for the same request, when nothing of the folder has changed since: the
 * folder's state is made again with every change. For a folder that has just been confirmed.
 */
function lastPageOf({ lastPages, state }: Folder, key: string): MessagePage | undefined {
  const page = lastPages.get(key)?.deref()
  return state !== undefined && page?.state === state ? page : undefined
}

/** The list on show, the one a refresh looks at, and two for who goes from page to page. */
const MAX_LAST_PAGES = 4

/** Remembers a page without keeping it alive: rows that many folders hold on to would know no limit. */
function noteLastPage({ lastPages }: Folder, key: string, page: MessagePage): void {
  lastPages.delete(key)
  lastPages.set(key, new WeakRef(page))
  for (const oldest of lastPages.keys()) {
    if (lastPages.size <= MAX_LAST_PAGES) return
    lastPages.delete(oldest)
  }
}

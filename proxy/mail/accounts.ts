import { setMaxListeners } from 'node:events'
import type { Account, Accounts, Credential } from './account.ts'
import { whileAnswering } from './answer-limit.ts'
import { createConnectionBudget } from './connection-budget.ts'
import type { Listener, MailConnection } from './connection.ts'
import { createConnector, type ConnectRequest } from './connector.ts'
import { MailFault } from './errors.ts'
import { createFolderMemory } from './folder-memory.ts'
import type { ImapServer } from './imap-door.ts'
import { createMailAccount } from './mail-account.ts'
import { createRowCache } from './row-cache.ts'
import { runOnce, type RunApart } from './search-apart.ts'
import { createSpareTurns } from './spare-turns.ts'
import { createWaitingRoom } from './waiting-room.ts'
import { createWatcher, type Watcher, type WatchLimits } from './watch/watcher.ts'
import {
  createWorkingConnection,
  type HeldConnection,
  type WorkingConnection,
} from './working-connection.ts'

/** How the mail server is reached, and every limit of the mail engine. */
export interface AccountsOptions {
  readonly host: string
  readonly port: number
  readonly tls: ImapServer['tls']
  readonly rejectUnauthorized?: boolean
  /** Connections of one mailbox owner: one works, the others prove sign-ins or watch. */
  readonly maxConnectionsPerAccount: number
  readonly maxConnections: number
  readonly maxWaiting: number
  readonly idleCloseMs: number
  /** How long a request waits while the server allows the owner no more connections. */
  readonly limitWaitMs?: number
  readonly watch?: Partial<WatchLimits>
  /** Somebody who waits is told after so long without a sign of life from the server. */
  readonly answerMs?: number
  readonly connectTimeoutMs: number
  readonly commandTimeoutMs: number
  /** Limit of one search: a mailbox of many messages without an index takes minutes. */
  readonly searchMs?: number
  /** Rows kept in memory, about 1 KB each. */
  readonly summaryCacheEntries: number
  /** UIDs and orders kept in memory: 4 bytes a message and order. */
  readonly indexCacheBytes?: number
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
  readonly now: () => number
  readonly random?: () => number
  readonly log: { warn(fields: object, message: string): void }
  /** A connection ended while commands were under way (the Form B line of spec 7). */
  readonly reportClosed: () => void
}

const DEFAULT_INDEX_CACHE_BYTES = 64 * 1024 * 1024
/** One answer of the server; ours never ask for more than a body of a message. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024

const DEFAULT_ANSWER_MS = 9_000
const DEFAULT_LIMIT_WAIT_MS = 5_000
const DEFAULT_SEARCH_MS = 600_000
const DEFAULT_WATCH: WatchLimits = {
  coalesceMs: 50,
  lingerMs: 60_000,
  pollMs: 10_000,
  confirmMs: 60_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
}

interface LiveAccount {
  /** For the next connection. Only what a session has proven comes here. */
  credential: Credential
  readonly account: Account
  readonly working: WorkingConnection
  readonly watcher: Watcher
}

/** All live accounts of this process. Opens nothing until somebody signs in. */
export function createAccounts(options: AccountsOptions): Accounts {
  const room = createWaitingRoom(options)
  const budget = createConnectionBudget({ maxConnections: options.maxConnections, room })
  const folders = createFolderMemory({
    maxBytes: options.indexCacheBytes ?? DEFAULT_INDEX_CACHE_BYTES,
  })
  const rowCache = createRowCache({ maxRows: options.summaryCacheEntries })
  const answerMs = options.answerMs ?? DEFAULT_ANSWER_MS
  const closing = new AbortController()
  // As many listeners as requests that wait, which the waiting room bounds.
  setMaxListeners(0, closing.signal)
  const lives = new Map<string, LiveAccount>()
  /** Owners whose spare connection a search has. */
  const searching = new Set<string>()
  const spare = createSpareTurns({ max: Math.max(1, options.maxConnectionsPerAccount - 1), room })
  const connector = createConnector({
    server: imapServer(options),
    budget,
    folders,
    limitWaitMs: options.limitWaitMs ?? DEFAULT_LIMIT_WAIT_MS,
    searchMs: options.searchMs ?? DEFAULT_SEARCH_MS,
    now: options.now,
    log: options.log,
    reportClosed: options.reportClosed,
  })
  const openWatch = async (
    request: ConnectRequest,
    hear: Listener,
    onClosed: () => void,
  ): Promise<HeldConnection | undefined> => {
    const endTurn = options.maxConnectionsPerAccount > 1 ? spare.takeFree(request.owner) : undefined
    if (endTurn === undefined) return undefined
    try {
      const held = await connector.openSpare(request, hear, () => {
        endTurn()
        onClosed()
      })
      if (held === undefined) endTurn()
      return held
    } catch (error) {
      endTurn()
      throw error
    }
  }

  /** Works on a connection of its own beside the working one, which goes on answering; undefined: there is no room for one. */
  const apartFor =
    (request: () => ConnectRequest, watcher: () => Watcher): RunApart =>
    async (work, signal) => {
      const asked = { ...request(), signal }
      const giveWay = () => {
        watcher().giveWay()
      }
      const endTurn = await spare.take(asked.owner, signal, giveWay)
      searching.add(asked.owner)
      try {
        return await runOnce(() => connector.openApart(asked), work, signal)
      } finally {
        searching.delete(asked.owner)
        endTurn()
        watcher().retry()
      }
    }

  const live = (credential: Credential, clientIp: string): LiveAccount => {
    const owner = keyOf(credential)
    const known = lives.get(owner)
    if (known !== undefined) {
      // The password may have changed since: the caller's is as good as any for a new connection.
      if (!known.working.isAlive) known.credential = credential
      return known
    }
    const request = () => ({
      owner,
      credential: entry.credential,
      clientIp,
      signal: closing.signal,
    })
    const forgetWhenUnused = () => {
      const isUsed = entry.working.isAlive || entry.watcher.isWatching
      if (!isUsed && lives.get(owner) === entry) lives.delete(owner)
    }
    const working = createWorkingConnection({
      room,
      idleCloseMs: options.idleCloseMs,
      answerMs,
      now: options.now,
      open: () => connector.open(request()),
      onIdle: forgetWhenUnused,
    })
    const { account, watcher } = createMailAccount({
      user: credential.user,
      owner,
      working,
      runApart:
        options.maxConnectionsPerAccount > 1 ? apartFor(request, () => entry.watcher) : undefined,
      createWatcher: (readCounts) =>
        createWatcher({
          limits: { ...DEFAULT_WATCH, ...options.watch },
          open: (hear, onClosed) => openWatch(request(), hear, onClosed),
          readCounts,
          now: options.now,
          random: options.random ?? Math.random,
          log: options.log,
          onStopped: forgetWhenUnused,
        }),
      folders,
      rowCache,
      limits: { ...options, chunkBytes: CHUNK_BYTES },
      closing: closing.signal,
      now: options.now,
    })
    const entry: LiveAccount = { credential, working, watcher, account }
    lives.set(owner, entry)
    return entry
  }

  /** The proof is a connection like any other; when there is one already, it has done its duty. */
  const proveApart = async (request: ConnectRequest): Promise<MailConnection> => {
    const { owner, credential, clientIp, signal } = request
    const giveWay = () => lives.get(owner)?.watcher.giveWay()
    const endTurn = await spare.take(owner, signal, giveWay)
    try {
      const held = await connector.open(request)
      if (!live(credential, clientIp).working.adopt(held)) held.connection.end()
      return held.connection
    } finally {
      endTurn()
    }
  }
  const prove = (request: ConnectRequest): Promise<MailConnection> => {
    // A search may keep the spare connection for minutes: who signs in meanwhile does not wait for it.
    const isSpareFree = options.maxConnectionsPerAccount > 1 && !searching.has(request.owner)
    if (isSpareFree) return proveApart(request)
    const { working } = live(request.credential, request.clientIp)
    return working.replace(() => connector.open(request), request.signal)
  }

  return {
    signIn: async (credential, clientIp, { signal }) => {
      const owner = keyOf(credential)
      const { facts } = await whileAnswering({ signal, limitMs: answerMs }, (answering) =>
        prove({ owner, credential, clientIp, signal: answering }),
      )
      const entry = live(credential, clientIp)
      entry.credential = credential
      entry.watcher.retry()
      return facts
    },
    account: (credential, clientIp) => live(credential, clientIp).account,
    state: () => ({
      accounts: lives.size,
      connections: budget.taken,
      maxConnections: options.maxConnections,
      idleConnections: budget.idle,
      waiting: room.waiting,
      maxWaiting: options.maxWaiting,
    }),
    close: async () => {
      closing.abort(new MailFault('unavailable', 'Shutting down'))
      for (const { working, watcher } of lives.values()) {
        watcher.close()
        working.close()
      }
      lives.clear()
    },
  }
}

function imapServer(options: AccountsOptions): ImapServer {
  const { host, port, tls, connectTimeoutMs, commandTimeoutMs } = options
  return {
    host,
    port,
    tls,
    tlsOptions: { rejectUnauthorized: options.rejectUnauthorized ?? true },
    connectTimeoutMs,
    commandTimeoutMs,
    now: options.now,
    maxResponseBytes: MAX_RESPONSE_BYTES,
  }
}

/** One mailbox owner: who signs in, and for whom. */
function keyOf({ user, authorizationId }: Credential): string {
  return JSON.stringify([user, authorizationId ?? null])
}

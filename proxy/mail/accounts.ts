import { setMaxListeners } from 'node:events'
import type { Account, Accounts, Credential } from './account.ts'
import { createConnectionBudget } from './connection-budget.ts'
import { createMailConnection } from './connection.ts'
import { MailFault } from './errors.ts'
import { createFolderMemory } from './folder-memory.ts'
import { openConversation, type ImapServer } from './imap-door.ts'
import { createMailAccount } from './mail-account.ts'
import { createRowCache } from './row-cache.ts'
import { createTurns, type Turns } from './turns.ts'
import { createWaitingRoom, type WaitingRoom } from './waiting-room.ts'
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
  /** Connections of one mailbox owner: one works, the others prove sign-ins or will watch. */
  readonly maxConnectionsPerAccount: number
  readonly maxConnections: number
  readonly maxWaiting: number
  readonly idleCloseMs: number
  readonly connectTimeoutMs: number
  readonly commandTimeoutMs: number
  /** Rows kept in memory, about 1 KB each. */
  readonly summaryCacheEntries: number
  /** UIDs and orders kept in memory: 4 bytes a message and order. */
  readonly indexCacheBytes?: number
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
  /** A connection ended while commands were under way (the Form B line of spec 7). */
  readonly reportClosed: () => void
}

const DEFAULT_INDEX_CACHE_BYTES = 64 * 1024 * 1024
/** One answer of the server; ours never ask for more than a body of a message. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024
const CHUNK_BYTES = 256 * 1024
const STREAM_IDLE_MS = 60_000

interface LiveAccount {
  /** For the next connection. Only what a session has proven comes here. */
  credential: Credential
  readonly account: Account
  readonly working: WorkingConnection
}

/** All live accounts of this process. Opens nothing until somebody signs in. */
export function createAccounts(options: AccountsOptions): Accounts {
  const room = createWaitingRoom(options)
  const budget = createConnectionBudget({ maxConnections: options.maxConnections, room })
  const folders = createFolderMemory({
    maxBytes: options.indexCacheBytes ?? DEFAULT_INDEX_CACHE_BYTES,
  })
  const rowCache = createRowCache({ maxRows: options.summaryCacheEntries })
  const closing = new AbortController()
  // As many listeners as requests that wait, which the waiting room bounds.
  setMaxListeners(0, closing.signal)
  const lives = new Map<string, LiveAccount>()
  const proofs = createProofTurns(Math.max(1, options.maxConnectionsPerAccount - 1), room)
  const server = imapServer(options)

  const connect = async (
    credential: Credential,
    clientIp: string,
    signal: AbortSignal,
  ): Promise<HeldConnection> => {
    const slot = await budget.take(signal)
    const onClosed = (fault: MailFault, lostCommands: number) => {
      slot.release()
      if (lostCommands === 0) return
      options.log.warn({ code: fault.code, serverText: fault.serverText }, 'IMAP connection lost')
      options.reportClosed()
    }
    try {
      const opened = await openConversation(server, { credential, clientIp, signal, onClosed })
      return {
        slot,
        connection: createMailConnection({ owner: keyOf(credential), folders, ...opened }),
      }
    } catch (error) {
      slot.release()
      throw error
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
    const working = createWorkingConnection({
      room,
      idleCloseMs: options.idleCloseMs,
      open: () => connect(entry.credential, clientIp, closing.signal),
      onIdle: () => {
        if (lives.get(owner) === entry) lives.delete(owner)
      },
    })
    const account = createMailAccount({
      user: credential.user,
      owner,
      working,
      folders,
      rowCache,
      limits: { ...options, chunkBytes: CHUNK_BYTES, idleMs: STREAM_IDLE_MS },
      closing: closing.signal,
      now: options.now,
    })
    const entry: LiveAccount = { credential, working, account }
    lives.set(owner, entry)
    return entry
  }

  return {
    signIn: async (credential, clientIp, { signal }) => {
      const endTurn = await proofs.take(keyOf(credential), signal)
      try {
        const held = await connect(credential, clientIp, signal)
        const entry = live(credential, clientIp)
        entry.credential = credential
        // The proof is a connection like any other; when there is one already, it has done its duty.
        if (!entry.working.adopt(held)) held.connection.end()
        return held.connection.facts
      } finally {
        endTurn()
      }
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
      for (const { working } of lives.values()) working.close()
      lives.clear()
    },
  }
}

/** Keeps the sign-ins of one owner within the budget of connections; remembers nobody who is not waiting. */
function createProofTurns(max: number, room: WaitingRoom) {
  const turnsOf = new Map<string, Turns>()
  return {
    take: async (owner: string, signal: AbortSignal): Promise<() => void> => {
      const turns = turnsOf.get(owner) ?? createTurns({ max, room })
      turnsOf.set(owner, turns)
      const end = await turns.take(signal)
      return () => {
        end()
        if (!turns.isBusy) turnsOf.delete(owner)
      }
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
    maxResponseBytes: MAX_RESPONSE_BYTES,
  }
}

/** One mailbox owner: who signs in, and for whom. */
function keyOf({ user, authorizationId }: Credential): string {
  return JSON.stringify([user, authorizationId ?? null])
}

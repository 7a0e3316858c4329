import { setTimeout as delay } from 'node:timers/promises'
import type { Credential } from '../model/account.ts'
import type { ConnectionBudget, ConnectionSlot } from './budget.ts'
import { createMailConnection, type Listener } from './connection.ts'
import { MailFault, type MailFaultCode } from '../model/mail-fault.ts'
import type { FolderMemory } from '../cache/folders.ts'
import {
  openConversation,
  type ImapServer,
  type OpenedConversation,
  type SignInWaits,
} from './imapflow.ts'
import { stoppedWaiting } from '../queue/waiting-limit.ts'
import type { HeldConnection } from './working.ts'

/** Whose connection, and on whose behalf. */
export interface ConnectRequest {
  readonly owner: string
  /** The account it is for: the owner with this credential. Accounts share no memory of folders. */
  readonly account: string
  readonly credential: Credential
  readonly clientIp: string
  readonly signal: AbortSignal
  /** The server gave a sign of life before the connection is open. */
  readonly onHeard?: (() => void) | undefined
  /** How long someone waits who signs in; any other connection has `connectTimeoutMs` for each. */
  readonly waits?: SignInWaits
}

/** Opens connections within the budget of this process. */
export interface Connector {
  /** For a request: waits for a slot, and while the server allows the owner no more connections. */
  open(request: ConnectRequest): Promise<HeldConnection>
  /** For a sign-in that may be a guess: does not wait for the server's limit of connections. */
  openOnce(request: ConnectRequest): Promise<HeldConnection>
  /** For one long piece of work: waits as `open` does, and shares no memory of folders with other connections. */
  openApart(request: ConnectRequest): Promise<HeldConnection>
  /** For watching: undefined when no slot is free; takes none away and waits for nothing. */
  openSpare(
    request: ConnectRequest,
    onUntagged: Listener,
    onClosed: () => void,
  ): Promise<HeldConnection | undefined>
}

interface ConnectorParts {
  readonly server: ImapServer
  readonly budget: ConnectionBudget
  readonly folders: FolderMemory
  /** How long the server's own limit of connections is waited for. */
  readonly limitWaitMs: number
  readonly searchMs: number
  readonly now: () => number
  readonly log: { warn(fields: object, message: string): void }
  readonly reportClosed: () => void
  /** The server wants that owner to read this text. */
  readonly onNotice: (owner: string, message: string) => void
}

/** Pauses between attempts while the server's limit is reached: doubled each time. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 1_000

/** UIDs and orders of one connection of its own: enough for a mailbox of two million messages. */
const APART_FOLDER_BYTES = 32 * 1024 * 1024

/** Each request that waited logs a line of its own; the connection was neither closed nor corrupt. */
const wasEndedByUs: ReadonlySet<MailFaultCode> = new Set(['timed_out', 'response_too_large'])

/** Opens nothing automatically. */
export function createConnector(parts: ConnectorParts): Connector {
  const { server, budget } = parts

  const enter = (request: ConnectRequest, slot: ConnectionSlot, onSessionEnded?: () => void) => {
    const onClosed = (fault: MailFault, lostCommands: number) => {
      slot.release()
      onSessionEnded?.()
      // A watch that ends is no one's lost answer.
      if (lostCommands === 0 || onSessionEnded !== undefined) return
      parts.log.warn({ code: fault.code, serverText: fault.serverText }, 'IMAP connection lost')
      if (!wasEndedByUs.has(fault.code)) parts.reportClosed()
    }
    const onNotice = (message: string) => parts.onNotice(request.owner, message)
    return openConversation(server, { ...request, onNotice, onClosed })
  }
  const hold = (
    { account }: ConnectRequest,
    slot: ConnectionSlot,
    opened: OpenedConversation,
    changes: { readonly onUntagged?: Listener; readonly folders?: FolderMemory } = {},
  ): HeldConnection => ({
    slot,
    connection: createMailConnection({
      owner: account,
      folders: parts.folders,
      searchMs: parts.searchMs,
      ...opened,
      ...changes,
    }),
  })
  const openWith = async (
    request: ConnectRequest,
    {
      folders = parts.folders,
      waitMs = parts.limitWaitMs,
    }: { readonly folders?: FolderMemory; readonly waitMs?: number },
  ): Promise<HeldConnection> => {
    const slot = await budget.take(request.signal)
    try {
      const waitUntil = parts.now() + waitMs
      const mayWait = () => parts.now() < waitUntil
      const opened = await patiently(() => enter(request, slot), mayWait, request)
      return hold(request, slot, opened, { folders })
    } catch (error) {
      slot.release()
      throw error
    }
  }

  return {
    open: (request) => openWith(request, {}),
    openOnce: (request) => openWith(request, { waitMs: 0 }),
    openApart: (request) => {
      // Two connections that both report arrivals and removals to one folder would count them twice.
      return openWith(request, { folders: parts.folders.apart({ maxBytes: APART_FOLDER_BYTES }) })
    },
    openSpare: async (request, onUntagged, onClosed) => {
      const slot = budget.takeFree()
      if (slot === undefined) return undefined
      try {
        return hold(request, slot, await enter(request, slot, onClosed), { onUntagged })
      } catch (error) {
        slot.release()
        throw error
      }
    },
  }
}

/**
 * The server's limit (Dovecot: mail_max_userip_connections) is shared with the owner's other
 * programs, so a place may become free at any time.
 */
async function patiently<Result>(
  open: () => Promise<Result>,
  mayWait: () => boolean,
  { signal }: { readonly signal: AbortSignal },
): Promise<Result> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, MAX_PAUSE_MS)) {
    try {
      return await open()
    } catch (error) {
      if (!(error instanceof MailFault) || error.code !== 'limit_reached' || !mayWait()) throw error
    }
    await delay(pauseMs, undefined, { signal }).catch(() => {
      throw stoppedWaiting(signal)
    })
  }
}

import type { Account } from '../model/account.ts'
import type { AccountsOptions } from './options.ts'
import type { Listener } from '../connection/connection.ts'
import type { ConnectRequest, Connector } from '../connection/connector.ts'
import { createCredentialCheck, type CredentialCheck } from './credential-check.ts'
import { isPasswordRefused } from '../model/mail-fault.ts'
import type { FolderMemory } from '../cache/folders.ts'
import { createMailAccount } from './mail-account.ts'
import type { PendingMoves } from '../cache/pending-moves.ts'
import type { PreviewCache } from '../cache/previews.ts'
import type { ServerNotices } from './server-notices.ts'
import type { RowCache } from '../cache/rows.ts'
import { runOnce } from '../connection/search-connection.ts'
import type { RunApart } from '../connection/second-connection.ts'
import type { Semaphore } from '../../../plugin/concurrency/semaphore.ts'
import type { WaitingLimit } from '../../../plugin/concurrency/waiting-limit.ts'
import { createWatcher, type Watcher, type WatchLimits } from '../watch/watcher.ts'
import {
  createWorkingConnection,
  type HeldConnection,
  type WorkingConnection,
} from '../connection/working.ts'

/** A mailbox owner with one credential, and the connections that were opened with it. */
export interface LiveAccount {
  readonly owner: string
  readonly account: Account
  readonly working: WorkingConnection
  readonly watcher: Watcher
  readonly check: CredentialCheck
}

interface LiveAccountParts {
  readonly options: AccountsOptions
  readonly connector: Connector
  /** The connections an owner may have besides the working one: for proofs of sign-ins, and to watch. */
  readonly spare: Semaphore
  /** Owners whose spare connection a search has. */
  readonly searching: Set<string>
  readonly waitingLimit: WaitingLimit
  readonly folders: FolderMemory
  readonly rowCache: RowCache
  readonly previewCache: PreviewCache
  readonly pendingMoves: PendingMoves
  readonly notices: ServerNotices
  readonly responseMs: number
  /** Aborts when the process stops. */
  readonly closing: AbortSignal
  /** Whether one more password may be checked just now. */
  readonly mayCheck: () => boolean
  /** No longer used, or of a password that is wrong. */
  readonly onEnded: (entry: LiveAccount) => void
}

const DEFAULT_WATCH: WatchLimits = {
  coalesceMs: 50,
  lingerMs: 60_000,
  pollMs: 10_000,
  confirmMs: 60_000,
  retryMs: 1_000,
  maxRetryMs: 60_000,
}

const DEFAULT_REST_MS = 30_000
const DEFAULT_CONFIRM_MS = 2_000
/** Many times what a healthy server takes, and less than users wait before they doubt. */
const DEFAULT_SILENCE_MS = 2_000
const CHUNK_BYTES = 256 * 1024
/** A request waits so long for the word on a password that was not confirmed for too long. */
const CHECK_WAIT_MS = 2_000

/** Opens nothing until it is used. */
export function createLiveAccount(
  { owner, account: key, credential, clientIp }: Omit<ConnectRequest, 'signal'>,
  parts: LiveAccountParts,
): LiveAccount {
  const { options, connector, closing } = parts
  const { maxConnectionsPerAccount, now } = options
  const request = { owner, account: key, credential, clientIp, signal: closing }
  const end = () => {
    watcher.close()
    working.close()
    parts.onEnded(entry)
  }
  const endWhenUnused = () => {
    if (!working.isAlive && !watcher.isWatching) parts.onEnded(entry)
  }
  const check = createCheck(request, parts, end)
  const proving = async <Opened>(opening: Promise<Opened>): Promise<Opened> => {
    try {
      const opened = await opening
      check.proven()
      return opened
    } catch (error) {
      if (isPasswordRefused(error)) end()
      throw error
    }
  }
  const apart =
    maxConnectionsPerAccount > 1 ? runApart(request, parts, () => entry.watcher) : undefined
  const working = createWorkingConnection({
    waitingLimit: parts.waitingLimit,
    idleCloseMs: options.idleCloseMs,
    responseMs: parts.responseMs,
    restMs: options.restMs ?? DEFAULT_REST_MS,
    confirmMs: options.confirmMs ?? DEFAULT_CONFIRM_MS,
    silenceMs: options.silenceMs ?? DEFAULT_SILENCE_MS,
    runApart: apart,
    now,
    open: (onHeard) => proving(connector.open({ ...request, onHeard })),
    confirm: check.confirm,
    onIdle: endWhenUnused,
  })
  const { account, watcher } = createMailAccount({
    user: credential.user,
    owner: key,
    working,
    runApart: apart,
    createWatcher: (readCounts) =>
      createWatcher({
        limits: { ...DEFAULT_WATCH, ...options.watch },
        open: (hear, onClosed) => openWatch(request, parts, hear, onClosed),
        readCounts,
        now,
        random: options.random ?? Math.random,
        hasNotices: () => parts.notices.isWaiting(owner),
        log: options.log,
        onStopped: endWhenUnused,
      }),
    folders: parts.folders,
    rowCache: parts.rowCache,
    previewCache: parts.previewCache,
    pendingMoves: parts.pendingMoves,
    takeNotices: () => parts.notices.take(owner),
    limits: { ...options, chunkBytes: CHUNK_BYTES },
    closing,
    now,
  })
  const entry: LiveAccount = { owner, account, working, watcher, check }
  return entry
}

/** Asks by a sign-in of its own, which ends at once: the working connection continues meanwhile. */
function createCheck(
  request: ConnectRequest,
  { options, connector, mayCheck }: LiveAccountParts,
  onRefused: () => void,
): CredentialCheck {
  const { verifyMs = null, now } = options
  if (verifyMs === null) return { proven: () => undefined, confirm: () => Promise.resolve() }
  const query = async () => {
    if (!mayCheck()) return false
    const held = await connector.openSpare(
      request,
      () => undefined,
      () => undefined,
    )
    held?.connection.end()
    return held !== undefined
  }
  return createCredentialCheck({ everyMs: verifyMs, waitMs: CHECK_WAIT_MS, query, onRefused, now })
}

async function openWatch(
  request: ConnectRequest,
  { options, connector, spare }: LiveAccountParts,
  hear: Listener,
  onClosed: () => void,
): Promise<HeldConnection | undefined> {
  const mayWatch = options.maxConnectionsPerAccount > 1
  const release = mayWatch ? spare.takeFree(request.owner) : undefined
  if (release === undefined) return undefined
  try {
    const held = await connector.openSpare(request, hear, () => {
      release()
      onClosed()
    })
    if (held === undefined) release()
    return held
  } catch (error) {
    release()
    throw error
  }
}

/** Works on a connection of its own beside the working one, which continues answering. */
function runApart(
  request: ConnectRequest,
  { connector, spare, searching }: LiveAccountParts,
  watcher: () => Watcher,
): RunApart {
  return async (work, signal) => {
    const { owner } = request
    const giveWay = () => {
      watcher().giveWay()
    }
    const release = await spare.take(signal, owner, giveWay)
    searching.add(owner)
    try {
      return await runOnce(() => connector.openApart({ ...request, signal }), work, signal)
    } finally {
      searching.delete(owner)
      release()
      watcher().retry()
    }
  }
}

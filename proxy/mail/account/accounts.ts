import { createHmac, randomBytes } from 'node:crypto'
import { setMaxListeners } from 'node:events'
import type { Accounts, Credential, OpenedAccount, SealedCredential } from '../model/account.ts'
import type { AccountsOptions } from './options.ts'
import { createSignsOfLife, whileResponding } from '../../../plugin/concurrency/waiting.ts'
import { createConnectionBudget } from '../connection/budget.ts'
import { createConnector } from '../connection/connector.ts'
import { createRate } from './credential-check.ts'
import { MailFault } from '../model/mail-fault.ts'
import { createFolderMemory } from '../cache/folders.ts'
import type { ImapServer } from '../connection/imapflow.ts'
import { DEFAULT_RESPONSE_LIMITS } from '../imap/parser/limits.ts'
import { createLiveAccount, type LiveAccount } from './live-account.ts'
import { createProofSemaphore } from '../queue/proof-semaphore.ts'
import { createPendingMoves } from '../cache/pending-moves.ts'
import { createPreviewCache } from '../cache/previews.ts'
import { createServerNotices } from './server-notices.ts'
import { createRowCache } from '../cache/rows.ts'
import { createSignInProofs } from './sign-in-proofs.ts'
import { createSemaphore } from '../../../plugin/concurrency/semaphore.ts'
import { createMailWaitingLimit, silentServer } from '../queue/waiting-limit.ts'

const DEFAULT_INDEX_CACHE_BYTES = 64 * 1024 * 1024

const DEFAULT_RESPONSE_MS = 9_000
/** Dovecot's penalty (15 s at most) and its auth_failure_delay (2 s), with as much again. */
const DEFAULT_SIGN_IN_MS = 30_000
const DEFAULT_LIMIT_WAIT_MS = 5_000
const DEFAULT_SEARCH_MS = 600_000
const DEFAULT_PROOFS = 200
/** Messages on their way: they matter where the response to a move is lost. */
const PENDING_MOVES = 20_000
const DEFAULT_PROOFS_PER_ACCOUNT = 4
const DEFAULT_VERIFIES = 20
const KEY_BYTES = 32
/** Sessions of one account whose seals are known; the one that was opened first goes first. */
const SEALED_PER_ACCOUNT = 16

/** All live accounts of this process. Opens nothing until a user signs in. */
export function createAccounts(options: AccountsOptions): Accounts {
  const { now, maxConnections, maxConnectionsPerAccount, maxWaiting } = options
  const waitingLimit = createMailWaitingLimit(options)
  const budget = createConnectionBudget({ maxConnections, waitingLimit })
  const folders = createFolderMemory({
    maxBytes: options.indexCacheBytes ?? DEFAULT_INDEX_CACHE_BYTES,
  })
  const rowCache = createRowCache({ maxRows: options.summaryCacheEntries })
  const previewCache = createPreviewCache({ maxPreviews: options.summaryCacheEntries })
  const pendingMoves = createPendingMoves({ maxMessages: PENDING_MOVES })
  const responseMs = options.responseMs ?? DEFAULT_RESPONSE_MS
  const signInMs = options.signInMs ?? DEFAULT_SIGN_IN_MS
  const closing = new AbortController()
  // As many listeners as requests that wait, which the waiting limit bounds.
  setMaxListeners(0, closing.signal)
  const keyOf = createCredentialKeys()
  const lives = new Map<string, LiveAccount>()
  const sealed = createSealedCredentials()
  const searching = new Set<string>()
  const notices = createServerNotices({ now })
  const spare = createSemaphore({
    maxPerKey: Math.max(1, maxConnectionsPerAccount - 1),
    waitingLimit,
  })
  const connector = createConnector({
    server: imapServer(options),
    budget,
    folders,
    limitWaitMs: options.limitWaitMs ?? DEFAULT_LIMIT_WAIT_MS,
    searchMs: options.searchMs ?? DEFAULT_SEARCH_MS,
    now,
    log: options.log,
    reportClosed: options.reportClosed,
    onNotice: (owner, message) => {
      if (!notices.hear(owner, message)) return
      for (const { watcher } of livesOf(owner)) watcher.publish([{ kind: 'notices' }])
    },
  })
  const proofs = createProofSemaphore({
    max: options.maxProofs ?? DEFAULT_PROOFS,
    maxPerOwner: options.maxProofsPerAccount ?? DEFAULT_PROOFS_PER_ACCOUNT,
    maxWaiting,
  })
  const mayCheck = createRate({ perSecond: options.maxVerifiesPerSecond ?? DEFAULT_VERIFIES, now })

  const live = (credential: Credential, clientIp: string): LiveAccount => {
    const account = keyOf(credential)
    const cached = lives.get(account)
    if (cached !== undefined) return cached
    const request = { owner: ownerOf(credential), account, credential, clientIp }
    const entry = createLiveAccount(request, {
      options,
      connector,
      spare,
      searching,
      waitingLimit,
      folders,
      rowCache,
      previewCache,
      pendingMoves,
      notices,
      responseMs,
      closing: closing.signal,
      mayCheck,
      onEnded: (ended) => {
        if (lives.get(account) === ended) lives.delete(account)
        sealed.forget(ended)
      },
    })
    lives.set(account, entry)
    return entry
  }
  const livesOf = (owner: string) => [...lives.values()].filter((entry) => entry.owner === owner)

  const prove = createSignInProofs({
    connector,
    spare,
    proofs,
    hasSpare: (owner) => maxConnectionsPerAccount > 1 && !searching.has(owner),
    cached: (account) => lives.get(account),
    livesOf,
    adopt: (held, { credential, clientIp }) => live(credential, clientIp).working.adopt(held),
  })

  return {
    signIn: async (credential, clientIp, { signal }) => {
      const signs = createSignsOfLife(now)
      const limit = {
        // The caller may be gone, and the server silent for long: neither delays a process that stops.
        signal: AbortSignal.any([signal, closing.signal]),
        limitMs: signInMs,
        timedOut: silentServer,
        quietMs: signs.quietMs,
      }
      const request = {
        ...{ owner: ownerOf(credential), account: keyOf(credential), credential, clientIp },
        waits: { connectMs: responseMs, passwordMs: signInMs },
        onHeard: signs.onHeard,
      }
      const { facts } = await whileResponding(limit, (answering) =>
        prove({ ...request, signal: answering }),
      ).catch((error: unknown) => {
        throw MailFault.at('imap sign-in', error)
      })
      const entry = live(credential, clientIp)
      entry.check.proven()
      entry.watcher.retry()
      for (const other of livesOf(request.owner)) {
        // A new password may mean that the old one ended: who has it is to prove it again.
        if (other === entry) continue
        other.working.renew()
        other.watcher.giveWay()
      }
      return facts
    },
    account: (credential, clientIp, sealedAs) => {
      const entry = live(credential, clientIp)
      if (sealedAs !== undefined) sealed.note(sealedAs, entry, credential)
      return entry.account
    },
    accountOfSealed: sealed.find,
    forgetSealed: sealed.forgetAll,
    keyOf,
    confirm: async (credential) => lives.get(keyOf(credential))?.check.confirm(),
    state: () => ({
      accounts: lives.size,
      connections: budget.taken,
      maxConnections,
      idleConnections: budget.idle,
      waiting: waitingLimit.waiting,
      maxWaiting,
    }),
    close: async () => {
      closing.abort(new MailFault('unavailable', 'Shutting down'))
      for (const { working, watcher } of lives.values()) {
        watcher.close()
        working.close()
      }
      lives.clear()
      sealed.forgetAll()
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
    proxyProtocol: options.proxyProtocol ?? false,
    connectTimeoutMs,
    commandTimeoutMs,
    now: options.now,
    limits: { ...DEFAULT_RESPONSE_LIMITS, ...options.responseLimits },
  }
}

/**
 * Names credentials without telling their passwords: the same for the same credential, and another for
 * another password, so that what was opened with one is of no use to who has another. Means nothing
 * outside of this process. A digest under a key, so that a dump of them is no list of password hashes.
 */
function createCredentialKeys(): (credential: Credential) => string {
  const secret = randomBytes(KEY_BYTES)
  const cached = new WeakMap<Credential, string>()
  return (credential) => {
    const before = cached.get(credential)
    if (before !== undefined) return before
    const digest = createHmac('sha256', secret).update(credential.password).digest('base64url')
    const key = JSON.stringify([ownerOf(credential), digest])
    cached.set(credential, key)
    return key
  }
}

/** Which live account a sealed credential was opened for. */
function createSealedCredentials() {
  const opened = new Map<SealedCredential, OpenedAccount>()
  const sealedFor = new Map<LiveAccount, Set<SealedCredential>>()
  return {
    find: (sealed: SealedCredential) => opened.get(sealed),
    note: (sealed: SealedCredential, entry: LiveAccount, credential: Credential) => {
      opened.set(sealed, { account: entry.account, credential })
      const own = sealedFor.get(entry) ?? new Set()
      sealedFor.set(entry, own.add(sealed))
      const [oldest] = own
      if (own.size <= SEALED_PER_ACCOUNT || oldest === undefined) return
      own.delete(oldest)
      opened.delete(oldest)
    },
    forget: (entry: LiveAccount) => {
      for (const sealed of sealedFor.get(entry) ?? []) opened.delete(sealed)
      sealedFor.delete(entry)
    },
    forgetAll: () => {
      opened.clear()
      sealedFor.clear()
    },
  }
}

/** One mailbox owner, whatever the password: who signs in, and for whom. */
function ownerOf({ user, authorizationId }: Credential): string {
  return JSON.stringify([user, authorizationId ?? null])
}

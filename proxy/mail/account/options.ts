import type { ResponseLimits } from '../imap/parser/limits.ts'
import type { ImapServer } from '../connection/imapflow.ts'
import type { WatchLimits } from '../watch/watcher.ts'

/** How the mail server is reached, and every limit of the mail engine. */
export interface AccountsOptions {
  readonly host: string
  readonly port: number
  readonly tls: ImapServer['tls']
  readonly rejectUnauthorized?: boolean
  /** The server wants the PROXY protocol before anything else. */
  readonly proxyProtocol?: boolean
  /** Connections of one mailbox owner: one works, the others prove sign-ins or watch. */
  readonly maxConnectionsPerAccount: number
  readonly maxConnections: number
  /** Sign-ins that the server judges at a time: they may be guesses. */
  readonly maxProofs?: number
  /** Of these for one mailbox. */
  readonly maxProofsPerAccount?: number
  /** A password is verified again after half of this, and not trusted after all of it; null: never. */
  readonly verifyMs?: number | null
  /** Of these checks at most so many a second; what is over waits for the next request. */
  readonly maxVerifiesPerSecond?: number
  readonly maxWaiting: number
  readonly idleCloseMs: number
  /** How long a request waits while the server allows the owner no more connections. */
  readonly limitWaitMs?: number
  /** A connection that was silent for so long is confirmed before it is used. */
  readonly restMs?: number
  /** How long that may take; then another connection takes over. */
  readonly confirmMs?: number
  /** A read without a response for so long is repeated on a second connection. */
  readonly silenceMs?: number
  readonly watch?: Partial<WatchLimits>
  /** A user who waits gets an error after so long without a sign of life from the server. */
  readonly responseMs?: number
  /** The same of a user who signs in, once the server has the password. */
  readonly signInMs?: number
  readonly connectTimeoutMs: number
  readonly commandTimeoutMs: number
  /** Limit of one search: a mailbox of many messages without an index takes minutes. */
  readonly searchMs?: number
  /** Of one response of the server. */
  readonly responseLimits?: Partial<ResponseLimits>
  /** Rows stored in memory, about 1 KB each. */
  readonly summaryCacheEntries: number
  /** UIDs and orders stored in memory: 4 bytes a message and order. */
  readonly indexCacheBytes?: number
  readonly maxTextBytes: number
  readonly maxHtmlBytes: number
  readonly now: () => number
  readonly random?: () => number
  readonly log: { warn(fields: object, message: string): void }
  /** A connection ended while commands were under way (the Form B line of spec 7). */
  readonly reportClosed: () => void
}

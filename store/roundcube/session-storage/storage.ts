import type { DatabaseTarget } from '../../database/connection/connection.ts'
import type { ForeignSession } from '../../record/foreign-session.ts'

/** Where a Roundcube has its sessions, as its configuration says. */
export type SessionStorageTarget =
  | { readonly kind: 'table'; readonly database: DatabaseTarget; readonly table: string }
  | { readonly kind: 'redis'; readonly url: string }
  | { readonly kind: 'memcached'; readonly hosts: readonly MemcachedHost[] }
  | { readonly kind: 'files'; readonly directory: string; readonly owner: FileOwner }

/** A memcached on a port, or on a Unix socket. */
export type MemcachedHost =
  { readonly host: string; readonly port: number } | { readonly path: string }

/** The user that PHP runs as: it takes no file of another user for a session. */
export interface FileOwner {
  readonly uid: number
  readonly gid: number
}

/** A session of Roundcube and how long it still lives. */
export interface StoredSession {
  readonly id: string
  readonly session: ForeignSession
  readonly lifeMs: number
}

/** Sessions of a Roundcube, where its `session_storage` has them. Every method throws SessionStorageFault. */
export interface SessionStorage {
  /** All ids, each with a text that changes when its session is written; undefined where the storage has none. */
  list(): Promise<ReadonlyMap<string, string | undefined>>
  /** Without those that have ended or expired meanwhile, or that no one can read. */
  read(ids: readonly string[]): Promise<readonly StoredSession[]>
  /** Replaces what is there under these ids. */
  write(sessions: readonly StoredSession[]): Promise<void>
  remove(ids: readonly string[]): Promise<void>
  close(): Promise<void>
}

/** What the storages need to know. */
export interface StorageOptions {
  /** Roundcube's `session_lifetime`. */
  readonly lifetimeMs: number
  /** Limit of one question. */
  readonly timeoutMs: number
  readonly now: () => number
}

/** The sessions of a Roundcube cannot be reached; the message says why. */
export class SessionStorageFault extends Error {
  override readonly name = 'SessionStorageFault'
}

/** Ids as PHP makes them (php.ini, session.sid_length and sid_bits_per_character), up to what the table takes. */
export const SESSION_ID = /^[0-9a-zA-Z,-]{22,128}$/

/** Session data that are read or written together. */
export const SESSIONS_AT_ONCE = 100

/** In pieces that are read or written together. */
export function inPieces<Item>(items: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / SESSIONS_AT_ONCE)
  return Array.from({ length: count }, (_, n) =>
    items.slice(n * SESSIONS_AT_ONCE, (n + 1) * SESSIONS_AT_ONCE),
  )
}

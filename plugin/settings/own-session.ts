/** A session of the owner, as they see it. */
export interface OwnSession {
  /** Names it and opens nothing. */
  readonly id: string
  /** What it was started with, by its own word; empty where it cannot be told. */
  readonly browser: string
  readonly system: string
  /** Address of the client at the sign-in. */
  readonly ip: string
  /** Unix ms of the sign-in and of the last use, the latter to about half a minute. */
  readonly since: number
  readonly usedAt: number
  /** True for the one that asks. */
  readonly isCurrent: boolean
}

/** Which sessions are to end: the one of that id, all but the one that asks, or all. */
export type EndedSessions =
  { readonly kind: 'one'; readonly id: string } | { readonly kind: 'others' | 'all' }

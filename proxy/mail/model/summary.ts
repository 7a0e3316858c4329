/** One mail address; `name` is decoded and may be empty. */
export interface Address {
  readonly name: string
  readonly address: string
}

/** What a list shows of a message and what never changes: cached permanently by UIDVALIDITY + UID. */
export interface Summary {
  readonly uid: number
  readonly subject: string
  readonly from: readonly Address[]
  readonly to: readonly Address[]
  readonly cc: readonly Address[]
  /** Unix ms of the Date header, of INTERNALDATE when there is none that parses. */
  readonly date: number
  /** RFC822.SIZE in bytes. */
  readonly size: number
  /** Media type of the whole message, lower case. */
  readonly contentType: string
  readonly hasAttachment: boolean
  /** 1 (highest) to 5 (lowest); undefined when the message does not say. */
  readonly priority: number | undefined
  readonly messageId: string | undefined
  /**
   * Its headers are ambiguous: other programs may show another text, date, type or priority.
   * Not set for headers as the standards have them.
   */
  readonly isUnclear?: true
  /** Its details are too large, or the server cannot tell them: this is what its header says, or less. */
  readonly isIncomplete?: true
}

/** Where a message is in its thread. */
export interface ThreadPosition {
  /** 0 for the first message of a thread. */
  readonly depth: number
  /** The message it replies to. */
  readonly parentUid: number | undefined
  /** What it replies to is missing, and `parentUid` the first message there is of the thread; only where threads are counted. */
  readonly isBelowMissing?: true
  readonly hasChildren: boolean
  /** Unseen messages among all that response it, directly or not. */
  readonly unreadChildren: number
  /** The same of flagged messages; only where threads are counted. */
  readonly flaggedChildren?: number
}

/** A summary with what does change. Flags as the server spells them (`\Seen`, `$Forwarded`). */
export interface MessageRow {
  readonly summary: Summary
  readonly flags: readonly string[]
  readonly modseq: bigint | undefined
  /** In a threaded list only. */
  readonly thread?: ThreadPosition
}

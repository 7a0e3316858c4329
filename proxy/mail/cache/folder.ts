import type { MailboxName } from '../model/mailbox-name.ts'
import type { MessagePage } from '../model/message-list.ts'
import type { MailboxState } from '../model/mailbox.ts'
import { createUidList, inAscendingOrder, type UidList } from '../model/uid-list.ts'

/** What SELECT reports a mailbox. */
export interface SelectFacts {
  readonly exists: number
  readonly uidValidity: bigint
  /** 0 when the server does not tell. */
  readonly uidNext: number
  /** undefined when the mailbox has no mod-sequences (RFC 7162 NOMODSEQ). */
  readonly highestModseq: bigint | undefined
  /** Flags that can be changed permanently, in lower case, `\*` for any keyword; undefined when the server does not tell. */
  readonly permanentFlags: ReadonlySet<string> | undefined
}

/** What STATUS adds to it. */
export type StatusFacts = Pick<MailboxState, 'unseen' | 'uidNext' | 'highestModseq'>

/** When something was requested, in terms of what the folder knew then. */
export interface FolderVersion {
  /** Grows when messages come or go. */
  readonly membership: number
  /** Grows when messages come. */
  readonly arrivals: number
  /** Grows when flags of any message may have changed. */
  readonly flags: number
}

/** One order of the messages as the server's SORT or SEARCH gave it at a moment. */
export interface FolderOrder {
  readonly uids: Uint32Array
  /** The last UID of the mailbox then: later messages were not looked at. */
  readonly upTo: number
  readonly asOf: FolderVersion
}

/** The threads of a mailbox, or of what matches a search, in the order they are shown. */
export interface FolderThreads {
  readonly uids: Uint32Array
  /** 0 for the first message of a thread. */
  readonly parents: Uint32Array
  readonly depths: Uint16Array
  readonly isDescending: boolean
  readonly search: string
  readonly asOf: FolderVersion
}

/** The same for lists that count threads. */
export interface WholeThreads extends Pick<FolderThreads, 'uids' | 'parents' | 'depths' | 'asOf'> {
  /** Of threads whose first message is missing: those put below the first there is. Ascending. */
  readonly joined: Uint32Array
  /** Where each starts, in the order they are shown. */
  readonly starts: Uint32Array
  /** The order, by its sort and direction. */
  readonly key: string
}

/**
 * What this process knows of one mailbox, for one UIDVALIDITY. It is fed with everything the server
 * says while the mailbox is selected, so that it can say what has to be requested again. It holds no
 * messages: rows live in the row cache, under the folder's `id`.
 */
export class Folder {
  /** Unique in this process: a mailbox that got another UIDVALIDITY gets another folder. */
  readonly id: number
  readonly path: MailboxName
  readonly uids: UidList = createUidList()
  /** Orders kept, by sort and search. */
  readonly orders = new Map<string, FolderOrder>()
  /** The threads last shown: one list is enough for one reader. */
  threads: FolderThreads | undefined
  wholeThreads: WholeThreads | undefined
  /** Messages whose ENVELOPE or BODYSTRUCTURE ended a connection: rows of them are read by their headers. */
  readonly readByHeader = new Set<number>()
  /** The pages last made of it, by request, for as long as the garbage collector leaves them. */
  readonly lastPages = new Map<string, WeakRef<MessagePage>>()
  #facts: SelectFacts
  #exists: number
  #moment: FolderVersion = { membership: 1, arrivals: 1, flags: 1 }
  #mustReplaceUids = true
  /** Messages that the server counts and does not name, or names and does not count. */
  #unnamed = 0
  #lastListing: { readonly named: number; readonly membership: number } | undefined
  #status: { readonly facts: StatusFacts; readonly asOf: FolderVersion } | undefined
  #counts: MailboxState | undefined
  // Cached for the next request while nothing has changed, as for nearly every request.
  #state: MailboxState | undefined
  // The mod-sequence of the last SELECT, as long as nothing changed since. That of STATUS is no
  // substitute: it may run ahead of what the selected view has shown us.
  #confirmedModseq: bigint | undefined

  constructor(id: number, path: MailboxName, facts: SelectFacts) {
    this.id = id
    this.path = path
    this.#facts = facts
    this.#exists = facts.exists
    this.#confirmedModseq = facts.highestModseq
  }

  get uidValidity(): bigint {
    return this.#facts.uidValidity
  }

  get hasModseq(): boolean {
    return this.#facts.highestModseq !== undefined
  }

  /** False where the server says of one of them that a change would be forgotten (RFC 9051 7.1 PERMANENTFLAGS). */
  keepsFlags(flags: readonly string[]): boolean {
    const { permanentFlags } = this.#facts
    if (permanentFlags === undefined) return true
    return flags.every((flag) => {
      const isKeyword = !flag.startsWith('\\')
      return permanentFlags.has(flag.toLowerCase()) || (isKeyword && permanentFlags.has('\\*'))
    })
  }

  /** Messages in the mailbox as the server counts them. */
  get exists(): number {
    return this.#exists
  }

  get version(): FolderVersion {
    return this.#moment
  }

  /** True when every message of the mailbox is in `uids`. */
  get hasAllUids(): boolean {
    return !this.mustReplaceUids && this.uids.length + this.#unnamed === this.#exists
  }

  /** True when `uids` has to be requested from the start, not only above its last one. */
  get mustReplaceUids(): boolean {
    return this.#mustReplaceUids || this.uids.length + this.#unnamed > this.#exists
  }

  /** undefined when STATUS has to be sent first. */
  get counts(): MailboxState | undefined {
    if (this.#counts !== undefined) return this.#counts
    if (this.#status?.asOf !== this.#moment) return undefined
    this.#counts = {
      path: this.path,
      messages: this.#exists,
      uidValidity: this.uidValidity,
      ...this.#status.facts,
    }
    return this.#counts
  }

  /** The counts, once every message they count is in `uids`; else undefined. */
  get state(): MailboxState | undefined {
    this.#state ??= this.hasAllUids ? this.counts : undefined
    return this.#state
  }

  get byteLength(): number {
    let bytes = 512 + this.uids.byteLength
    for (const order of this.orders.values()) bytes += 128 + order.uids.byteLength
    const whole = this.wholeThreads
    const wholeBytes =
      10 * (whole?.uids.length ?? 0) +
      4 * ((whole?.starts.length ?? 0) + (whole?.joined.length ?? 0))
    return bytes + 10 * (this.threads?.uids.length ?? 0) + wholeBytes
  }

  /**
   * Whether the response to SELECT is of this mailbox. Servers that take UIDVALIDITY from the clock give the same one to
   * mailboxes made within a second; UIDNEXT (RFC 9051 2.3.1.1) and HIGHESTMODSEQ (RFC 7162 3.1.2.1) never decrease in one.
   */
  isOf({ uidValidity, uidNext, highestModseq }: SelectFacts): boolean {
    const before = this.#facts
    const isEarlier = uidNext !== 0 && uidNext < Math.max(before.uidNext, this.uids.last + 1)
    const hasLess = (highestModseq ?? 0n) < (before.highestModseq ?? 0n)
    return uidValidity === before.uidValidity && !isEarlier && !hasLess
  }

  /** The mailbox was selected again: finds out what has changed since it was left. */
  selected(facts: SelectFacts): void {
    const before = this.uids.length + this.#unnamed
    // Messages that were counted and never listed have arrived since.
    const listedUidNext = this.uids.last + 1
    const knownUidNext = this.hasAllUids
      ? Math.max(this.#facts.uidNext, listedUidNext)
      : listedUidNext
    const hasArrivals = facts.uidNext === 0 || facts.uidNext > knownUidNext
    const hasSameMembers = !hasArrivals && facts.exists === before
    const hasSameFlags =
      facts.highestModseq !== undefined && facts.highestModseq === this.#confirmedModseq
    // With as many messages as before plus the arrivals none was removed; else all are listed.
    if (facts.exists < before || (hasArrivals && facts.exists === before)) {
      this.#mustReplaceUids = true
    }
    this.#facts = facts
    this.#exists = facts.exists
    if (!hasSameMembers) this.#changed({ membership: 1, arrivals: 1 })
    if (!hasSameMembers || !hasSameFlags) this.#changed({ flags: 1 })
    this.#confirmedModseq = facts.highestModseq
  }

  /** EXISTS. */
  existsIs(count: number): void {
    if (count === this.#exists) return
    if (count < this.#exists) this.#mustReplaceUids = true
    this.#exists = count
    this.#changed({ membership: 1, arrivals: 1 })
  }

  /** EXPUNGE of a sequence number. */
  expunged(sequence: number): void {
    if (this.#unnamed === 0) this.uids.removeAt(sequence - 1)
    else this.#mustReplaceUids = true
    this.#exists -= 1
    this.#changed({ membership: 1 })
  }

  /** FETCH that no one requested, or an action of our own. */
  flagsChanged(): void {
    this.#changed({ flags: 1 })
  }

  /** The UIDs the server listed: all of them, or those above the last one known. */
  uidsListed(listed: Uint32Array, isComplete: boolean): void {
    this.#state = undefined
    if (isComplete) {
      this.uids.replace(listed)
      this.#mustReplaceUids = false
      const listing = { named: this.uids.length, membership: this.#moment.membership }
      const before = this.#lastListing
      // Twice the same, and nothing came or went meanwhile: it stays so.
      const isAsBefore = before?.named === listing.named && before.membership === listing.membership
      this.#unnamed = isAsBefore ? this.#exists - listing.named : 0
      this.#lastListing = listing
      return
    }
    const { last } = this.uids
    const added = inAscendingOrder(listed.filter((uid) => uid > last))
    // Other than expected: something went unnoticed, so the whole list is requested.
    if (this.uids.length + this.#unnamed + added.length === this.#exists) this.uids.append(added)
    else this.#mustReplaceUids = true
  }

  /** What is known contradicts the server: everything is requested again. */
  invalidate(): void {
    this.#mustReplaceUids = true
    this.orders.clear()
    this.#changed({ membership: 1, arrivals: 1, flags: 1 })
  }

  /** STATUS, as of a moment that may have passed. */
  statusReported(facts: StatusFacts, asOf: FolderVersion): void {
    this.#status = { facts, asOf }
    this.#counts = undefined
    this.#state = undefined
  }

  #changed(growth: Partial<FolderVersion>): void {
    this.#moment = {
      membership: this.#moment.membership + (growth.membership ?? 0),
      arrivals: this.#moment.arrivals + (growth.arrivals ?? 0),
      flags: this.#moment.flags + (growth.flags ?? 0),
    }
    this.#confirmedModseq = undefined
    this.#counts = undefined
    this.#state = undefined
  }
}

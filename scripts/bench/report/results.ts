import type { Latencies } from '../measure/latencies.ts'
import type { LoadReport } from '../load/job.ts'

/** One round of one server. */
export interface Round extends LoadReport {
  /** CPU time of the server's processes for each request; the least disturbed by neighbours. */
  readonly serverCpuMs: number
  /** Memory of the server's processes at the end of the round, together. */
  readonly rssMiB: number
  readonly pssMiB: number
}

/** All rounds of one server in one row. */
export interface Measured {
  readonly server: 'roundcube' | 'postern'
  readonly rounds: readonly Round[]
}

/** One operation under one concurrency, on every server. */
export interface ResultRow {
  readonly name: string
  readonly concurrency: number
  readonly measured: readonly Measured[]
}

/** What a thousand mixed requests of users who are signed in cost the mail server. */
export interface ImapUse {
  readonly server: 'roundcube' | 'postern'
  readonly requests: number
  readonly loginsPer1000: number
  readonly commandsPer1000: number
}

/** Thousands of sessions that are merely open. */
export interface HoldResult {
  readonly sessions: number
  readonly everySeconds: number
  readonly report: LoadReport
  readonly deliveries: number
  readonly imapConnections: number
  readonly memory: readonly { readonly atSeconds: number; readonly rssMiB: number }[]
}

/** An address book of one user; the latencies are those of completions. */
export interface ContactsResult extends Latencies {
  readonly contacts: number
  /** Of a vCard file. */
  readonly importMs: number
  readonly csvImportMs: number
  /** Load average of the machine over the minute before. */
  readonly load: number
}

/** Deliveries by another client, until their event arrives. */
export interface PushResult extends Latencies {
  readonly deliveries: number
  readonly folders: number
  readonly missed: number
}

/** What one webmail's page makes a user wait for, medians of some rounds; each until it is painted. */
export interface PageRow {
  /** `empty` is a page of one row: what the browser and the measuring take automatically. */
  readonly server: 'roundcube' | 'postern' | 'empty'
  readonly rounds: number
  /** The sign-in page, nothing in the browser's cache. */
  readonly signInPageMs: number | undefined
  /** Enter in the sign-in form, until the list. */
  readonly enterMs: number | undefined
  /** The first reload after a sign-in, until the list; and the one after it. */
  readonly reloadMs: number | undefined
  readonly reloadAgainMs: number | undefined
  /** Click on a message, until its text. */
  readonly openMs: number | undefined
  /** The same by a pointer that rested on the row before. */
  readonly openByHandMs: number | undefined
  /** What came over the network until the first list. */
  readonly kibibytes: number | undefined
}

/** A message of HTML that is clicked in a page at rest. */
export interface OpenRow {
  readonly message: string
  readonly server: string
  readonly rounds: number
  /** From the click to its text. */
  readonly paintedMs: number | undefined
  /** Of the webmail's processes, until nothing is loaded any more. */
  readonly serverCpuMs: number | undefined
}

/** One command of a webmail's session store, asked of a plain Redis and of the session endpoint. */
export interface SessionRow {
  /** Of SETEX also what differs from the session before. */
  readonly command: string
  readonly concurrency: number
  readonly redis: Latencies
  /** A Redis that acknowledges what is on the disk, as Postern does. */
  readonly durableRedis: Latencies
  /** With a Redis of its own. */
  readonly postern: Latencies
  /** With its cache in memory. */
  readonly posternAlone: Latencies
}

/** What open tabs that no one uses cost, of one webmail. */
export interface IdleTabsRow {
  readonly server: string
  readonly tabs: number
  readonly minutes: number
  /** Refreshes that were answered. */
  readonly requests: number
  readonly errors: number
  readonly phpRequests: number
  readonly imapLogins: number
}

/** A whole run; plugin/docs/benchmarks.md describes it. */
export interface BenchResults {
  readonly schema: 3
  readonly startedAt: string
  readonly machine: {
    readonly cores: number
    readonly cpu: string
    readonly memoryGiB: number
    readonly node: string
  }
  readonly isQuick: boolean
  readonly rows: readonly ResultRow[]
  readonly imap: readonly ImapUse[]
  readonly hold: HoldResult | undefined
  readonly push: PushResult | undefined
  readonly contacts: ContactsResult | undefined
  readonly pages: readonly PageRow[]
  readonly opening: readonly OpenRow[]
  readonly sessions: readonly SessionRow[]
  readonly idleTabs: readonly IdleTabsRow[]
}

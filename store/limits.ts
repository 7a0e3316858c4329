/** Sizes and times of the store, each with its unit, for thousands of sessions. */
export const defaultStoreLimits = {
  touchEveryMs: 30_000,
  memoryEntries: 5_000,
  memoryMs: 2_000,
  /** Another program's sessions, of which a single instance writes all: what it remembers holds longer. */
  foreignMemoryMs: 30_000,
  foreignMemoryBytes: 67_108_864,
  maxQueuedWrites: 10_000,
  /** Another program's sessions are durable in a journal first, and go to the spool after this time. */
  foreignFlushMs: 250,
  /** What someone is looking at goes to the spool at most once in `touchEveryMs`, and more often beyond half of this. */
  foreignDeferredBytes: 33_554_432,
  /** Another program's new sessions continue while the database does not answer, if it has no more rows than this. */
  databaseIds: 100_000,
  /** How often rows are looked for that the other program may have written itself. */
  databaseIdsEveryMs: 300_000,
  /** Each of the two files of the journal. */
  journalBytes: 33_554_432,
  cacheTimeoutMs: 250,
  memoryCacheEntries: 20_000,
  memoryCacheBytes: 67_108_864,
  maxUndelivered: 50_000,
  spoolBytes: 536_870_912,
  /** Documents the spool keeps; beyond them those go that expire first. */
  documents: 100_000,
  /** Personal documents of one mailbox owner, which nothing else removes. */
  personalDocuments: 30_000,
  personalBytes: 33_554_432,
  personalBodyBytes: 524_288,
  databaseReadMs: 1_000,
  databaseTimeoutMs: 10_000,
  /** Several instances: a write that Redis did not take must be in the database within this time. */
  directWriteMs: 2_000,
  /** Several instances: how long after a loss of Redis an unknown session may still turn up. */
  uncertainMs: 10_000,
  /** Several instances: how often the database is requested sign-outs that Redis may have missed. */
  endsEveryMs: 2_000,
  collectEveryMs: 60_000,
}

export type StoreLimits = Readonly<typeof defaultStoreLimits>

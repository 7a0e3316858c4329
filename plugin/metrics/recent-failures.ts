/** A failed or slow request, as the status page shows it. */
export interface RecentFailure {
  /** Unix ms. */
  readonly at: number
  readonly requestId: string
  readonly action: string
  readonly user: string | undefined
  readonly totalMs: number
  /** What happened, in one sentence. */
  readonly cause: string
  readonly advice: string
}

/** The last failures of this process. */
export interface RecentFailures {
  note(failure: RecentFailure): void
  /** Newest first. */
  list(): readonly RecentFailure[]
}

/** Remembers at most `maxEntries`; the oldest goes first. */
export function createRecentFailures({
  maxEntries,
}: {
  readonly maxEntries: number
}): RecentFailures {
  const entries: RecentFailure[] = []
  return {
    note(failure) {
      entries.unshift(failure)
      entries.length = Math.min(entries.length, maxEntries)
    },
    list: () => [...entries],
  }
}

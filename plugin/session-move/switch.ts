/** The moment at which Roundcube's configuration was changed, after which the rest follows. */
export interface Switch {
  /** Whether it was. */
  readonly isDone: () => boolean
}

/** Between two looks at what has changed. */
export const LOOK_MS = 100

/**
 * PHP reads a changed file again after `opcache.revalidate_freq`, 2 s by default, and requests that began before continue with
 * what they had: it is over when nothing more was written in the old way for so long, counted from the switch.
 */
const QUIET_MS = 3_000
/** Someone else may continue to write there. */
const LIMIT_MS = 60_000

/** How a move ended. */
export type MoveEnd = 'quiet' | 'still written'

/** Reports when a move may end, of what it is told. */
export function createMoveEnd({ isDone }: Switch, now: () => number) {
  let switchedAt: number | undefined
  let changedAt = 0
  return {
    changed() {
      changedAt = now()
    },
    /** undefined: not yet. */
    look(): MoveEnd | undefined {
      if (switchedAt === undefined && isDone()) switchedAt = now()
      if (switchedAt === undefined) return undefined
      if (now() - Math.max(switchedAt, changedAt) >= QUIET_MS) return 'quiet'
      return now() - switchedAt >= LIMIT_MS ? 'still written' : undefined
    },
  }
}

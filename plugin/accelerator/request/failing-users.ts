import { LRUCache } from 'lru-cache'

/** Whose mail we cannot read at the moment: Roundcube answers them until we can. */
export interface FailingUsers {
  /** True while nothing is tried for a user. */
  isResting(username: string): boolean
  failed(username: string, error: unknown): void
  succeeded(username: string): void
}

interface FailingOptions {
  /** Until it is tried again. */
  readonly restMs: number
  readonly now: () => number
  readonly log: {
    warn(fields: object, text: string): void
    info(fields: object, text: string): void
  }
}

/** More users than fail one by one; when all fail, the oldest are only tried sooner. */
const MAX_USERS = 10_000

/** One line of the log when a user's mail starts to fail, and one when it is well again. */
export function createFailingUsers({ restMs, now, log }: FailingOptions): FailingUsers {
  const failing = new LRUCache<string, { readonly until: number }>({ max: MAX_USERS })

  return {
    isResting(username) {
      const rest = failing.get(username)
      return rest !== undefined && now() < rest.until
    },
    failed(username, err) {
      const isKnown = failing.has(username)
      failing.set(username, { until: now() + restMs })
      if (isKnown) return
      log.warn({ user: username, err }, 'accelerator: mail not readable, Roundcube answers')
    },
    succeeded(username) {
      if (failing.delete(username)) {
        log.info({ user: username }, 'accelerator: mail readable again')
      }
    },
  }
}

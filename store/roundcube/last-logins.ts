import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../database/database.ts'
import type { RoundcubeLogin } from '../database/last-logins.ts'
import { backoffMs, withJitter } from '../../plugin/concurrency/backoff.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'

/** Reports a Roundcube's table of users who has signed in, behind the sign-in: no caller waits for it. */
export interface LastLogins {
  /** Kept in memory until the database takes it; the last one of a user counts. Never fails. */
  note(login: RoundcubeLogin): void
  /** Tries again and ends. */
  close(): Promise<void>
}

interface LastLoginsOptions {
  readonly database: Pick<Database, 'writeLastLogins'>
  readonly random: () => number
  readonly log: StoreLog
}

/** Users whose sign-in waits for the database; of more than that the column stays behind. */
const MAX_WAITING = 10_000
const LOGINS_PER_TRANSACTION = 500
/** A locked database is free again within seconds. */
const BACKOFF = { firstMs: 100, maxMs: 5_000 }
const JITTER = 0.5

/** Builds the queue; nothing is written yet. */
export function createLastLogins({ database, random, log }: LastLoginsOptions): LastLogins {
  const waiting = new Map<number, RoundcubeLogin>()
  const closing = new AbortController()
  let running: Promise<void> | undefined

  async function writeSome(): Promise<void> {
    const some = [...waiting.values()].slice(0, LOGINS_PER_TRANSACTION)
    await database.writeLastLogins(some)
    for (const login of some) {
      // Of who has signed in again meanwhile the later time is still to be written.
      if (waiting.get(login.userId) === login) waiting.delete(login.userId)
    }
  }

  async function run(): Promise<void> {
    for (let failures = 0; waiting.size > 0;) {
      try {
        await writeSome()
        failures = 0
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        if (closing.signal.aborted) return
        if (failures === 0)
          log.info({ code: error.engineCode }, 'last_login waits for the database')
        await pause(withJitter(backoffMs(failures, BACKOFF), JITTER, random))
        failures += 1
      }
    }
  }

  async function pause(ms: number): Promise<void> {
    // An end of the wait by `close` is no failure.
    await sleep(ms, undefined, { signal: closing.signal, ref: false }).catch(() => undefined)
  }

  return {
    note(login) {
      if (closing.signal.aborted) return
      if (waiting.size >= MAX_WAITING && !waiting.has(login.userId)) return
      waiting.set(login.userId, login)
      running ??= run()
        .catch((err: unknown) => log.error({ err }, 'last_login not written'))
        .finally(() => {
          running = undefined
        })
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

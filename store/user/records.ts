import { createHash } from 'node:crypto'
import { databaseErrorReport, type DatabaseErrorReport } from '../database/error-report.ts'
import type { Database } from '../database/database.ts'
import { StoreUnavailable } from '../fault/unavailable.ts'
import type { StoreLog } from '../observer/observer.ts'
import type { RequestOrigin } from '../record/request-origin.ts'
import type { Spool } from '../spool/spool.ts'
import { latestSettings, type UserRecord, type Users, type UserSignIn } from '../record/user.ts'
import { isLocked } from '../database/sql-error.ts'

interface UsersOptions {
  readonly spool: Spool
  readonly database: Database
  /** Others write users to the same database, and this spool knows nothing of it. */
  readonly isOneOfSeveral: boolean
  /** A query that the database refused, and that was answered without it. */
  readonly reportDatabaseError: (error: DatabaseErrorReport) => void
  readonly now: () => number
  readonly log: StoreLog
}

interface Owner {
  readonly username: string
  readonly mailHost: string
  /** As this spool has it, where nothing but another id is to be taken over. */
  readonly userId?: number
}

// Two owners on one derived id are next to impossible, five in a row are a broken spool.
const maxIdAttempts = 5

/**
 * User records over the spool. A sign-in never queries the shared database: the id is derived from name
 * and host (userIdOf), and a row the database already has is adopted afterwards.
 */
export function createUsers(options: UsersOptions): Users {
  const { spool, database, isOneOfSeveral, reportDatabaseError, now, log } = options

  async function prepareSignIn(
    username: string,
    mailHost: string,
    origin?: RequestOrigin,
  ): Promise<UserSignIn> {
    const cached = await spool.findUser(username, mailHost)
    const userId = cached?.userId ?? (await freeUserId(username, mailHost))
    return {
      userId,
      async record() {
        await spool.writeUser({
          kind: 'signed-in',
          username,
          mailHost,
          userId,
          at: now(),
          origin,
        })
        if (cached === undefined) await confirmNew(username, mailHost, origin)
        // It may have got a row there since, with another id.
        else if (database.hasForeignUsers) adoptBehind(cached, origin)
      },
    }
  }

  /** Another owner may have got the id since it was free; then there is no record, and no session may begin. */
  async function confirmNew(
    username: string,
    mailHost: string,
    origin: RequestOrigin | undefined,
  ): Promise<void> {
    const created = await spool.findUser(username, mailHost)
    if (created === undefined) throw new StoreUnavailable('spool', 'user_id_taken', undefined)
    adoptBehind({ username, mailHost }, origin)
  }

  /** No one waits for it. */
  function adoptBehind(owner: Owner, origin: RequestOrigin | undefined): void {
    adoptRow(owner, origin).catch((err: unknown) => {
      log.error({ err }, 'user row not adopted')
    })
  }

  async function freeUserId(username: string, mailHost: string): Promise<number> {
    for (let attempt = 0; attempt < maxIdAttempts; attempt += 1) {
      const userId = userIdOf(username, mailHost, attempt)
      if (!(await spool.hasUserId(userId))) return userId
    }
    throw new StoreUnavailable('spool', 'user_id_taken', undefined)
  }

  async function recordFailure(
    username: string,
    mailHost: string,
    origin?: RequestOrigin,
  ): Promise<void> {
    const cached =
      (await spool.findUser(username, mailHost)) ?? (await adoptRow({ username, mailHost }, origin))
    if (cached === undefined) return
    await spool.writeUser({ kind: 'refused', username, mailHost, at: now(), origin })
  }

  /** Takes over the row another program or process left in the database, if it responds. */
  async function adoptRow(
    { username, mailHost, userId }: Owner,
    origin: RequestOrigin | undefined,
  ): Promise<UserRecord | undefined> {
    try {
      const user = await database.findUser(username, mailHost)
      if (user !== undefined && user.userId !== userId) {
        await spool.writeUser({ kind: 'adopted', user, at: now() })
      }
      return user
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      if (isLocked(error)) reportDatabaseError(databaseErrorReport(error, origin))
      // Without a response the owner counts as unknown here: a sign-in must not fail for bookkeeping.
      log.info({ code: error.engineCode }, 'user row not looked up: database does not answer')
      return undefined
    }
  }

  async function settings(
    username: string,
    mailHost: string,
    origin?: RequestOrigin,
  ): Promise<string | undefined> {
    const here = await spool.findUser(username, mailHost)
    if (here !== undefined && !isOneOfSeveral) return here.settings?.text
    const there = await adoptRow({ username, mailHost }, origin)
    return latestSettings(here?.settings, there?.settings)?.text
  }

  async function saveSettings(
    username: string,
    mailHost: string,
    text: string,
    origin?: RequestOrigin,
  ): Promise<void> {
    // New to this spool is someone whose session outlived the one before, and who has never signed in.
    const cached = await spool.findUser(username, mailHost)
    const userId = cached?.userId ?? (await freeUserId(username, mailHost))
    // The later of two changes counts, also of two within one millisecond.
    const at = Math.max(now(), (cached?.settings?.changedAt ?? 0) + 1)
    await spool.writeUser({ kind: 'set', username, mailHost, userId, text, at, origin })
    if (cached === undefined) await confirmNew(username, mailHost, origin)
  }

  return {
    prepareSignIn,
    recordFailure,
    settings,
    saveSettings,
    find: async (username, mailHost) =>
      (await spool.findUser(username, mailHost)) ?? database.findUser(username, mailHost),
  }
}

/**
 * The user_id of a mailbox owner: 52 bits of a hash of login name and mail host, so that every process
 * derives the same id without asking the shared database, also while it is locked, and again after the
 * spool was lost. `attempt` leaves the way of a collision (1 in 9,000 for a million users).
 */
export function userIdOf(username: string, mailHost: string, attempt: number): number {
  const digest = createHash('sha256')
    .update(JSON.stringify([username, mailHost, attempt]))
    .digest()
  // 1 + 52 bits stays a safe integer in JavaScript and a positive one in every SQL engine.
  return 1 + digest.readUIntBE(0, 6) * 16 + ((digest[6] ?? 0) >> 4)
}

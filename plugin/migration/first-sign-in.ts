import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { waitAtMost } from '../concurrency/deadline.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { createWaitingLimit } from '../concurrency/waiting-limit.ts'
import type { DocumentOwner, RoundcubeData, RoundcubeSource } from '../../store/index.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import { emptyData } from './data-schema.ts'
import type { Migration } from './migrate.ts'
import type { MigrationReport } from './run/report.ts'
import { onlyUser } from './only-user.ts'

interface FirstSignInOptions {
  readonly migration: Migration
  /** Throws RoundcubeFault, StoreUnavailable. */
  readonly open: () => Promise<RoundcubeSource>
  readonly mailHost: string | null
  /** How long a sign-in waits. */
  readonly waitMs: number
  readonly log: Pick<OperationalLog, 'info' | 'warn'>
  readonly now: () => number
}

/** Users whose things are taken over at one time, and who may wait for it. */
const AT_ONCE = 4
const MAX_WAITING = 1_000
const MAX_WAIT_MS = 60_000
/** After a fault the source is left alone for so long, by everybody; after one of a user's own things by that user. */
const REST_MS = 30_000
/** Users whose last fault is remembered. */
const MAX_REMEMBERED = 10_000

/**
 * Takes over what a user had in Roundcube when they sign in for the first time. Never fails and never keeps a sign-in longer
 * than `waitMs`: what fails is logged, and tried again by the next sign-in.
 */
export function createFirstSignIn(options: FirstSignInOptions) {
  const { migration, open, mailHost, waitMs, log, now } = options
  const semaphore = createSemaphore({
    max: AT_ONCE,
    waitingLimit: createWaitingLimit({ maxWaiting: MAX_WAITING }),
  })
  const singleFlight = createSingleFlight<unknown>()
  const restOfUser = new LRUCache<string, number>({ max: MAX_REMEMBERED })
  let restUntil = 0

  async function take(owner: DocumentOwner, key: string): Promise<void> {
    let isOfUser = false
    try {
      if (now() < Math.max(restUntil, restOfUser.get(key) ?? 0)) return
      if (await migration.isDone(owner)) return
      const release = await semaphore.take(AbortSignal.timeout(MAX_WAIT_MS))
      try {
        const source = await open()
        // The source is there: what fails from now on is in what this user has in it.
        isOfUser = true
        const data = await readFrom(source, owner, mailHost)
        const report = await migration.migrate(owner, data, { isDryRun: false })
        const { contacts, recipients, trustedSenders, identities, templates } = report
        const { preferences, problemCount } = report
        const users = { contacts, recipients, trustedSenders, identities, templates }
        const counts = { ...users, preferences: preferences.taken.length, problemCount }
        const problems = codesOf(report)
        log.info({ user: owner.username, ...counts, problems }, 'taken over from Roundcube')
      } finally {
        release()
      }
    } catch (err) {
      if (isOfUser) restOfUser.set(key, now() + REST_MS)
      else restUntil = now() + REST_MS
      log.warn({ err, user: owner.username }, 'not taken over from Roundcube')
    }
  }

  return async function migrateAtSignIn(owner: DocumentOwner): Promise<void> {
    const key = JSON.stringify([owner.username, owner.mailHost])
    const taking = singleFlight.run(key, () => take(owner, key))
    await waitAtMost(taking, waitMs)
  }
}

/** What was left out, without the user's own words: how often by part and code. */
function codesOf({ problems }: MigrationReport): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { part, code } of problems) {
    const name = `${part} ${code}`
    counts[name] = (counts[name] ?? 0) + 1
  }
  return counts
}

/** Nothing of a user Roundcube does not know. */
async function readFrom(
  source: RoundcubeSource,
  { username }: DocumentOwner,
  mailHost: string | null,
): Promise<RoundcubeData> {
  try {
    const user = onlyUser(await source.people(username), mailHost)
    return user === undefined ? emptyData : await source.read(user)
  } finally {
    await source.close()
  }
}

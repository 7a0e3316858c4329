import type { Announcements } from './session-end-channel.ts'
import type { CacheOutcome } from '../cache/cache.ts'
import type { CacheWriter } from '../cache/writer.ts'
import type { DirectWrites } from './direct-writes.ts'
import type { SessionEnd } from '../spool/sessions.ts'
import type { StoredSession } from '../record/stored-session.ts'

/** Makes what the spool has taken known outside this process, as far as an acknowledgement needs it. */
export interface Sharing {
  /** A new session. Resolves with `ended` when somebody has ended the id. */
  created(session: StoredSession): Promise<CacheOutcome>
  /** As `created`, for a session that others may hold. */
  changed(session: StoredSession): Promise<CacheOutcome>
  ended(end: SessionEnd): Promise<void>
}

/** A single instance: its spool is enough, the cache only saves time. */
export function shareAtBest(cacheWriter: CacheWriter): Sharing {
  const deliver = async (session: StoredSession): Promise<CacheOutcome> => {
    const outcome = await cacheWriter.deliver(session)
    return outcome === 'undelivered' ? 'kept' : outcome
  }
  return {
    created: deliver,
    changed: deliver,
    async ended({ id }) {
      await cacheWriter.deliverEnd(id)
    },
  }
}

interface SharedSurelyOptions {
  readonly cacheWriter: CacheWriter
  readonly directWrites: DirectWrites
  readonly announcements: Announcements
}

/**
 * Several instances: a write counts once Redis has it, or the shared database where Redis does not
 * answer, so that it survives this machine. Throws StoreUnavailable when neither took it.
 */
export function shareSurely(options: SharedSurelyOptions): Sharing {
  const { cacheWriter, directWrites, announcements } = options

  async function created(session: StoredSession): Promise<CacheOutcome> {
    const outcome = await cacheWriter.deliver(session)
    if (outcome !== 'undelivered') return outcome
    await directWrites.session(session)
    return 'kept'
  }

  return {
    created,
    async changed(session) {
      const outcome = await created(session)
      await announcements.tell({ kind: 'changed', id: session.id })
      return outcome
    },
    async ended(end) {
      if ((await cacheWriter.deliverEnd(end.id)) === 'undelivered') await directWrites.end(end)
      await announcements.tell({ kind: 'ended', id: end.id })
    },
  }
}

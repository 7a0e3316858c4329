import type { SessionChannel } from './session-end-channel.ts'
import type { CacheOutcome } from '../cache/cache.ts'
import type { CacheWriter } from '../cache/writer.ts'
import type { DirectWrites } from './direct-writes.ts'
import type { SessionEnd } from '../spool/sessions.ts'
import type { StoredSession } from '../record/stored-session.ts'

/** Makes what the spool has taken known outside this process, as far as an acknowledgement needs it. */
export interface Replication {
  /** A new session. Resolves with `ended` when somebody has ended the id. */
  created(session: StoredSession): Promise<CacheOutcome>
  /** As `created`, for a session that others may hold. */
  changed(session: StoredSession): Promise<CacheOutcome>
  ended(end: SessionEnd): Promise<void>
}

/** A single instance: its spool is enough, the cache only saves time. */
export function replicateBestEffort(cacheWriter: CacheWriter): Replication {
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

interface DurableReplicationOptions {
  readonly cacheWriter: CacheWriter
  readonly directWrites: DirectWrites
  readonly sessionChannel: SessionChannel
}

/**
 * Several instances: a write counts once Redis has it, or the shared database where Redis does not
 * answer, so that it survives this machine. Throws StoreUnavailable when neither took it.
 */
export function replicateDurably(options: DurableReplicationOptions): Replication {
  const { cacheWriter, directWrites, sessionChannel } = options

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
      await sessionChannel.tell({ kind: 'changed', id: session.id })
      return outcome
    },
    async ended(end) {
      if ((await cacheWriter.deliverEnd(end.id)) === 'undelivered') await directWrites.end(end)
      await sessionChannel.tell({ kind: 'ended', id: end.id })
    },
  }
}

import type { SessionChannel } from './session-end-channel.ts'
import type { CacheOutcome } from '../cache/cache.ts'
import type { CacheWriter } from '../cache/writer.ts'
import type { DirectWrites } from './direct-writes.ts'
import type { SessionEnd } from '../spool/sessions.ts'
import type { SessionRow } from '../record/session.ts'
import type { Spool } from '../spool/spool.ts'

/** Makes what the spool has taken known outside this process, as far as an acknowledgement needs it. */
export interface Replication {
  /** A new session. Resolves with `ended` when a user has ended the id. */
  created(session: SessionRow): Promise<CacheOutcome>
  /** As `created`, for a session that others may hold. */
  changed(session: SessionRow): Promise<CacheOutcome>
  ended(end: SessionEnd): Promise<void>
}

/** A single instance: its spool is enough, the cache only saves time. */
export function replicateBestEffort(cacheWriter: CacheWriter): Replication {
  const deliver = async (session: SessionRow): Promise<CacheOutcome> => {
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

  async function created(session: SessionRow): Promise<CacheOutcome> {
    const outcome = await cacheWriter.deliver(session)
    if (outcome !== 'undelivered') return outcome
    await directWrites.session(session)
    return 'kept'
  }

  return {
    created,
    async changed(session) {
      const outcome = await created(session)
      await sessionChannel.publish({ kind: 'changed', id: session.id })
      return outcome
    },
    async ended(end) {
      if ((await cacheWriter.deliverEnd(end.id)) === 'undelivered') await directWrites.end(end)
      await sessionChannel.publish({ kind: 'ended', id: end.id })
    },
  }
}

const pageSize = 1_000

/**
 * Has everything in the spool offered to the cache again: what the last process left may never have
 * reached it, and a Redis that began again has lost it.
 */
export async function replicateSpooledAgain(
  spool: Pick<Spool, 'sessionsAfter' | 'endsAfter'>,
  cacheWriter: Pick<CacheWriter, 'replicateAgain'>,
): Promise<void> {
  const pages = [
    (afterId: string) => spool.sessionsAfter(afterId, pageSize),
    (afterId: string) => spool.endsAfter(afterId, pageSize),
  ]
  for (const page of pages) {
    let ids = (await page('')).map(({ id }) => id)
    while (ids.length > 0) {
      cacheWriter.replicateAgain(ids)
      ids = (await page(ids.at(-1) ?? '')).map(({ id }) => id)
    }
  }
}

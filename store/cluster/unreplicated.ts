import type { CacheWriter } from '../cache/writer.ts'
import type { Spool } from '../spool/spool.ts'

const pageSize = 1_000

/**
 * Has everything in the spool offered to the cache again: what the last process left may never have
 * reached it, and a Redis that began anew has lost it.
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

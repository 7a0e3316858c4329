import { createMailWaitingLimit } from './waiting-limit.ts'
import { createSemaphore, type Semaphore } from '../../../plugin/concurrency/semaphore.ts'

/** A semaphore for sign-ins whose password no one has proven yet, and which may be guesses. */
export interface ProofSemaphore {
  /** Resolves with the function that releases it. Throws MailFault `busy` or `timed_out`. */
  take(
    by: { readonly owner: string; readonly clientIp: string },
    signal: AbortSignal,
  ): Promise<() => void>
}

/**
 * Fair by client address twice: among those who want one mailbox, where one address has half of the
 * turns at most, and among all. A connection that is not signed in counts against no limit of the
 * owner, so guesses take nothing from the owner's own.
 */
export function createProofSemaphore({
  max,
  maxPerOwner,
  maxWaiting,
}: {
  readonly max: number
  readonly maxPerOwner: number
  readonly maxWaiting: number
}): ProofSemaphore {
  const half = (count: number) => Math.ceil(count / 2)
  const waiting = () => ({
    waitingLimit: createMailWaitingLimit({ maxWaiting }),
    maxWaitingPerKey: half(maxWaiting),
  })
  const all = createSemaphore({ max, ...waiting() })
  const byOwner = new Map<string, Semaphore>()
  const semaphoreOf = (owner: string): Semaphore => {
    const semaphore =
      byOwner.get(owner) ??
      createSemaphore({ max: maxPerOwner, maxPerKey: half(maxPerOwner), ...waiting() })
    byOwner.set(owner, semaphore)
    return semaphore
  }

  return {
    async take({ owner, clientIp }, signal) {
      const semaphore = semaphoreOf(owner)
      const forget = () => {
        if (!semaphore.isBusy && byOwner.get(owner) === semaphore) byOwner.delete(owner)
      }
      try {
        const endOwn = await semaphore.take(signal, clientIp)
        const endAll = await all.take(signal, clientIp).catch((error: unknown) => {
          endOwn()
          throw error
        })
        return () => {
          endAll()
          endOwn()
          forget()
        }
      } catch (error) {
        forget()
        throw error
      }
    },
  }
}

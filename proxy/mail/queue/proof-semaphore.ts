import { createFairTurns, type FairTurns } from './fair-semaphore.ts'

/** Turns for sign-ins whose password nobody has proven yet, and which may be guesses. */
export interface ProofTurns {
  /** Resolves with the function that ends the turn. Throws MailFault `busy` or `timed_out`. */
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
export function createProofTurns({
  max,
  maxPerOwner,
  maxWaiting,
}: {
  readonly max: number
  readonly maxPerOwner: number
  readonly maxWaiting: number
}): ProofTurns {
  const half = (count: number) => Math.ceil(count / 2)
  const all = createFairTurns({ max, maxWaiting, maxWaitingPerKey: half(maxWaiting) })
  const byOwner = new Map<string, FairTurns>()
  const turnsOf = (owner: string): FairTurns => {
    const turns =
      byOwner.get(owner) ??
      createFairTurns({
        max: maxPerOwner,
        maxPerKey: half(maxPerOwner),
        maxWaiting,
        maxWaitingPerKey: half(maxWaiting),
      })
    byOwner.set(owner, turns)
    return turns
  }

  return {
    async take({ owner, clientIp }, signal) {
      const turns = turnsOf(owner)
      const forget = () => {
        if (!turns.isBusy && byOwner.get(owner) === turns) byOwner.delete(owner)
      }
      try {
        const endOwn = await turns.take(clientIp, signal)
        const endAll = await all.take(clientIp, signal).catch((error: unknown) => {
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

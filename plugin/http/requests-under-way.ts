import { Refusal } from './refusal.ts'

/** The requests this process works on, which are answered before their connections are cut. */
export interface RequestsUnderWay {
  /**
   * The work's outcome; Refusal('shutting_down') when the process ends first, and `isUnanswered` by then. Its
   * later outcome is dropped.
   */
  finish<Result>(work: Promise<Result>, isUnanswered: () => boolean): Promise<Result>
  /** Refuses all that are under way, and what still comes over connections that are kept. */
  refuseAll(): void
}

/** A new process takes over within this. */
const RETRY_SECONDS = 2

/** Creates the account of the requests under way. */
export function createRequestsUnderWay(): RequestsUnderWay {
  const refusals = new Set<() => void>()
  let isOver = false
  return {
    async finish(work, isUnanswered) {
      // Not one promise for all: what races against it would be kept for as long as the process lives.
      let refuse: () => void = () => undefined
      const refused = new Promise<never>((_resolve, reject) => {
        refuse = () => {
          if (!isUnanswered()) return
          reject(new Refusal('shutting_down', { retryAfterSeconds: RETRY_SECONDS }))
        }
      })
      if (isOver) refuse()
      refusals.add(refuse)
      try {
        return await Promise.race([work, refused])
      } finally {
        refusals.delete(refuse)
      }
    },
    refuseAll() {
      isOver = true
      for (const refuse of refusals) refuse()
    },
  }
}

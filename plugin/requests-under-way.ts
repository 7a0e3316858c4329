import { Refusal } from './refusal.ts'

/** The requests this process works on, which are answered before their connections are cut. */
export interface RequestsUnderWay {
  /** The work's outcome; Refusal('shutting_down') when the process ends first. Its later outcome is dropped. */
  finish<Result>(work: Promise<Result>, isOurs: () => boolean): Promise<Result>
  /** Refuses all that are under way, but those that an upstream answers by itself. */
  refuseAll(): void
}

/** A new process takes over within this. */
const RETRY_SECONDS = 2

/** Creates the account of the requests under way. */
export function createRequestsUnderWay(): RequestsUnderWay {
  const refusals = new Set<() => void>()
  return {
    async finish(work, isOurs) {
      // Not one promise for all: what races against it would be kept for as long as the process lives.
      let refuse: () => void = () => undefined
      const refused = new Promise<never>((_resolve, reject) => {
        refuse = () => {
          if (isOurs()) reject(new Refusal('shutting_down', { retryAfterSeconds: RETRY_SECONDS }))
        }
      })
      refusals.add(refuse)
      try {
        return await Promise.race([work, refused])
      } finally {
        refusals.delete(refuse)
      }
    },
    refuseAll() {
      for (const refuse of refusals) refuse()
    },
  }
}

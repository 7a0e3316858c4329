/** Runs one piece of learning. Returns when it is over; it never rejects. */
export type LearnQuietly = (what: string, work: () => Promise<void>) => Promise<void>

/** What is learned is for later requests: what goes wrong with it is no failure of this one, and is only logged. */
export function learnQuietly(log: { debug(fields: object, text: string): void }): LearnQuietly {
  return async (what, work) => {
    try {
      await work()
    } catch (err) {
      log.debug({ err }, `accelerator: ${what} failed`)
    }
  }
}

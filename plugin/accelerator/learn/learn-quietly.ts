/**
 * Builds what runs one piece of learning and never rejects. What is learned is for later requests: what goes
 * wrong with it is no failure of this one, and is only logged.
 */
export function learnQuietly(log: { debug(fields: object, text: string): void }) {
  return async (what: string, work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (err) {
      log.debug({ err }, `accelerator: ${what} failed`)
    }
  }
}

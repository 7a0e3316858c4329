/**
 * Resolves when the process is told to stop (SIGTERM, SIGINT). Called before it listens, it leaves no moment
 * at which a signal would cut whom it serves. The same signal again ends the process at once, e.g. when a
 * start or a stop hangs.
 */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve())
    process.once('SIGINT', () => resolve())
  })
}

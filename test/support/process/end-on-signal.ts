/**
 * Ends this process when it is asked to (SIGTERM), with what listens for its exit: the servers of a test
 * and its Chromium. Playwright's own handler closes only the browser, so that a test file which ran into its
 * time limit continued for ever.
 */
export function endOnSignal(): void {
  if (process.listeners('SIGTERM').includes(end)) return
  process.on('SIGTERM', end)
}

function end(): void {
  process.exit(143)
}

/** Runs `task` when there is nothing else to do. Safari has no way to know: there it is soon. */
export function whenIdle(window: Window, task: () => void): void {
  if ('requestIdleCallback' in window) window.requestIdleCallback(task, { timeout: 2_000 })
  else setTimeout(task, 200)
}

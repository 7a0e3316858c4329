/** Typing pauses so long before all of a long message is deleted over. */
const PAUSE_MS = 400

/** Work on all of a long message: once typing pauses, and not for each key. */
export interface AfterPause {
  /** In the place of what waits. */
  readonly later: (work: () => void) => void
  /** Does at once what waits. */
  readonly settle: () => void
  /** What waits is done no more. */
  readonly drop: () => void
}

/** Builds it; nothing waits. */
export function createAfterPause(): AfterPause {
  let waiting: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function drop(): void {
    clearTimeout(timer)
    waiting = undefined
  }

  function settle(): void {
    const work = waiting
    drop()
    work?.()
  }

  return {
    later(work) {
      drop()
      waiting = work
      timer = setTimeout(settle, PAUSE_MS)
    },
    settle,
    drop,
  }
}

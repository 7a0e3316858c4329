/** Reports when a user rested on a message. */
export type Rest = ReturnType<typeof createRest>

interface RestOptions {
  /** Infinite: never automatically. `isRequested`: the user opened the message. */
  readonly afterMs: (isRequested: boolean) => number
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>
}

/** Builds the clock. A page no one sees does not count; the time starts again when it is seen again. */
export function createRest({ afterMs, page }: RestOptions) {
  let waiting: (() => void) | undefined
  let isChosen = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    clearTimeout(timer)
    const ms = afterMs(isChosen)
    if (waiting === undefined || page.hidden || ms === Infinity) return
    timer = setTimeout(confirm, ms)
  }

  /** The user does something with the message: that is as good as waiting. */
  function confirm(): void {
    const rested = waiting
    end()
    rested?.()
  }

  /** The message left the screen, or is not to count as read. */
  function end(): void {
    clearTimeout(timer)
    waiting = undefined
  }

  page.addEventListener('visibilitychange', start)

  return {
    /** A message is on the screen: `onRested` is called once it has been there for so long, or at once. */
    start(onRested: () => void, isRequested: boolean) {
      waiting = onRested
      isChosen = isRequested
      if (afterMs(isRequested) === 0) confirm()
      else start()
    },
    /** How long it is was changed. */
    restart: start,
    confirm,
    end,
  }
}

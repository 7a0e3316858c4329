/** Tells when a person rested on a message that came on the screen without being asked for. */
export type Rest = ReturnType<typeof createRest>

interface RestOptions {
  /** Infinite: never by itself. */
  readonly afterMs: () => number
  readonly page: Document
}

/** Builds the clock. A page nobody sees does not count; the time begins anew when it is seen again. */
export function createRest({ afterMs, page }: RestOptions) {
  let waiting: (() => void) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function start(): void {
    clearTimeout(timer)
    if (waiting === undefined || page.hidden || afterMs() === Infinity) return
    timer = setTimeout(confirm, afterMs())
  }

  /** The person does something with the message: that is as good as waiting. */
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
    begin(onRested: () => void, isAskedFor: boolean) {
      waiting = onRested
      if (afterMs() === Infinity) return
      if (isAskedFor || afterMs() === 0) confirm()
      else start()
    },
    confirm,
    end,
  }
}

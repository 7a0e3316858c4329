/** Tells when a person rested on a message. */
export type Rest = ReturnType<typeof createRest>

interface RestOptions {
  /** Infinite: never by itself. `isAskedFor`: the person opened the message. */
  readonly afterMs: (isAskedFor: boolean) => number
  readonly page: Pick<Document, 'hidden' | 'addEventListener'>
}

/** Builds the clock. A page nobody sees does not count; the time begins anew when it is seen again. */
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
      isChosen = isAskedFor
      if (afterMs(isAskedFor) === 0) confirm()
      else start()
    },
    /** How long it is was changed. */
    restart: start,
    confirm,
    end,
  }
}

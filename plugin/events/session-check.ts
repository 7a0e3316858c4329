/** Asks again and again whether a session holds, until told to stop. */
export interface SessionCheck {
  stop(): void
}

interface SessionCheckOptions {
  readonly everyMs: number
  /** Never rejects. */
  readonly isValid: (signal: AbortSignal) => Promise<boolean>
  /** Called once, after the first no. */
  readonly onInvalid: () => void
}

/** Starts asking; the next question waits for the answer to the last. */
export function startSessionCheck({
  everyMs,
  isValid,
  onInvalid,
}: SessionCheckOptions): SessionCheck {
  const life = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  const ask = async (): Promise<void> => {
    const holds = await isValid(life.signal)
    if (life.signal.aborted) return
    if (holds) schedule()
    else onInvalid()
  }

  const schedule = (): void => {
    timer = setTimeout(() => void ask(), everyMs)
  }

  schedule()
  return {
    stop() {
      clearTimeout(timer)
      life.abort()
    },
  }
}

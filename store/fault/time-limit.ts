/** A wait was given up after its limit; the work behind it may still finish. */
export class TimeLimitReached extends Error {
  override readonly name = 'TimeLimitReached'
  readonly limitMs: number

  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`)
    this.limitMs = limitMs
  }
}

/** The work's own outcome, or TimeLimitReached after `limitMs`. A later outcome is dropped on purpose. */
export async function withinLimit<Value>(work: Promise<Value>, limitMs: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeLimitReached(limitMs)), limitMs)
  })
  try {
    return await Promise.race([work, limit])
  } finally {
    clearTimeout(timer)
  }
}

import { signal, type ReadonlySignal } from '@preact/signals'
import { Problem } from '../wire/problem.ts'
import { endsSession, type Session } from './session.ts'

export type ConnectionState =
  | { readonly kind: 'online' }
  /** Nothing is lost; one probe asks again at `retryAt` (ms of `now`). */
  | { readonly kind: 'waiting'; readonly message: string; readonly retryAt: number }
  | { readonly kind: 'probing'; readonly message: string }

/** Keeps requests alive over outages: reads and repeatable acts wait here until the server answers again. */
export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** Repeats `call` after an outage or a new sign-in; other problems pass through. */
  reach<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
  /** Notes the outcome of a call that must not be repeated by itself, such as sending. */
  once<Answer>(call: () => Promise<Answer>, signal: AbortSignal): Promise<Answer>
  readonly retryNow: () => void
}

interface ConnectionOptions {
  readonly session: Session
  /** A cheap question; resolves when the server answers. */
  readonly probe: (signal: AbortSignal) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  readonly firstDelayMs: number
  readonly maxDelayMs: number
}

/** Builds the connection. However many requests wait, one probe at a time asks for all of them. */
export function createConnection(options: ConnectionOptions): Connection {
  const { session, probe, now, random, firstDelayMs, maxDelayMs } = options
  const state = signal<ConnectionState>({ kind: 'online' })
  const life = new AbortController()
  let attempts = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiters = new Set<() => void>()

  function online(): void {
    clearTimeout(timer)
    attempts = 0
    if (state.value.kind !== 'online') state.value = { kind: 'online' }
    const resumed = waiters
    waiters = new Set()
    for (const resume of resumed) resume()
  }

  function interrupted(problem: Problem): void {
    if (state.value.kind === 'waiting') return
    const backOffMs = Math.min(maxDelayMs, firstDelayMs * 2 ** attempts)
    // Jitter keeps the tabs of many users from asking at the same moment.
    const delayMs = Math.max(problem.retryAfterMs ?? 0, backOffMs) * (0.75 + random() / 2)
    attempts += 1
    state.value = { kind: 'waiting', message: problem.message, retryAt: now() + delayMs }
    timer = setTimeout(() => void ask(problem.message), delayMs)
  }

  async function ask(message: string): Promise<void> {
    clearTimeout(timer)
    state.value = { kind: 'probing', message }
    try {
      await probe(life.signal)
      online()
    } catch (error) {
      // A server that says "signed out" answers: whoever waits learns it from its own request.
      if (error instanceof Problem && error.canRetry) interrupted(error)
      else online()
    }
  }

  function restored(abort: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const resume = () => {
        abort.removeEventListener('abort', giveUp)
        resolve()
      }
      const giveUp = () => {
        waiters.delete(resume)
        reject(new DOMException('The wait was given up.', 'AbortError'))
      }
      waiters.add(resume)
      abort.addEventListener('abort', giveUp, { once: true })
    })
  }

  return {
    state,
    async reach(call, abort) {
      for (;;) {
        if (state.value.kind !== 'online') await restored(abort)
        try {
          return await call()
        } catch (error) {
          abort.throwIfAborted()
          if (!(error instanceof Problem)) throw error
          if (endsSession(error)) await session.recover(error, abort)
          else if (error.canRetry) interrupted(error)
          else throw error
        }
      }
    },
    async once(call, abort) {
      try {
        const answer = await call()
        if (state.value.kind !== 'online') online()
        return answer
      } catch (error) {
        if (error instanceof Problem && endsSession(error)) void session.recover(error, abort)
        else if (error instanceof Problem && error.canRetry) interrupted(error)
        throw error
      }
    },
    retryNow() {
      if (state.value.kind === 'waiting') void ask(state.value.message)
    },
  }
}

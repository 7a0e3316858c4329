import { signal, type ReadonlySignal } from '@preact/signals'
import { backoffMs, withJitter, type BackoffLimits } from '../../../concurrency/backoff.ts'
import { failureOf, Problem, type Failure } from '../../wire/http/problem.ts'
import type { TabChannel, TabMessage } from '../../browser/tab-channel.ts'
import { endsSession, type Session } from './session.ts'

/** The longest a probe may take before another tab asks instead. */
const PROBE_MS = 30_000

export type ConnectionState =
  | { readonly kind: 'online' }
  /** Nothing is lost; one probe asks again at `retryAt` (ms of `now`). */
  | ({ readonly kind: 'waiting'; readonly retryAt: number } & Failure)
  | ({ readonly kind: 'probing' } & Failure)

/** Keeps requests alive over outages: reads and repeatable acts wait here until the server answers again. */
export interface Connection {
  readonly state: ReadonlySignal<ConnectionState>
  /** Repeats `call` after an outage or a new sign-in; other problems pass through. */
  reach<Response>(call: () => Promise<Response>, signal: AbortSignal): Promise<Response>
  /** Notes the outcome of a call that must not be repeated automatically, such as sending. */
  once<Result>(call: () => Promise<Result>, signal: AbortSignal): Promise<Result>
  readonly retryNow: () => void
}

interface ConnectionOptions {
  readonly session: Session
  readonly tabs: TabChannel
  /** Tells this tab from the others. */
  readonly tabId: string
  /** A cheap question; resolves when the server answers. */
  readonly probe: (signal: AbortSignal) => Promise<void>
  readonly now: () => number
  readonly random: () => number
  readonly delay: BackoffLimits
  /** How long after its time the probe of another tab is waited for. */
  readonly takeOverMs: number
}

/** Builds the connection. However many requests wait in however many tabs, one probe at a time requests all of them. */
export function createConnection(options: ConnectionOptions): Connection {
  const { session, tabs, tabId, probe, now, random } = options
  const state = signal<ConnectionState>({ kind: 'online' })
  const life = new AbortController()
  let attempts = 0
  /** This tab requests all of them. */
  let isLeading = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiters = new Set<() => void>()

  function online(): void {
    clearTimeout(timer)
    if (state.value.kind !== 'online') state.value = { kind: 'online' }
    const resumed = waiters
    waiters = new Set()
    for (const resume of resumed) resume()
  }

  function interrupted(problem: Problem): void {
    if (state.value.kind === 'waiting') return
    const backOffMs = backoffMs(attempts, options.delay)
    // Jitter keeps the tabs of many users from asking at the same moment.
    const delayMs = withJitter(Math.max(problem.retryAfterMs ?? 0, backOffMs), 0.5, random)
    attempts += 1
    isLeading = true
    const failure = failureOf(problem)
    // The request that met the outage is the one to look for, not the probes after it.
    const first = state.value.kind === 'probing' ? state.value.reference : undefined
    wait({ ...failure, reference: first ?? failure.reference }, now() + delayMs, delayMs)
    notify()
  }

  function wait({ message, reference }: Failure, retryAt: number, delayMs: number): void {
    clearTimeout(timer)
    state.value = { kind: 'waiting', message, reference, retryAt }
    timer = setTimeout(() => void request({ message, reference }), delayMs)
  }

  function notify(): void {
    if (state.value.kind === 'waiting') tabs.post({ ...state.value, sender: tabId, attempts })
  }

  // The tab that asks first requests all. The others take over when nothing is heard of it: it may be closed.
  function follow(message: TabMessage): void {
    const { takeOverMs } = options
    if (message.kind === 'online') online()
    if (message.kind === 'probing') {
      isLeading = false
      wait(message, now(), takeOverMs + PROBE_MS)
      state.value = message
    }
    if (message.kind !== 'waiting' || (isLeading && state.value.kind === 'probing')) return
    attempts = Math.max(attempts, message.attempts)
    if (isLeading && state.value.kind === 'waiting' && isBefore(state.value, message)) {
      notify()
      return
    }
    isLeading = false
    wait(message, message.retryAt, Math.max(0, message.retryAt - now()) + takeOverMs)
  }

  function isBefore(
    own: { readonly retryAt: number },
    received: { readonly retryAt: number; readonly sender: string },
  ): boolean {
    return (
      own.retryAt < received.retryAt ||
      (own.retryAt === received.retryAt && tabId < received.sender)
    )
  }

  async function request({ message, reference }: Failure): Promise<void> {
    clearTimeout(timer)
    isLeading = true
    const probing = { kind: 'probing', message, reference } as const
    state.value = probing
    tabs.post(probing)
    try {
      await probe(life.signal)
    } catch (error) {
      // A server that says "signed out" answers: anyone who waits learns it from its own request.
      if (error instanceof Problem && error.canRetry) {
        interrupted(error)
        return
      }
    }
    online()
    tabs.post({ kind: 'online' })
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

  tabs.listen(follow)

  return {
    state,
    async reach(call, abort) {
      for (;;) {
        if (state.value.kind !== 'online') await restored(abort)
        try {
          const response = await call()
          attempts = 0
          return response
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
        const response = await call()
        attempts = 0
        if (state.value.kind !== 'online') {
          online()
          tabs.post({ kind: 'online' })
        }
        return response
      } catch (error) {
        if (error instanceof Problem && endsSession(error)) void session.recover(error, abort)
        else if (error instanceof Problem && error.canRetry) interrupted(error)
        throw error
      }
    },
    retryNow() {
      if (state.value.kind === 'waiting') void request(state.value)
    },
  }
}

import { MessageChannel, type MessagePort } from 'node:worker_threads'

/** Two limits in a row: the wait for a thread, then the work; the thread itself says when it begins. */
export interface RenderClock {
  /** Aborted when a limit is over. */
  readonly signal: AbortSignal
  /** A thread has taken the body. */
  hasBegun(): boolean
  /** For the thread to tell by. Every attempt needs another one: it goes to the thread. */
  startedPort(): MessagePort
  stop(): void
}

/** Starts the wait. */
export function startRenderClock({
  startTimeoutMs,
  timeoutMs,
}: {
  readonly startTimeoutMs: number
  readonly timeoutMs: number
}): RenderClock {
  const limit = new AbortController()
  const expire = () => limit.abort()
  let timer = setTimeout(expire, startTimeoutMs)
  let hasBegun = false
  let here: MessagePort | undefined
  return {
    signal: limit.signal,
    hasBegun: () => hasBegun,
    startedPort() {
      here?.close()
      const { port1, port2 } = new MessageChannel()
      here = port1
      here.once('message', () => {
        hasBegun = true
        clearTimeout(timer)
        timer = setTimeout(expire, timeoutMs)
      })
      return port2
    },
    stop() {
      clearTimeout(timer)
      here?.close()
    },
  }
}

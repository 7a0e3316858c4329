import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import { backoffMs } from '../../plugin/concurrency/backoff.ts'
import { STOP_LIMIT_MS } from '../../plugin/process/listen.ts'
import type { SupervisorState } from './state.ts'

/** What a supervisor is asked to do: replace the running Postern, or end with it. */
export type SupervisorOrder = 'restart' | 'stop'

interface KeepOptions {
  readonly startGateway: () => ChildProcess
  /** Resolves with the next order; orders given meanwhile are not lost. */
  readonly nextOrder: () => Promise<SupervisorOrder>
  readonly report: (
    state: Omit<SupervisorState, 'supervisor' | 'listen' | 'sessions'>,
  ) => Promise<void>
  /** Rejects when the signal says that no caller waits any more. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly longestPauseMs: number
}

/**
 * Runs one Postern after the other until told to stop. One that ends automatically is started again, with
 * pauses that double; the socket listens all the time, so that clients wait instead of failing.
 */
export async function keep(options: KeepOptions): Promise<void> {
  let starts = 0
  let failures = 0
  let order = options.nextOrder()

  for (;;) {
    const gateway = options.startGateway()
    const ended = once(gateway, 'exit')
    starts += 1
    await options.report({ gateway: gateway.pid ?? null, starts, failures })

    const next = await Promise.race([order, ended.then(() => 'ended' as const)])
    if (next === 'ended') {
      failures += 1
      await options.report({ gateway: null, starts, failures })
      const given = await Promise.race([order, options.wait(pauseMs(failures, options))])
      if (given === 'stop') return
      if (given === 'restart') {
        failures = 0
        order = options.nextOrder()
      }
      continue
    }
    await stopGateway(gateway, ended, (signal) => options.wait(STOP_LIMIT_MS, signal))
    if (next === 'stop') return
    failures = 0
    order = options.nextOrder()
  }
}

function pauseMs(failures: number, { longestPauseMs }: KeepOptions): number {
  return backoffMs(failures - 1, { firstMs: 250, maxMs: longestPauseMs })
}

async function stopGateway(
  gateway: ChildProcess,
  ended: Promise<unknown>,
  limit: (signal: AbortSignal) => Promise<void>,
): Promise<void> {
  gateway.kill('SIGTERM')
  const waitEnd = new AbortController()
  // Rejects once it has ended, and is needed no more.
  void limit(waitEnd.signal).then(
    () => gateway.kill('SIGKILL'),
    () => undefined,
  )
  await ended
  waitEnd.abort()
}

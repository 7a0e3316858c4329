import { once } from 'node:events'
import type { ChildProcess } from 'node:child_process'
import type { SupervisorState } from './state.ts'

/** What a supervisor is asked to do: replace the running Postern, or end with it. */
export type SupervisorOrder = 'restart' | 'stop'

interface KeepOptions {
  readonly startGateway: () => ChildProcess
  /** Resolves with the next order; orders given meanwhile are not lost. */
  readonly nextOrder: () => Promise<SupervisorOrder>
  readonly report: (state: Omit<SupervisorState, 'keeper' | 'listen'>) => Promise<void>
  readonly wait: (ms: number) => Promise<void>
  /** A Postern that has not ended so long after SIGTERM is killed. */
  readonly stopMs: number
  readonly longestPauseMs: number
}

/**
 * Runs one Postern after the other until told to stop. One that ends by itself is started again, with
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
    await stopGateway(gateway, ended, options.stopMs)
    if (next === 'stop') return
    failures = 0
    order = options.nextOrder()
  }
}

function pauseMs(failures: number, { longestPauseMs }: KeepOptions): number {
  return Math.min(longestPauseMs, 250 * 2 ** Math.min(failures - 1, 16))
}

async function stopGateway(
  gateway: ChildProcess,
  ended: Promise<unknown>,
  stopMs: number,
): Promise<void> {
  gateway.kill('SIGTERM')
  const kill = setTimeout(() => gateway.kill('SIGKILL'), stopMs)
  await ended
  clearTimeout(kill)
}

import { shareRuns } from '../../concurrency/single-flight.ts'
import type { Backend } from './backends.ts'

/** What the backends answered when they were last asked, for machines that ask often. */
export interface BackendMonitor {
  /** The responses, asked again where they are older than `freshMs`. Anyone who asks meanwhile shares them. */
  look(): Promise<readonly Backend[]>
  /** The last answers without a wait, empty before the first; has them asked again where they are old. */
  latest(): readonly Backend[]
}

/** Keeps the responses of `examine`, which must not take longer than its own limit. `now` in ms. */
export function createBackendMonitor({
  examine,
  freshMs,
  now,
}: {
  readonly examine: () => Promise<readonly Backend[]>
  readonly freshMs: number
  readonly now: () => number
}): BackendMonitor {
  let last: { readonly at: number; readonly backends: readonly Backend[] } | undefined

  const query = shareRuns(async () => {
    const backends = await examine()
    last = { at: now(), backends }
    return backends
  })
  const look = (): Promise<readonly Backend[]> => {
    // A clock that was set back must not keep an old answer.
    if (last !== undefined && Math.abs(now() - last.at) < freshMs) {
      return Promise.resolve(last.backends)
    }
    return query()
  }

  return {
    look,
    latest() {
      // No one waits for it here; what it fails with is told to anyone who looks next.
      look().catch(() => undefined)
      return last?.backends ?? []
    },
  }
}

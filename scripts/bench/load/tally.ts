import { latenciesOf } from '../measure/latencies.ts'
import type { LoadReport } from './job.ts'

/** Collects what users experience. */
export interface Tally {
  /** Times one operation; a failure is counted and told, never thrown. */
  time(work: () => Promise<unknown>): Promise<void>
  /** Forgets everything so far: the warm-up is over. */
  reset(): void
  /** Operations finished since the reset. */
  readonly count: number
  report(): LoadReport
}

const MAX_TEXTS = 5

/** Starts counting now. */
export function createTally(): Tally {
  let samplesMs: number[] = []
  let errors = 0
  let texts = new Set<string>()
  let since = performance.now()
  let cpuSince = process.cpuUsage()

  return {
    async time(work) {
      const startedAt = performance.now()
      try {
        await work()
        samplesMs.push(performance.now() - startedAt)
      } catch (error) {
        errors += 1
        if (texts.size < MAX_TEXTS)
          texts.add(error instanceof Error ? error.message : String(error))
      }
    },
    reset() {
      samplesMs = []
      errors = 0
      texts = new Set()
      since = performance.now()
      cpuSince = process.cpuUsage()
    },
    get count() {
      return samplesMs.length + errors
    },
    report() {
      const seconds = (performance.now() - since) / 1000
      const { user, system } = process.cpuUsage(cpuSince)
      return {
        requests: samplesMs.length,
        errors,
        errorTexts: [...texts],
        seconds,
        perSecond: samplesMs.length / seconds,
        ...latenciesOf(samplesMs),
        generatorCores: (user + system) / 1e6 / seconds,
      }
    },
  }
}

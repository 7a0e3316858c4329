import { latenciesOf } from '../measure/latencies.ts'
import type { LoadReport } from './job.ts'

const MAX_TEXTS = 5

/** Collects what users experience. Starts counting now. */
export function createTally() {
  let samplesMs: number[] = []
  let errors = 0
  let texts = new Set<string>()
  let since = performance.now()
  let cpuSince = process.cpuUsage()

  return {
    /** Times one operation; a failure is counted and told, never thrown. */
    async time(work: () => Promise<unknown>) {
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
    /** Forgets everything so far: the warm-up is over. */
    reset() {
      samplesMs = []
      errors = 0
      texts = new Set()
      since = performance.now()
      cpuSince = process.cpuUsage()
    },
    /** Operations finished since the reset. */
    get count() {
      return samplesMs.length + errors
    },
    report(): LoadReport {
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

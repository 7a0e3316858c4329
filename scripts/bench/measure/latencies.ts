/** Percentiles of a measurement, in ms; undefined when nothing was measured. */
export interface Latencies {
  readonly p50Ms: number | undefined
  readonly p95Ms: number | undefined
  readonly p99Ms: number | undefined
  readonly maxMs: number | undefined
}

/** Percentiles by the nearest-rank method: each is a value that was measured. */
export function latenciesOf(samplesMs: readonly number[]): Latencies {
  const sorted = [...samplesMs].sort((one, other) => one - other)
  const at = (share: number) => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)]
  return { p50Ms: at(0.5), p95Ms: at(0.95), p99Ms: at(0.99), maxMs: at(1) }
}

/** The middle of some rounds; of an even number the lower one, so that it is a value that was measured. */
export function medianOf(values: readonly number[]): number | undefined {
  const sorted = [...values].sort((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)]
}

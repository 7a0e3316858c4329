/** Waiting times between attempts: doubling from `firstMs` to `longestMs`, each with up to half of it as jitter. */
export function backoffMs(
  attempt: number,
  { firstMs, longestMs, random }: { firstMs: number; longestMs: number; random: () => number },
): number {
  const full = Math.min(firstMs * 2 ** Math.min(attempt, 20), longestMs)
  return full / 2 + (full / 2) * random()
}

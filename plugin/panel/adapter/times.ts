/** Times that a panel tells are of the clock of its machine, which may be ours and may be moved. */
export interface PanelClocks {
  /** Measures ages; continues as before when the other one is moved. */
  readonly now: () => number
  /** Unix ms of the machine's clock. */
  readonly wall: () => number
}

/**
 * Ms since a time of the machine's clock. Of a time before a move one clock is right, of a time after it the
 * other one: the younger age counts that is none from before its beginning.
 */
export function ageOf(at: number, { now, wall }: PanelClocks): number {
  const ages = [now() - at, wall() - at].filter((ageMs) => ageMs >= 0)
  return ages.length === 0 ? 0 : Math.min(...ages)
}

/** Whether both clocks are past a moment that a panel named: a panel says "no" itself when it is over. */
export function isOver(at: number, { now, wall }: PanelClocks): boolean {
  return at <= Math.min(now(), wall())
}

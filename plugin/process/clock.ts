/** Measures ages: never goes back, and does not follow a wall clock that somebody moves. */
export interface Clock {
  /** Unix ms, as a whole number. */
  readonly now: () => number
  /** Ms by which `now` differs from the wall clock; ages of a next process count on from it. */
  offsetMs(): number
}

interface ClockOptions {
  /** Unix ms of the machine's clock, which may jump. */
  readonly wall: () => number
  /** Ms since some moment, which never jump. */
  readonly monotonic: () => number
  /** `offsetMs` of the process before, whose times are in the store. */
  readonly offsetMs: number
  /** Told once for each move of the wall clock against the monotonic one, with its ms. */
  readonly onMove: (movedMs: number) => void
}

/** Less is the work of a time server. */
const MOVE_MS = 60_000

/**
 * How fast `now` comes near the wall clock again, as a share of the time that passes: an hour takes ten
 * hours, and a session that may idle for 30 minutes may do so for 27 or 33 meanwhile (as ntpd slews).
 */
const SLEW = 0.1

/** To be asked now and then also when nobody needs the time, so that a move is noticed. */
export function createClock({ wall, monotonic, offsetMs, onMove }: ClockOptions): Clock {
  let seenAt = monotonic()
  let apartMs = wall() - seenAt
  let steady = wall() + offsetMs

  function advance(): void {
    const at = monotonic()
    const elapsedMs = at - seenAt
    seenAt = at
    const wallNow = wall()
    const movedMs = wallNow - at - apartMs
    apartMs = wallNow - at
    if (Math.abs(movedMs) > MOVE_MS) onMove(Math.round(movedMs))

    steady += elapsedMs
    const mostMs = elapsedMs * SLEW
    steady += Math.max(-mostMs, Math.min(mostMs, wallNow - steady))
  }

  return {
    now() {
      advance()
      return Math.round(steady)
    },
    offsetMs() {
      advance()
      return Math.round(steady - wall())
    },
  }
}

import type { PassReason } from '../accelerator/request/response.ts'
import type { AcceleratedAction } from '../accelerator/request/hot-request.ts'

/** So many requests for one action had one outcome: Postern answered, or passed them on for a reason. */
export interface AcceleratedCount {
  readonly action: AcceleratedAction
  readonly by: PassReason | 'postern'
  readonly requests: number
}

/** Who answered the hot requests of the last day: what is wrong today must not hide in the months before. */
export interface AcceleratedCounts {
  count(action: AcceleratedAction, by: PassReason | 'postern'): void
  recent(): readonly AcceleratedCount[]
}

/** How far back recent counts go; the oldest hour goes as a whole. */
export const RECENT_HOURS = 24
const HOUR_MS = 3_600_000

interface Hour {
  readonly hour: number
  readonly counts: Map<string, AcceleratedCount>
}

/** Counts in memory since the start of the process. `now` in ms. */
export function createAcceleratedCounts({
  now,
}: {
  readonly now: () => number
}): AcceleratedCounts {
  let hours: readonly Hour[] = []

  const thisHour = (): Hour => {
    const hour = Math.floor(now() / HOUR_MS)
    const last = hours.at(-1)
    if (last?.hour === hour) return last
    const next = { hour, counts: new Map<string, AcceleratedCount>() }
    hours = [...hours.filter((old) => old.hour > hour - RECENT_HOURS), next]
    return next
  }
  const addTo = (counts: Hour['counts'], { action, by, requests }: AcceleratedCount): void => {
    const key = `${action} ${by}`
    counts.set(key, { action, by, requests: (counts.get(key)?.requests ?? 0) + requests })
  }

  return {
    count: (action, by) => addTo(thisHour().counts, { action, by, requests: 1 }),
    recent() {
      // Hours in which no one asked end as well.
      thisHour()
      const sum: Hour['counts'] = new Map()
      for (const { counts } of hours) for (const counted of counts.values()) addTo(sum, counted)
      return [...sum.values()]
    },
  }
}

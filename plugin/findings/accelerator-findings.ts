import { z } from 'zod'
import { HOT_ACTIONS } from '../config/sections/webmail-accelerate.ts'
import type { AcceleratedCount } from '../metrics/accelerated-counts.ts'
import { fine, warning, type Finding } from './finding.ts'
import { passReasonText } from './pass-reasons.ts'

/** How many of the hot requests of the last day Postern answered itself, and why not the others. */
export const acceleratedShare = z.object({
  requests: z.number(),
  own: z.number(),
  /** By the name of the reason, as the metric has it. */
  reasons: z.record(z.string(), z.number()).readonly(),
})

/** The share of hot requests that Postern answered itself. */
export type AcceleratedShare = Readonly<z.output<typeof acceleratedShare>>

/** Below this share Roundcube does much that Postern is there for. */
const LOW_SHARE = 0.8
/** Fewer requests than this show the first minutes of some users, and nothing else. */
const MIN_REQUESTS = 200
/** The reasons that are told, the most frequent first. */
const REASONS_REPORTED = 3

/** Sums up counts; sign-ins are asked seldom, and by default never answered by Postern: they are left out. */
export function shareOf(counts: readonly AcceleratedCount[]): AcceleratedShare {
  const reasons: Record<string, number> = {}
  let [requests, own] = [0, 0]
  for (const { action, by, requests: counted } of counts) {
    if (!HOT_ACTIONS.some((name) => name === action)) continue
    requests += counted
    if (by === 'postern') own += counted
    else reasons[by] = (reasons[by] ?? 0) + counted
  }
  return { requests, own, reasons }
}

/** Whether the accelerator accelerates: a warning names the most frequent reasons and what to do about each. */
export function acceleratorFindings(share: AcceleratedShare): readonly Finding[] {
  const { requests, own } = share
  if (requests < MIN_REQUESTS) return []
  const seen = `Postern answered ${percentText(own, requests)} of ${requests} hot requests of the last day`
  if (own >= LOW_SHARE * requests) return [fine('accelerator.share', seen)]
  const advice = frequentReasons(share)
    .slice(0, REASONS_REPORTED)
    .map(([reason, count]) => {
      const text = passReasonText(reason)
      return `${percentText(count, requests)} ${reason}, ${text.what}: ${text.advice}`
    })
  return [
    warning('accelerator.low-share', `${seen}, Roundcube the others`, advice.join('\n        ')),
  ]
}

/** Reasons with their counts, the most frequent first. */
export function frequentReasons({
  reasons,
}: AcceleratedShare): readonly (readonly [string, number])[] {
  return Object.entries(reasons).sort(([, one], [, other]) => other - one)
}

/** A part of a whole in percent, rounded down so that 100 % is all of them. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '-' : `${Math.floor((100 * part) / whole)} %`
}

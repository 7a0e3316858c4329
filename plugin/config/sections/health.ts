import { z } from 'zod'
import { milliseconds, MINUTE_MS } from './units.ts'

/** What Postern depends on, by the names of `/readyz` and of the metric `postern_backend_up`. */
export const backendIds = ['imap', 'smtp', 'panel', 'redis', 'database', 'spool'] as const

export type BackendId = (typeof backendIds)[number]

/** How the private listener finds out about the backends, and which of them `/readyz` is about. */
export const health = z.strictObject({
  required: z
    .array(z.enum(backendIds))
    .default([])
    .describe(
      'Without an answer of these /readyz says 503. Empty: Postern serves what it can, and only a process that can not read its spool is not ready',
    ),
  freshMs: milliseconds(1_000, 10 * MINUTE_MS)
    .default(15_000)
    .describe('A backend is asked for /readyz and /metrics at most once in it'),
  timeoutMs: milliseconds(100, 30_000)
    .default(1_500)
    .describe('A backend that has not answered by then is down'),
})

import { z } from 'zod'

/** What Postern depends on, by the names of `/readyz` and of the metric `postern_backend_up`. */
export const backendIds = ['imap', 'smtp', 'sieve', 'panel', 'redis', 'database', 'spool'] as const

export type BackendId = (typeof backendIds)[number]

/** How the private listener finds out about the backends, and which of them `/readyz` is about. */
export const health = z.strictObject({
  required: z
    .array(z.enum(backendIds))
    .default([])
    .describe(
      'Without an answer of these /readyz says 503. Empty: Postern serves what it can, and only a process that cannot read its spool is not ready',
    ),
})

import { z } from 'zod'
import { MINUTE_MS, milliseconds } from './units.ts'

/** `alerts`: what the process finds about itself, sent to whoever runs it. */
export const alerts = z.strictObject({
  webhook: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .default(null)
    .describe('Receives a POST with each finding that is new or cleared; null: none'),
  mailTo: z
    .array(z.email())
    .max(10)
    .default([])
    .describe('Who gets the same as a message; empty: nobody'),
  mailFrom: z
    .email()
    .nullable()
    .default(null)
    .describe('Its sender; null: postern at the name of this machine'),
  mailServer: z
    .strictObject({
      host: z
        .string()
        .min(1)
        .default('127.0.0.1')
        .describe('Mail server that takes it without a sign-in'),
      port: z.int().min(1).max(65535).default(25).describe('Its port'),
    })
    .prefault({}),
  afterMs: milliseconds(1_000, 24 * 60 * MINUTE_MS)
    .default(5 * MINUTE_MS)
    .describe(
      'A finding is new once it has lasted for this, and cleared once it has been away for this',
    ),
})

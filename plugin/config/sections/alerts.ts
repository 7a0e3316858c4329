import { z } from 'zod'
import { hostAndPort } from './addresses.ts'

/** `alerts`: what the process finds about itself, sent to anyone who runs it. */
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
  mailServer: hostAndPort
    .prefault('127.0.0.1:25')
    .describe('Mail server that takes it without a sign-in'),
})

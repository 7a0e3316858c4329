import { z } from 'zod'
import { isLoopback } from '../loopback.ts'
import { count, milliseconds, MINUTE_MS } from './units.ts'

const common = {
  minLength: count(1, 256).default(8).describe('Characters of a new password at least'),
  timeoutMs: milliseconds(100, 5 * MINUTE_MS)
    .default(30_000)
    .describe('Time limit of one change'),
  outputBytes: count(256, 1_048_576)
    .default(8_192)
    .describe('Output of a change; one that writes more has failed'),
  atOnce: count(1, 1_000).default(4).describe('Changes under way at one time; more are refused'),
}

/** `passwordChange`: how the owner of a mailbox changes its password. */
export const passwordChange = z
  .union([
    z.strictObject({
      command: z
        .array(z.string().min(1))
        .min(1)
        .refine(([program = '']) => program.startsWith('/'), 'must begin with an absolute path')
        .describe(
          'Program and its arguments, run without a shell; it reads login name, old and new password, a line each, from standard input',
        ),
      ...common,
    }),
    z.strictObject({
      url: z
        .url({ protocol: /^https?$/ })
        .refine(isConfidential, 'must be https://, or http:// on this machine')
        .describe('Address of the panel that is posted login name, old and new password as JSON'),
      ...common,
    }),
  ])
  .nullable()
  .default(null)
  .describe('How owners change the password of their mailbox; null: not here')

function isConfidential(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname.replace(/^\[|\]$/g, ''))
}

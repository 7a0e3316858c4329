import { z } from 'zod'
import { isLoopback } from '../loopback.ts'
import { count } from './units.ts'

const common = {
  minLength: count(1, 256).default(8).describe('Characters of a new password at least'),
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

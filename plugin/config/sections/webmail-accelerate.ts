import { z } from 'zod'
import { isRoundcubeCipher } from '../../../store/seal/index.ts'

/** Actions of Roundcube's front end that Postern can answer. */
export const HOT_ACTIONS = ['keep-alive', 'getunread', 'list', 'refresh', 'check-recent'] as const

/** `webmail.accelerate`: what Postern answers instead of the Roundcube behind it. */
export const webmailAccelerate = z.strictObject({
  off: z
    .array(z.enum(HOT_ACTIONS))
    .readonly()
    .default([])
    .describe('Actions that are left to Roundcube'),
  cipherMethod: z
    .string()
    .refine(isRoundcubeCipher, {
      error: ({ input }) => `passwords sealed by ${JSON.stringify(input)} cannot be read`,
    })
    .default('DES-EDE3-CBC')
    .describe("Roundcube's cipher_method, by which the passwords in its sessions are sealed"),
  signIn: z
    .boolean()
    .default(false)
    .describe(
      'Sign in whom Roundcube has signed in before; not with plugins that look at a sign-in (second factor, captcha)',
    ),
  mailHosts: z
    .array(z.string().min(1))
    .readonly()
    .default(['localhost', '127.0.0.1'])
    .describe(
      "Names in Roundcube's imap_host for the mail server of the section imap; sessions of others are left to Roundcube",
    ),
})

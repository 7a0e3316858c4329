import { z } from 'zod'
import { isRoundcubeCipher } from '../../../store/seal/index.ts'
import { count, HOUR_MS, milliseconds, MINUTE_MS } from './units.ts'

/** Actions of Roundcube's front end that Postern can answer. */
export const HOT_ACTIONS = ['keep-alive', 'getunread', 'list', 'refresh', 'check-recent'] as const

/** `webmail.accelerate`: what Postern answers in place of the Roundcube behind it. */
export const webmailAccelerate = z.strictObject({
  off: z
    .array(z.enum(HOT_ACTIONS))
    .readonly()
    .default([])
    .describe('Actions that are left to Roundcube'),
  cipherMethod: z
    .string()
    .refine(isRoundcubeCipher, {
      error: ({ input }) => `passwords sealed by ${JSON.stringify(input)} can not be read`,
    })
    .default('DES-EDE3-CBC')
    .describe("Roundcube's cipher_method, by which the passwords in its sessions are sealed"),
  signIn: z
    .boolean()
    .default(false)
    .describe(
      'Sign in whom Roundcube has signed in before; not with plugins that look at a sign-in (second factor, captcha)',
    ),
  signInLearnedMs: milliseconds(MINUTE_MS, 90 * 24 * HOUR_MS)
    .default(7 * 24 * HOUR_MS)
    .describe(
      "How long a sign-in of Roundcube's shows how somebody's sessions begin; then it signs them in once more",
    ),
  mailHosts: z
    .array(z.string().min(1))
    .readonly()
    .default(['localhost', '127.0.0.1'])
    .describe(
      "Names in Roundcube's imap_host for the mail server of the section imap; sessions of others are left to Roundcube",
    ),
  answerMs: milliseconds(100, MINUTE_MS)
    .default(5_000)
    .describe('Time the mail server has for such an answer, then Roundcube gives it'),
  restMs: milliseconds(1_000, HOUR_MS)
    .default(30_000)
    .describe('How long somebody whose mail could not be read is left to Roundcube'),
  learnedMs: milliseconds(1_000, 24 * HOUR_MS)
    .nullable()
    .default(null)
    .describe(
      'How long it counts what an answer of Roundcube has shown of the settings of a session; a change at another instance, or in the database, shows after it at the latest; null: an hour, of several instances 10 minutes',
    ),
  fileBytes: count(0, 1_073_741_824)
    .default(33_554_432)
    .describe(
      "Bytes of Roundcube's skin files (style, scripts, drawings; 1 MiB each at most) that are kept in memory with their compressed forms, by the version their addresses name; 0: each is asked for",
    ),
  sessions: count(1, 1_000_000)
    .default(5_000)
    .describe('Sessions of which is kept what was learned; about 10 kB each'),
})

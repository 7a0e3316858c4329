import { z } from 'zod'
import { oneLine } from '../contract/input.ts'

/** As many characters as a sign-in takes. */
const MAX_PASSWORD_CHARS = 1_024

/** A password of one line: it is passed on by lines. */
export const passwordInput = oneLine(MAX_PASSWORD_CHARS)
  .min(1)
  .meta({ examples: ['old words'] })

/** What the server gave for the next step. */
export const ticketInput = z
  .string()
  .regex(/^[A-Za-z0-9+/=]{1,2000}$/)
  .meta({ examples: ['dGlja2V0'] })

/** A code of an app, or a recovery code, as it is typed. */
export const codeInput = z
  .string()
  .regex(/^[A-Za-z0-9 -]{1,64}$/)
  .meta({ examples: ['123 456'] })

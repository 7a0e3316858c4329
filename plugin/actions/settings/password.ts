import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { passwordInput } from './sign-in-input.ts'

/** Throws Refusal('not_found') where it cannot be changed here. */
export const changePassword = defineAction({
  name: 'change-password',
  method: 'POST',
  about: 'changes the password of the mailbox, and ends the other sessions of the owner',
  context: 'sign-in',
  input: z.strictObject({ present: passwordInput, wanted: passwordInput }),
  output: z.strictObject({
    kind: z.literal('password-changed'),
    areOthersEnded: z
      .boolean()
      .describe('False where a store could not tell of all other sessions'),
  }),
  async run(passwords, { ownPassword }) {
    if (ownPassword === undefined) throw new Refusal('not_found')
    if (Array.from(passwords.wanted).length < ownPassword.minLength) {
      throw new Refusal('password_too_short')
    }
    return { kind: 'password-changed', ...(await ownPassword.change(passwords)) }
  },
})

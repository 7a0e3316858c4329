import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import type { OwnSecondFactor, SignInContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { codeInput, passwordInput, ticketInput } from './sign-in-input.ts'

// All three throw Refusal('not_found') where the sign-in requests none.

export const beginSecondFactor = defineAction({
  name: 'begin-second-factor',
  method: 'POST',
  about: 'a secret for an app, to be confirmed',
  context: 'sign-in',
  input: z.strictObject({ present: passwordInput }),
  output: z.strictObject({
    kind: z.literal('second-factor-invitation'),
    ticket: z.string().describe('Opaque; sent back with the first code'),
    secret: z.string().describe('Base32, for who types it into an app'),
    address: z.string().describe('otpauth: address that an app reads'),
    picture: z.string().describe('data: URL of it as a QR code (SVG)'),
  }),
  run: async ({ present }, context) => ({
    kind: 'second-factor-invitation',
    ...(await offered(context).invite(present)),
  }),
})

export const confirmSecondFactor = defineAction({
  name: 'confirm-second-factor',
  method: 'POST',
  about: 'stores the secret; from now on the sign-in asks for a code',
  context: 'sign-in',
  input: z.strictObject({ ticket: ticketInput, code: codeInput }),
  output: z.strictObject({
    kind: z.literal('second-factor-on'),
    recoveryCodes: z.array(z.string()).describe('Each for one sign-in; told this once'),
  }),
  run: async (proof, context) => ({
    kind: 'second-factor-on',
    recoveryCodes: await offered(context).confirm(proof),
  }),
})

export const endSecondFactor = defineAction({
  name: 'end-second-factor',
  method: 'POST',
  about: 'the sign-in asks for the password alone again',
  context: 'sign-in',
  input: z.strictObject({ present: passwordInput, code: codeInput }),
  output: z.strictObject({ kind: z.literal('second-factor-off') }),
  async run(proof, context) {
    await offered(context).turnOff(proof)
    return { kind: 'second-factor-off' }
  },
})

function offered({ secondFactor }: SignInContext): OwnSecondFactor {
  if (secondFactor === undefined) throw new Refusal('not_found')
  return secondFactor
}

import { z } from 'zod'
import { Refusal } from '../../http/refusal.ts'
import type { OwnPasskeys, SignInContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { nothing } from '../contract/input.ts'
import { passwordInput, ticketInput } from './sign-in-input.ts'

// All four throw Refusal('not_found') where the sign-in requests none.

/** An attestation is requested by no one; without one it is less than 2 kB. */
const MAX_RESPONSE_CHARS = 16_384

const output = z.strictObject({
  kind: z.literal('passkeys'),
  passkeys: z
    .array(
      z.strictObject({
        id: z.string().describe('Names it and opens nothing'),
        name: z.string(),
        domain: z.string().describe('Where it can be shown'),
        madeAt: z.number().describe('Unix ms'),
        usedAt: z.number().nullable().describe('Unix ms; null where it was not used yet'),
      }),
    )
    .describe('Oldest first'),
})

export const passkeys = defineAction({
  name: 'passkeys',
  method: 'GET',
  about: 'the passkeys of the owner',
  context: 'sign-in',
  input: nothing,
  output,
  run: (_input, context) => listed(offered(context)),
})

export const beginPasskey = defineAction({
  name: 'begin-passkey',
  method: 'POST',
  about: 'what the browser is asked for a new passkey',
  context: 'sign-in',
  input: z.strictObject({ present: passwordInput }),
  output: z.strictObject({
    kind: z.literal('passkey-question'),
    ticket: z.string().describe('Opaque; sent back with the answer'),
    options: z.string().describe('JSON for PublicKeyCredential.parseCreationOptionsFromJSON'),
  }),
  run: async ({ present }, context) => ({
    kind: 'passkey-question',
    ...(await offered(context).offer(present)),
  }),
})

export const confirmPasskey = defineAction({
  name: 'confirm-passkey',
  method: 'POST',
  about: 'stores what the browser made',
  context: 'sign-in',
  input: z.strictObject({
    ticket: ticketInput,
    response: z.string().max(MAX_RESPONSE_CHARS).describe('JSON of the browser'),
    name: z
      .string()
      .transform((name) => name.trim())
      .pipe(z.string().regex(/^\P{Cc}{1,64}$/u))
      .meta({ examples: ['Laptop'] }),
  }),
  output,
  async run(response, context) {
    const own = offered(context)
    await own.add(response)
    return listed(own)
  },
})

export const removePasskey = defineAction({
  name: 'remove-passkey',
  method: 'POST',
  about: 'takes a passkey away; one that is gone already is as good',
  context: 'sign-in',
  input: z.strictObject({
    present: passwordInput,
    id: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({ examples: ['0'.repeat(64)] }),
  }),
  output,
  async run(passkey, context) {
    const own = offered(context)
    await own.remove(passkey)
    return listed(own)
  },
})

async function listed(own: OwnPasskeys): Promise<ResultOf<typeof output>> {
  return { kind: 'passkeys', passkeys: await own.list() }
}

function offered({ passkeys: own }: SignInContext): OwnPasskeys {
  if (own === undefined) throw new Refusal('not_found')
  return own
}

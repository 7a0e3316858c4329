import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext, OwnSecondFactor } from '../contract/action.ts'

/** mail/begin-second-factor: a secret for an app, to be confirmed. All three throw Refusal('not_found') where none is asked for. */
export const beginSecondFactor: Action<{ readonly present: string }> = {
  method: 'POST',
  run: async ({ present }, context) => ({
    kind: 'second-factor-invitation',
    ...(await offered(context).invite(present)),
  }),
}

/** mail/confirm-second-factor: keeps the secret, and answers the recovery codes, this once. */
export const confirmSecondFactor: Action<{ readonly ticket: string; readonly code: string }> = {
  method: 'POST',
  run: async (proof, context) => ({
    kind: 'second-factor-on',
    recoveryCodes: await offered(context).confirm(proof),
  }),
}

/** mail/end-second-factor: the sign-in asks for the password alone again. */
export const endSecondFactor: Action<{ readonly present: string; readonly code: string }> = {
  method: 'POST',
  async run(proof, context) {
    await offered(context).turnOff(proof)
    return { kind: 'second-factor-off' }
  },
}

function offered({ secondFactor }: ActionContext): OwnSecondFactor {
  if (secondFactor === undefined) throw new Refusal('not_found')
  return secondFactor
}

import type { PasskeyAnswer } from '../../second-factor/passkeys.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext, OwnPasskeys } from '../contract/action.ts'
import type { PasskeysResult } from '../result/result.ts'

/** mail/passkeys: those of the owner. All four throw Refusal('not_found') where the sign-in asks for none. */
export const passkeys: Action<undefined> = {
  method: 'GET',
  run: (_input, context) => listed(offered(context)),
}

/** mail/begin-passkey: what the browser is asked for a new one. */
export const beginPasskey: Action<{ readonly present: string }> = {
  method: 'POST',
  run: async ({ present }, context) => ({
    kind: 'passkey-question',
    ...(await offered(context).offer(present)),
  }),
}

/** mail/confirm-passkey: keeps what the browser answered. */
export const confirmPasskey: Action<PasskeyAnswer & { readonly name: string }> = {
  method: 'POST',
  async run(answer, context) {
    const own = offered(context)
    await own.add(answer)
    return listed(own)
  },
}

/** mail/remove-passkey: takes one away; one that is gone already is as good. */
export const removePasskey: Action<{ readonly present: string; readonly id: string }> = {
  method: 'POST',
  async run(passkey, context) {
    const own = offered(context)
    await own.remove(passkey)
    return listed(own)
  },
}

async function listed(own: OwnPasskeys): Promise<PasskeysResult> {
  return { kind: 'passkeys', passkeys: await own.list() }
}

function offered({ passkeys: own }: ActionContext): OwnPasskeys {
  if (own === undefined) throw new Refusal('not_found')
  return own
}

import type { Action } from '../contract/action.ts'
import { isOn } from '../input/parameters.ts'

/** mail/keep-alive: keeps the session; asks the mail server only where `_mail=1` wants to know whether it answers. */
export const keepAlive: Action<{ readonly asksMail: boolean }> = {
  task: 'mail',
  name: 'keep-alive',
  method: 'GET',
  parse: (parameters) => ({ asksMail: isOn(parameters, '_mail') }),
  async run({ asksMail }, { account, signal }) {
    if (asksMail) await account.mailboxes({ signal, isConfirmed: true })
    return { kind: 'keep-alive' }
  },
}

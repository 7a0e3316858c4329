import type { Action } from '../contract/action.ts'

/** mail/keep-alive: keeps the session; asks the mail server only to learn whether it answers. */
export const keepAlive: Action<{ readonly asksMail: boolean }> = {
  method: 'GET',
  async run({ asksMail }, { account, signal }) {
    if (asksMail) await account.mailboxes({ signal, isConfirmed: true })
    return { kind: 'keep-alive' }
  },
}

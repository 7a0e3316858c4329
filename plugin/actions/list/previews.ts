import type { Action } from '../contract/action.ts'
import { uidOptions, type NamedMessages } from '../input/named-messages.ts'

/** mail/previews: the first words of messages for the rows in sight. Nobody waits for them, and flags stay untouched. */
export const previews: Action<NamedMessages> = {
  method: 'GET',
  async run({ uids, ...named }, context) {
    const found = await context.account.previews(named.mailbox, uids, uidOptions(named, context))
    return {
      kind: 'previews',
      previews: [...found].map(([uid, text]) => ({ uid, text })),
    }
  },
}

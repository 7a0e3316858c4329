import type { MoveOutcome } from '../../proxy/mail/account.ts'
import type { Action, ActionContext, Parameters } from './action.ts'
import { countsAfter, pageAfter } from './aftermath.ts'
import { landscapeOf } from './landscape.ts'
import { mailboxName, uidList } from './parameters.ts'

interface DeleteInput {
  readonly mailbox: string
  readonly uids: readonly number[]
  readonly wire: Parameters['wire']
}

/**
 * mail/delete: moves the named messages to the trash; for good when they lie there already or there is
 * no trash. Never touches any other message.
 */
export const remove: Action<DeleteInput> = {
  task: 'mail',
  name: 'delete',
  method: 'POST',
  parse: (parameters) => ({
    mailbox: mailboxName(parameters, '_mbox'),
    uids: uidList(parameters),
    wire: parameters.wire,
  }),
  async run({ mailbox, uids, wire }, context) {
    const { account, signal } = context
    const { special } = landscapeOf(await account.mailboxes({ signal }))
    const target = special.trash === mailbox ? undefined : special.trash
    const outcome = await removeOrMove(mailbox, uids, target, context)
    const touched = target === undefined ? [mailbox] : [mailbox, target]
    return {
      kind: 'done',
      action: 'delete',
      mailbox,
      uids,
      flag: undefined,
      list: await pageAfter(mailbox, wire, context),
      counts: await countsAfter(touched, context),
      special,
      target,
      uidMap: outcome?.uidMap,
    }
  },
}

async function removeOrMove(
  mailbox: string,
  uids: readonly number[],
  target: string | undefined,
  { account, signal }: ActionContext,
): Promise<MoveOutcome | undefined> {
  if (target !== undefined) return account.move(mailbox, uids, target, { signal })
  await account.remove(mailbox, uids, { signal })
  return undefined
}

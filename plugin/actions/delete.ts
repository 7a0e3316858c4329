import type { MoveOutcome } from '../../proxy/mail/account.ts'
import type { Action, ActionContext, Parameters } from './action.ts'
import { countsAfter, pageAfter } from './aftermath.ts'
import { landscapeOf } from './landscape.ts'
import { namedMessages, uidOptions, type NamedMessages } from './named-messages.ts'

interface DeleteInput extends NamedMessages {
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
    ...namedMessages(parameters),
    wire: parameters.wire,
  }),
  async run({ wire, ...named }, context) {
    const { mailbox, uids } = named
    const { account, signal } = context
    const { special } = landscapeOf(await account.mailboxes({ signal }))
    const target = special.trash === mailbox ? undefined : special.trash
    const outcome = await removeOrMove(named, target, context)
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
      targetUidValidity: outcome?.targetUidValidity,
    }
  },
}

async function removeOrMove(
  named: NamedMessages,
  target: string | undefined,
  context: ActionContext,
): Promise<MoveOutcome | undefined> {
  const { mailbox, uids } = named
  const options = uidOptions(named, context)
  if (target !== undefined) return context.account.move(mailbox, uids, target, options)
  await context.account.remove(mailbox, uids, options)
  return undefined
}

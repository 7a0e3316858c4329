import type { MoveOutcome } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import type { Parameters } from '../../http/body/parameters.ts'
import { countsAfter, pageAfter } from './change-result.ts'
import { mailboxListingOf } from '../result/mailbox-listing.ts'
import { namedMessages, uidOptions, type NamedMessages } from '../input/named-messages.ts'
import { isOn } from '../input/parameters.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'

interface DeleteInput extends NamedMessages {
  readonly isForGood: boolean
  readonly wire: Parameters['wire']
}

/**
 * mail/delete: moves the named messages to the trash; with `_forever=1` removes them for good. Never
 * touches any other message. Throws Refusal('trash_missing') and, in the trash, ('delete_unconfirmed').
 */
export const remove: Action<DeleteInput> = {
  task: 'mail',
  name: 'delete',
  method: 'POST',
  parse: (parameters) => ({
    ...namedMessages(parameters),
    isForGood: isOn(parameters, '_forever'),
    wire: parameters.wire,
  }),
  async run({ isForGood, wire, ...named }, context) {
    const { mailbox, uids } = named
    const target = isForGood ? undefined : await trashFor(mailbox, wire, context)
    const { special } = mailboxListingOf(
      await context.account.mailboxes({ signal: context.signal }),
    )
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

/**
 * Where deleted messages go; undefined for good, which Roundcube's front end asks the person itself. A
 * page of ours says that it has: one that does not know there is no trash must not delete for good.
 */
async function trashFor(
  mailbox: string,
  wire: Parameters['wire'],
  context: ActionContext,
): Promise<string | undefined> {
  const trash = await findSpecialMailbox('trash', context)
  if (trash !== undefined && trash !== mailbox) return trash
  if (wire === 'roundcube') return undefined
  throw new Refusal(trash === undefined ? 'trash_missing' : 'delete_unconfirmed')
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

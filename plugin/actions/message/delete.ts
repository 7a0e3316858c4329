import type { MailboxName, MoveOutcome } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { countsAfter, DONE, pageAfter } from './change-result.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { uidOptions, type NamedMessages } from '../input/named-messages.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'

interface DeleteInput extends NamedMessages {
  /**
   * `where-no-trash`: the client has asked the person about what is in the trash or finds none. One that
   * does not know there is no trash must not delete for good, and says `never`.
   */
  readonly forGood: 'never' | 'where-no-trash' | 'always'
  readonly isPageWanted: boolean
}

/**
 * mail/delete: moves the named messages to the trash, or removes them for good. Never touches any other
 * message. Throws Refusal('trash_missing') and, in the trash, ('delete_unconfirmed').
 */
export const remove: Action<DeleteInput> = {
  method: 'POST',
  async run({ forGood, isPageWanted, ...named }, context) {
    const { mailbox, uids } = named
    const target = await trashFor(mailbox, forGood, context)
    const { special } = mailboxListingOf(
      await context.account.mailboxes({ signal: context.signal }),
    )
    const outcome = await removeOrMove(named, target, context)
    const touched = target === undefined ? [mailbox] : [mailbox, target]
    return {
      ...DONE,
      action: 'delete',
      mailbox,
      uids,
      list: await pageAfter(mailbox, isPageWanted, context),
      counts: await countsAfter(touched, context),
      special,
      target,
      ...outcome,
    }
  },
}

/** Where deleted messages go; undefined for good. */
async function trashFor(
  mailbox: MailboxName,
  forGood: DeleteInput['forGood'],
  context: ActionContext,
): Promise<MailboxName | undefined> {
  if (forGood === 'always') return undefined
  const trash = await findSpecialMailbox('trash', context)
  if (trash !== undefined && trash !== mailbox) return trash
  if (forGood === 'where-no-trash') return undefined
  throw new Refusal(trash === undefined ? 'trash_missing' : 'delete_unconfirmed')
}

async function removeOrMove(
  named: NamedMessages,
  target: MailboxName | undefined,
  context: ActionContext,
): Promise<MoveOutcome | undefined> {
  const { mailbox, uids } = named
  const options = uidOptions(named, context)
  if (target !== undefined) return context.account.move(mailbox, uids, target, options)
  await context.account.remove(mailbox, uids, options)
  return undefined
}

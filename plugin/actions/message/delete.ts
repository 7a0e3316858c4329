import { z } from 'zod'
import type { MailboxName, MoveOutcome } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessages } from '../contract/input.ts'
import { done } from '../contract/output.ts'
import { countsAfter, DONE, pageAfter } from './change-result.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { uidOptions, type NamedMessages } from '../input/named-messages.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'

interface DeleteInput extends NamedMessages {
  /**
   * `where-no-trash`: the client has asked the user about what is in the trash or finds none. One that
   * does not know there is no trash must not delete permanently, and says false.
   */
  readonly isPermanent: boolean | 'where-no-trash'
  readonly isPageWanted: boolean
}

/** Never touches any other message. Throws Refusal('trash_missing') and, in the trash, ('delete_unconfirmed'). */
export const remove = defineAction({
  name: 'delete',
  method: 'POST',
  about: 'moves messages to the trash, or deletes them permanently',
  context: 'mail',
  input: namedMessages
    .extend({ isPermanent: z.boolean() })
    .transform((named): DeleteInput => ({ ...named, isPageWanted: false })),
  output: done,
  async run({ isPermanent, isPageWanted, ...named }, context) {
    const { mailbox, uids } = named
    const target = await trashFor(mailbox, isPermanent, context)
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
})

/** Where deleted messages go; undefined permanently. */
async function trashFor(
  mailbox: MailboxName,
  isPermanent: DeleteInput['isPermanent'],
  context: MailContext,
): Promise<MailboxName | undefined> {
  if (isPermanent === true) return undefined
  const trash = await findSpecialMailbox('trash', context)
  if (trash !== undefined && trash !== mailbox) return trash
  if (isPermanent === 'where-no-trash') return undefined
  throw new Refusal(trash === undefined ? 'trash_missing' : 'delete_unconfirmed')
}

async function removeOrMove(
  named: NamedMessages,
  target: MailboxName | undefined,
  context: MailContext,
): Promise<MoveOutcome | undefined> {
  const { mailbox, uids } = named
  const options = uidOptions(named, context)
  if (target !== undefined) return context.account.move(mailbox, uids, target, options)
  await context.account.remove(mailbox, uids, options)
  return undefined
}

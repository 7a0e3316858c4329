import type { MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { countsAfter, DONE, pageAfter } from './change-result.ts'
import { uidOptions, type NamedMessages } from '../input/named-messages.ts'

interface TransferInput extends NamedMessages {
  readonly target: MailboxName
  readonly isPageWanted: boolean
}

/** mail/move: moves the named messages to a mailbox that exists; creates none. */
export const move: Action<TransferInput> = transfer('move')

/** mail/copy: copies the named messages to a mailbox that exists; creates none. */
export const copy: Action<TransferInput> = transfer('copy')

function transfer(name: 'move' | 'copy'): Action<TransferInput> {
  return {
    method: 'POST',
    async run({ target, isPageWanted, ...named }, context) {
      const { mailbox, uids } = named
      // A move onto itself would give every message a new UID for nothing.
      if (target === mailbox) throw new Refusal('input_invalid')
      const options = uidOptions(named, context)
      const outcome = await context.account[name](mailbox, uids, target, options)
      return {
        ...DONE,
        action: name,
        mailbox,
        uids,
        list: await pageAfter(mailbox, isPageWanted, context),
        counts: await countsAfter([mailbox, target], context),
        target,
        ...outcome,
      }
    },
  }
}

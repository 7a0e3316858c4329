import type { MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Action } from '../contract/action.ts'
import { countsAfter, DONE, pageAfter } from './change-result.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { uidOptions } from '../input/named-messages.ts'

interface PurgeInput {
  readonly mailbox: MailboxName
  /** `shown`: of the list this session was last shown; undefined when nothing of the mailbox is on show. */
  readonly uidValidity: bigint | 'shown' | undefined
  /** The folders below it go as well. */
  readonly hasFolders: boolean
  readonly isPageWanted: boolean
}

/**
 * mail/purge: empties the trash or the junk mailbox for good; any other mailbox is refused. With
 * `hasFolders` the folders below it go as well, with all that is in them.
 */
export const purge: Action<PurgeInput> = {
  method: 'POST',
  async run({ mailbox, uidValidity, hasFolders, isPageWanted }, context) {
    const { account, signal } = context
    const { special } = mailboxListingOf(await account.mailboxes({ signal }))
    if (mailbox !== special.trash && mailbox !== special.junk) throw new Refusal('input_invalid')
    const options =
      uidValidity === 'shown'
        ? uidOptions({ mailbox, uidValidity: undefined }, context)
        : { signal, uidValidity }
    await account.empty(mailbox, options)
    if (hasFolders) await account.deleteBelow(mailbox, Object.values(special), { signal })
    return {
      ...DONE,
      action: 'purge',
      mailbox,
      uids: [],
      list: await pageAfter(mailbox, isPageWanted, context),
      counts: await countsAfter([mailbox], context),
      special,
    }
  },
}

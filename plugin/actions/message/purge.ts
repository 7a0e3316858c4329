import { z } from 'zod'
import type { MailboxName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMailbox } from '../contract/input.ts'
import { done } from '../contract/output.ts'
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

export const purge = defineAction({
  name: 'purge',
  method: 'POST',
  about:
    'empties the trash or the junk mailbox permanently, and no other; with `hasFolders` the folders below it go as well',
  context: 'mail',
  // The UIDVALIDITY of what it shows of the mailbox; it says none when it shows another one.
  input: namedMailbox
    .extend({ hasFolders: z.boolean().default(false) })
    .transform((named): PurgeInput => ({ ...named, isPageWanted: false })),
  output: done,
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
})

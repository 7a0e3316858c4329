import { z } from 'zod'
import type { MailboxName, SpecialUse } from '../../../proxy/mail/index.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { count, row, uidValidity } from '../contract/output.ts'
import { rowOutput } from '../contract/row.ts'
import { searchedFolders } from '../contract/searched-folders.ts'
import { uidOptions } from '../input/named-messages.ts'
import type { MailContext } from '../contract/contexts.ts'

/** Folders that are searched beside the message's own. */
const MAX_FOLDERS = 9
/** No folder is begun later than this. */
const CALL_MS = 1_500

/** Where the other messages of a conversation mostly are, the likeliest first. */
const LIKELY_USES: readonly SpecialUse[] = ['sent', 'archive', 'inbox', 'drafts']

export const conversation = defineAction({
  name: 'conversation',
  method: 'GET',
  about:
    'the conversation of a message, by Message-ID, References and In-Reply-To, in its folder, Sent, Archive, INBOX, Drafts and a few more; 204 while others wait for the mail server',
  context: 'mail',
  input: namedMessage,
  output: z.strictObject({
    kind: z.literal('conversation'),
    messages: z
      .array(
        z.strictObject({
          mailbox: z.string(),
          uidValidity,
          row,
          text: z.string().nullable().describe('Its first words; null: they were not read'),
        }),
      )
      .describe('The newest 200, oldest first, this one always among them; of copies one'),
    count: count.describe('All that were found'),
    isComplete: z
      .boolean()
      .describe('False: the time was over, or a folder could not be searched, or there are more'),
  }),
  isAhead: () => true,
  async run({ uid, ...named }, context) {
    const folders = await otherFolders(named.mailbox, context)
    const found = await context.account.conversation(
      {
        mailbox: named.mailbox,
        uid,
        others: folders.slice(0, MAX_FOLDERS),
        forMs: CALL_MS,
      },
      uidOptions(named, context),
    )
    return {
      kind: 'conversation',
      messages: found.messages.map(({ mailbox, uidValidity: validity, row: one, preview }) => ({
        mailbox,
        uidValidity: validity.toString(),
        row: rowOutput(one),
        text: preview ?? null,
      })),
      count: found.count,
      isComplete: found.isComplete && folders.length <= MAX_FOLDERS,
    }
  },
})

/** All but Junk, Trash and what is below them, in the order in which they are searched. */
async function otherFolders(
  own: MailboxName,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<readonly MailboxName[]> {
  const { mailboxes } = searchedFolders('', await account.mailboxes({ signal }))
  const likely = LIKELY_USES.flatMap((use) =>
    mailboxes.filter(({ specialUse }) => specialUse === use),
  )
  return [...new Set([...likely, ...mailboxes])]
    .map(({ path }) => path)
    .filter((path) => path !== own)
}

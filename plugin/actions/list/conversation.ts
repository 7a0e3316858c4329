import { z } from 'zod'
import type { Mailbox, MailboxName, SpecialUse } from '../../../proxy/mail/index.ts'
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
    'the conversation of a message, by Message-ID, References and In-Reply-To, in its folder and Drafts and, where it is a reply or was replied to, in Sent, Archive, INBOX and a few more; 204 while others wait for the mail server',
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
    const { own, folders } = await listedFolders(named.mailbox, context)
    const others = folders.slice(0, MAX_FOLDERS)
    // What was replied to what one wrote is elsewhere.
    const isWritten = own?.specialUse === 'sent' || own?.specialUse === 'drafts'
    const always = isWritten ? others : others.filter((one) => one.specialUse === 'drafts')
    const found = await context.account.conversation(
      {
        mailbox: named.mailbox,
        uid,
        others: others.map(({ path }) => path),
        always: always.map(({ path }) => path),
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

interface ListedFolders {
  readonly own: Mailbox | undefined
  /** All others but Junk, Trash and what is below them, in the order in which they are searched. */
  readonly folders: readonly Mailbox[]
}

async function listedFolders(
  name: MailboxName,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<ListedFolders> {
  const all = await account.mailboxes({ signal })
  const { mailboxes } = searchedFolders('', all)
  const likely = LIKELY_USES.flatMap((use) =>
    mailboxes.filter(({ specialUse }) => specialUse === use),
  )
  return {
    own: all.find(({ path }) => path === name),
    folders: [...new Set([...likely, ...mailboxes])].filter(({ path }) => path !== name),
  }
}

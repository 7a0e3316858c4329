import { z } from 'zod'
import type {
  Mailbox,
  MailboxName,
  MailboxLocation,
  MailboxState,
} from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { mailboxInput, nothing, oneLine } from '../contract/input.ts'
import { count } from '../contract/output.ts'
import { Refusal } from '../../http/refusal.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

const mailbox = z.strictObject({
  path: z.string(),
  name: z.string(),
  delimiter: z.string().nullable(),
  specialUse: z.enum(['inbox', 'drafts', 'sent', 'junk', 'trash', 'archive']).nullable(),
  isUseChosen: z.boolean().describe('The owner chose it for its use'),
  isSubscribed: z.boolean(),
  isSelectable: z.boolean(),
  messages: count.nullable(),
  unseen: count.nullable(),
})

/** All folders; every action on one of them answers these. */
export const foldersOutput = z.strictObject({
  kind: z.literal('folders'),
  path: z.string().nullable().describe('The folder an act made, renamed or moved'),
  mailboxes: z.array(mailbox),
  quota: z
    .strictObject({ used: count, limit: count })
    .nullable()
    .describe('Bytes; null where the server tells no limit'),
})

type Folders = ResultOf<typeof foldersOutput>

export const folders = defineAction({
  name: 'folders',
  method: 'GET',
  about: 'every mailbox, with counts of the subscribed ones, and the storage used',
  context: 'mail',
  input: nothing,
  output: foldersOutput,
  run: (_input, context) => allFolders(undefined, context),
})

/** The folders as they are now; `path` is the one an action made or renamed. */
export async function allFolders(
  path: MailboxName | undefined,
  { account, signal }: MailContext,
): Promise<Folders> {
  const { mailboxes, counts, quota } = await account.overview({ signal })
  const states = new Map(counts.map((state) => [state.path, state]))
  return {
    kind: 'folders',
    path: path ?? null,
    mailboxes: mailboxes.map((one) => mailboxOutput(one, states.get(one.path))),
    quota: quota === undefined ? null : { used: quota.usedBytes, limit: quota.limitBytes },
  }
}

function mailboxOutput(
  { path, name, delimiter, specialUse, isUseChosen, isSubscribed, isSelectable }: Mailbox,
  state: MailboxState | undefined,
): Folders['mailboxes'][number] {
  return {
    path,
    name,
    delimiter: delimiter ?? null,
    specialUse: specialUse ?? null,
    isUseChosen: isUseChosen === true,
    isSubscribed,
    isSelectable,
    messages: state?.messages ?? null,
    unseen: state?.unseen ?? null,
  }
}

/** RFC 9051 sets no bound; file systems end at 255 bytes, and names grow in modified UTF-7. */
const MAX_NAME_CHARS = 100

/** A name, and the folder above; without one the folder is at the top. */
export const locationInput = {
  name: oneLine(MAX_NAME_CHARS).transform((name) => name.trim()),
  parent: mailboxInput.nullable().transform((parent) => parent ?? undefined),
}

/**
 * Throws Refusal('folder_name_invalid') for a name that is empty, that LIST takes for a pattern, or
 * that would stand elsewhere in the tree; Refusal('mailbox_not_found') for a parent that is not there.
 */
export async function checkLocation(
  { parent, name }: MailboxLocation,
  { account, signal }: MailContext,
): Promise<void> {
  const mailboxes = await account.mailboxes({ signal })
  const { delimiter } = mailboxListingOf(mailboxes)
  // A name with the delimiter would stand elsewhere in the tree.
  const refused = [...new Set(['*', '%', delimiter])].filter(
    (sign) => sign !== '' && name.includes(sign),
  )
  if (refused.length > 0) throw new Refusal('folder_name_invalid', { about: refused.join(' ') })
  if (name === '') throw new Refusal('folder_name_invalid')
  if (parent !== undefined && !mailboxes.some(({ path }) => path === parent)) {
    throw new Refusal('mailbox_not_found')
  }
}

/** The owner's own folder at a path. INBOX and the folders with a use are refused: mail needs them. */
export async function ownFolder(
  path: MailboxName,
  { account, signal }: MailContext,
): Promise<Mailbox> {
  const mailboxes = await account.mailboxes({ signal })
  const mailbox = mailboxes.find((candidate) => candidate.path === path)
  if (mailbox === undefined) throw new Refusal('mailbox_not_found')
  if (mailbox.specialUse !== undefined) throw new Refusal('mailbox_refused')
  return mailbox
}

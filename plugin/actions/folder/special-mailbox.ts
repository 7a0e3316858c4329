import {
  MailFault,
  type MailboxName,
  type MessageName,
  type SpecialUse,
} from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'

/** The uses that a mailbox can be made for. */
export const MADE_USES = [
  'drafts',
  'sent',
  'junk',
  'trash',
  'archive',
] as const satisfies readonly SpecialUse[]

type MadeUse = (typeof MADE_USES)[number]

type MailServices = Pick<MailContext, 'account' | 'signal'>

/** What new ones are called: the names that every mail program knows. Our page shows them translated. */
const NEW_NAMES: Readonly<Record<MadeUse, string>> = {
  drafts: 'Drafts',
  sent: 'Sent',
  junk: 'Junk',
  trash: 'Trash',
  archive: 'Archive',
}

/** The mailbox with this use; undefined only when the server has just confirmed that there is none. */
export async function findSpecialMailbox(
  use: SpecialUse,
  { account, signal }: MailServices,
): Promise<MailboxName | undefined> {
  const known = mailboxListingOf(await account.mailboxes({ signal })).special[use]
  if (known !== undefined) return known
  return mailboxListingOf(await account.mailboxes({ signal, isConfirmed: true })).special[use]
}

/** The mailbox with this use, made when there is none. Throws MailFault when the server makes none. */
export async function specialMailbox(use: MadeUse, context: MailServices): Promise<MailboxName> {
  return (await findSpecialMailbox(use, context)) ?? makeSpecialMailbox(use, context)
}

/** Files a message in the mailbox with this use, which need not be there yet. Throws MailFault. */
export async function fileMessage(
  use: MadeUse,
  { source, flags }: { readonly source: Buffer; readonly flags: readonly string[] },
  context: MailServices,
): Promise<{ readonly mailbox: MailboxName; readonly filed: MessageName | undefined }> {
  const { account, signal } = context
  const file = async (mailbox: MailboxName) => ({
    mailbox,
    filed: await account.append(mailbox, source, flags, { signal }),
  })
  const mailbox = await specialMailbox(use, context)
  try {
    return await file(mailbox)
  } catch (error) {
    if (!isFault(error, 'mailbox_not_found')) throw error
    // Another program removed it since it was listed, and nothing was filed (RFC 9051 6.3.12).
    await account.mailboxes({ signal, isConfirmed: true })
    return file(await specialMailbox(use, context))
  }
}

async function makeSpecialMailbox(use: MadeUse, context: MailServices): Promise<MailboxName> {
  const location = { parent: undefined, name: NEW_NAMES[use], specialUse: use }
  try {
    return await context.account.createMailbox(location, { signal: context.signal })
  } catch (error) {
    if (!isFault(error, 'mailbox_exists')) throw error
    // Another page or program made it at this moment.
    const made = await findSpecialMailbox(use, context)
    if (made === undefined) throw error
    return made
  }
}

function isFault(error: unknown, code: MailFault['code']): boolean {
  return error instanceof MailFault && error.code === code
}

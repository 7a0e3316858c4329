import { isMessageMissing, type MailboxName, type MessageName } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { SendInput } from '../compose/send-input.ts'
import type { MailContext } from '../contract/contexts.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'
import { replacedDraft, savedDrafts } from './file-copy.ts'

/**
 * Throws Refusal('draft_changed') where the draft was changed, moved or deleted elsewhere after the version that was written
 * on: a save or a send takes the place of exactly that one. A save without an answer may have replaced it; it is of the same
 * page. Of two saves at the same moment both are stored.
 */
export async function checkVersion(
  input: Pick<SendInput, 'mode' | 'source' | 'isSeparate' | 'saveId' | 'unansweredSaves'>,
  context: Pick<MailContext, 'account' | 'views' | 'signal'>,
): Promise<void> {
  const replaced = replacedDraft(input)
  if (replaced === undefined || (await isCurrent(replaced, context))) return
  const { saveId, unansweredSaves } = input
  // The request itself may have come before: a browser repeats one that a cut connection left without a reply.
  const saves = saveId === undefined ? unansweredSaves : [...unansweredSaves, saveId]
  if ((await savedDrafts(saves, context)).length > 0) return
  throw new Refusal('draft_changed')
}

/**
 * False where a stored draft is gone, or marked to be: other programs store a changed one as a new message, and delete the
 * former, some only by its flag. Throws MailFault.
 */
async function isCurrent(
  draft: NamedMessage,
  context: Pick<MailContext, 'account' | 'views' | 'signal'>,
): Promise<boolean> {
  const { account } = context
  const { mailbox, uid } = draft
  const options = uidOptions(draft, context)
  try {
    // Rows that are known are told as of the last look at the mailbox, which this is.
    const missing = await account.missingUids(mailbox, [[uid, uid]], options)
    if (missing.length > 0) return false
    const [row] = await account.rows(mailbox, [uid], options)
    return row?.flags.includes('\\Deleted') === false
  } catch (error) {
    if (isMessageMissing(error)) return false
    throw error
  }
}

/** What the versions of a draft have in common. */
interface DraftIdentity {
  /** Postern notes it in what it stores. */
  readonly composeId?: string | undefined
  /** Thunderbird keeps the one that it found. */
  readonly messageId?: string | undefined
}

/** The newest stored version of a draft; undefined where none is known by its header. Throws MailFault. */
export async function findNewestVersion(
  { composeId, messageId }: DraftIdentity,
  services: Pick<MailContext, 'account' | 'signal'>,
): Promise<MessageName | undefined> {
  const mailbox = await findSpecialMailbox('drafts', services)
  if (mailbox === undefined) return undefined
  const ours = await newestWith(mailbox, 'compose-id', composeId, services)
  const named = await newestWith(mailbox, 'message-id', messageId, services)
  return (named?.uid ?? 0) > (ours?.uid ?? 0) ? named : ours
}

async function newestWith(
  mailbox: MailboxName,
  field: 'compose-id' | 'message-id',
  text: string | undefined,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<MessageName | undefined> {
  if (text === undefined) return undefined
  const search = { text, fields: [field], filter: 'undeleted' } as const
  const { set, uidValidity } = await account.matchingUids(
    mailbox,
    { search, flags: undefined },
    { signal },
  )
  const uid = /\d+$/.exec(set)?.[0]
  return uid === undefined ? undefined : { mailbox, uidValidity, uid: Number(uid) }
}

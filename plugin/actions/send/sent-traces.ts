import type { ActionContext } from '../contract/action.ts'
import { uidOptions } from '../input/named-messages.ts'
import type { SendInput } from '../compose/send-input.ts'
import { findSpecialMailbox } from '../folder/special-mailbox.ts'
import type { SentTraces } from '../sent/unfiled-copy.ts'

type MailServices = Pick<ActionContext, 'account' | 'signal'>

/** The traces of a message as the composer posts it. */
export function tracesOf(
  { mode, source, origin }: Pick<SendInput, 'mode' | 'source' | 'origin'>,
  context: Pick<ActionContext, 'views' | 'signal'>,
): SentTraces {
  if (mode !== 'draft' || source === undefined) return { storedDraft: undefined, origin }
  const { uidValidity } = uidOptions(source, context)
  return { storedDraft: { ...source, uidValidity }, origin }
}

const ORIGIN_FLAGS = {
  reply: '\\Answered',
  'reply-all': '\\Answered',
  forward: '$Forwarded',
} as const

/** Marks the message that was answered or forwarded. Throws MailFault. */
export async function markOrigin(
  { origin }: Pick<SentTraces, 'origin'>,
  { account, signal }: MailServices,
): Promise<void> {
  if (origin === undefined) return
  const { mailbox, uid, mode, uidValidity } = origin
  const change = { add: [ORIGIN_FLAGS[mode]], remove: [] }
  await account.setFlags(mailbox, [uid], change, { uidValidity, signal })
}

/** Only ever removes from the drafts mailbox, whatever the form says it came from. Throws MailFault. */
export async function removeStoredDraft(
  { storedDraft }: Pick<SentTraces, 'storedDraft'>,
  services: MailServices,
): Promise<void> {
  if (storedDraft === undefined) return
  const { mailbox, uid, uidValidity } = storedDraft
  if (mailbox !== (await findSpecialMailbox('drafts', services))) return
  const { account, signal } = services
  await account.remove(mailbox, [uid], { uidValidity, signal })
}

import type { MessageStamp } from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'
import { afterAct } from '../result/after-act.ts'
import { findMessage } from './find-message.ts'
import type { SentCopy } from '../sent/journal.ts'
import { markOrigin, removeStoredDraft } from './sent-traces.ts'
import { fileMessage, findSpecialMailbox } from '../folder/special-mailbox.ts'
import type { SentTraces } from '../sent/unfiled-copy.ts'

type MailServices = Pick<ActionContext, 'account' | 'signal'>

interface FilingRequest {
  readonly stamp: MessageStamp
  /** An earlier try may have filed it. */
  readonly mayBeThere: boolean
  /** The copy, with its blind copies, which only the sender may see. Asked for when there is none yet. */
  readonly source: () => Promise<Buffer>
  readonly traces: SentTraces
}

/**
 * Files the sender's copy of a message, once, and does what else is left of a message that was sent.
 * Throws MailFault when there is no copy.
 */
export async function fileSentMessage(
  { stamp, mayBeThere, source, traces }: FilingRequest,
  services: MailServices,
): Promise<SentCopy> {
  await afterAct(() => markOrigin(traces, services))
  const found = mayBeThere ? await findCopy(stamp.messageId, services) : undefined
  const copy = found ?? (await fileCopy(await source(), services))
  // Not before there is a copy: at no time is the text nowhere.
  await afterAct(() => removeStoredDraft(traces, services))
  return copy
}

async function fileCopy(source: Buffer, services: MailServices): Promise<SentCopy> {
  const { mailbox, filed } = await fileMessage('sent', { source, flags: ['\\Seen'] }, services)
  return { filedIn: mailbox, filed }
}

async function findCopy(messageId: string, services: MailServices): Promise<SentCopy | undefined> {
  const mailbox = await findSpecialMailbox('sent', services)
  if (mailbox === undefined) return undefined
  const filed = await findMessage(mailbox, messageId, services)
  return filed === undefined ? undefined : { filedIn: mailbox, filed }
}

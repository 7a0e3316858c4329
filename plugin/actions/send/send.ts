import { MailFault, type MessageStamp, type OutgoingMessage } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { afterAct } from '../result/after-act.ts'
import {
  fileSentMessage,
  findMessage,
  removeStoredDrafts,
  savedMessageIdStart,
  tracesOf,
} from './file-copy.ts'
import { outgoingMessage } from './outgoing.ts'
import type { DraftLeft, SentResult } from '../result/result.ts'
import type { SendInput } from '../compose/send-input.ts'
import type { SendSteps } from '../sent/sends.ts'
import { fileMessage } from '../folder/special-mailbox.ts'
import { noteRecipients } from './note-recipients.ts'
import { createHash } from 'node:crypto'

/**
 * mail/send: sends a composed message once and files a copy, or saves it as a draft (`_draft=1`). A copy
 * that could not be filed is asked for again by `_copy=1`, which sends nothing.
 */
export const send: Action<SendInput> = {
  method: 'POST',
  takesFiles: true,
  async run(input, context) {
    if (input.isDraft) return saveDraft(input, context)
    const { account, sends, signal } = context
    const { composeId, isAgain, isCopyOnly } = input
    const digest = sendDigest(input)
    const request = { user: account.user, composeId, digest, isAgain, isCopyOnly, signal }
    let copyFault: MailFault | undefined
    let draftLeft: DraftLeft | undefined
    const steps = sendSteps(input, context, {
      onCopyFault: (fault) => (copyFault = fault),
      onDraftLeft: () => (draftLeft = 'refused'),
    })
    const sent = await sends.once(request, steps)
    if (!isCopyOnly) await noteRecipients(input, context)
    return { ...sent, copyRefusal: copyRefusalOf(copyFault), draftLeft }
  },
}

/** A former version of the draft goes only after the new one is filed: at no time is there none. */
async function saveDraft(input: SendInput, context: ActionContext): Promise<SentResult> {
  const { composeId } = input
  const message = { ...(await outgoingMessage(input, context)), composeId }
  const built = { keepBcc: true, ...stampOfSave(input, context) }
  const { source, messageId } = await context.submission.build(message, built)
  const draft = { source, flags: ['\\Draft', '\\Seen'] }
  const { mailbox, filed: told } = await fileMessage('drafts', draft, context)
  // Not every server tells (RFC 4315), and the next version has to take the place of this one.
  const filed = told ?? (await afterAct(() => findMessage(mailbox, messageId, context)))
  const draftLeft = await removeStoredDrafts(tracesOf(input, context), context)
  return {
    ...{ kind: 'sent', isDraft: true, messageId, filedIn: mailbox, filed },
    isCopyPending: false,
    draftLeft,
  }
}

/** By its Message-ID a draft is found whose answer was lost, when the next version takes its place. */
function stampOfSave(
  { saveId }: SendInput,
  { submission, ownAddress, now }: ActionContext,
): { readonly stamp?: MessageStamp } {
  if (saveId === undefined) return {}
  const messageId = submission.newMessageId(ownAddress)
  return { stamp: { messageId: messageId.replace('<', savedMessageIdStart(saveId)), at: now() } }
}

/** What an outage or a limit has delayed is no refusal. */
function copyRefusalOf(fault: MailFault | undefined): SentResult['copyRefusal'] {
  if (fault?.mailbox === undefined) return undefined
  const { mailbox, serverText } = fault
  return { mailbox, serverText }
}

/** What filing meets that the message does not fail of. */
interface FilingNotes {
  readonly onCopyFault: (fault: MailFault) => void
  readonly onDraftLeft: () => void
}

/** The steps outlast the request, so each has a signal of its own. */
function sendSteps(
  input: SendInput,
  context: ActionContext,
  { onCopyFault, onDraftLeft }: FilingNotes,
): SendSteps {
  const { submission, credential, ownAddress } = context
  let message: Promise<OutgoingMessage> | undefined
  const messageOnce = (signal: AbortSignal) =>
    (message ??= outgoingMessage(input, { ...context, signal }))
  return {
    newMessageId: () => submission.newMessageId(ownAddress),
    async deliver(stamp, signal) {
      const built = await submission.build(await messageOnce(signal), { stamp })
      await submission.send(built, credential, signal)
    },
    async file(stamp, mayBeThere, signal) {
      const { account, copies } = context
      const traces = tracesOf(input, context)
      const source = async () => {
        const sent = { ...(await messageOnce(signal)), draftOf: undefined }
        return (await submission.build(sent, { keepBcc: true, stamp })).source
      }
      try {
        const request = { stamp, mayBeThere, source, traces, onDraftLeft }
        return await fileSentMessage(request, { account, signal })
      } catch (error) {
        if (error instanceof MailFault) onCopyFault(error)
        // Whoever asks for the copy again has it; what was just sent may be left by its page.
        if (error instanceof MailFault && !input.isCopyOnly) {
          await copies.keep({ composeId: input.composeId, source: await source(), ...traces })
        }
        throw error
      }
    },
  }
}

/**
 * Tells two versions of a composed message apart. So short that nobody can find out from it what was
 * written. Of attachments only their number counts: a draft saved meanwhile names them otherwise.
 */
function sendDigest(input: SendInput): string {
  const { to, cc, bcc, subject, text, html, files, keptParts, identity } = input
  const words = [to, cc, bcc, subject, text, files.length + keptParts.length]
  if (identity !== undefined) words.push(identity)
  if (html !== undefined) words.push(html)
  return createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 8)
}

import { z } from 'zod'
import { MailFault, type MessageStamp, type OutgoingMessage } from '../../../proxy/mail/index.ts'
import type { WritingContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import { messageName } from '../contract/output.ts'
import { nameOutput } from '../contract/row.ts'
import { afterAction } from '../result/after-action.ts'
import {
  type DraftLeft,
  fileCopy,
  fileSentMessage,
  removeStoredDrafts,
  replacedDraft,
  savedMessageIdStart,
  tracesOf,
} from './file-copy.ts'
import { checkVersion } from './draft-version.ts'
import { shownFiles } from './inline-images.ts'
import { outgoingMessage } from './outgoing.ts'
import { checkBounds, sendInput, type SendInput } from '../compose/send-input.ts'
import type { SendSteps, SentResult } from '../sent/sends.ts'
import { versionDigest } from '../sent/version-digest.ts'
import { findMessage } from '../folder/find-message.ts'
import { fileMessage } from '../folder/special-mailbox.ts'
import { noteRecipients } from './note-recipients.ts'

export const sent = z.strictObject({
  kind: z.literal('sent'),
  isDraft: z.boolean(),
  messageId: z.string(),
  filedIn: z.string().nullable(),
  filed: messageName.nullable().describe('Where the copy is, when the server told'),
  isCopyPending: z
    .boolean()
    .describe('Sent, and its copy not filed yet: the same with `isCopyOnly` asks for that again'),
  copyRefusal: z
    .strictObject({ mailbox: z.string(), serverText: z.string() })
    .nullable()
    .describe('The folder that the mail server let nobody file the copy in, and its own words'),
  draftLeft: z
    .enum(['refused', 'unavailable'])
    .nullable()
    .describe(
      'Why the former draft stays: nobody may delete in its folder, or the mail server failed before it had',
    ),
})

type SentOutput = ResultOf<typeof sent>

export const send = defineAction({
  name: 'send',
  method: 'POST',
  about: 'sends a composed message once and files a copy, or saves it as a draft',
  context: 'writing',
  takesFiles: true,
  input: sendInput,
  output: sent,
  async run(composed, context) {
    checkBounds(composed)
    const input = withFiles(composed, context)
    await checkSource(input, context)
    if (!input.isDraft) return sendAtOnce(input, context)
    await checkVersion(input, context)
    return saveDraft(input, context)
  },
})

/** With those of the form and those uploaded before. Throws Refusal('attachments_gone'). */
export function withFiles<Composed extends Omit<SendInput, 'files'>>(
  composed: Composed,
  { files, uploads }: WritingContext,
): Composed & Pick<SendInput, 'files'> {
  return { ...composed, files: [...files, ...uploads.files(composed.uploads)] }
}

/** Throws Refusal('waits_in_outbox') where another version of it would go out as well. */
export async function checkSource(input: SendInput, { outbox }: WritingContext): Promise<void> {
  const draft = replacedDraft(input)
  if (draft !== undefined) await outbox.checkDraft(draft)
}

/** Delivers the message and files its copy, or answers what became of it before. */
export async function sendAtOnce(input: SendInput, context: WritingContext): Promise<SentOutput> {
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
  if (!sent.isCopyPending) context.uploads.release(input.uploads)
  const left = { copyRefusal: copyRefusalOf(copyFault), draftLeft: draftLeft ?? null }
  return { ...sentOutput(sent, false), ...left }
}

/** A former version of the draft goes only after the new one is filed: at no time is there none. */
async function saveDraft(input: SendInput, context: WritingContext): Promise<SentOutput> {
  const { composeId } = input
  const message = { ...(await outgoingMessage(input, context)), composeId }
  const built = { keepBcc: true, ...stampOfSave(input, context) }
  const { source, messageId } = await context.submission.build(message, built)
  const draft = { source, flags: ['\\Draft', '\\Seen'] }
  const { mailbox, filed: filing } = await fileMessage('drafts', draft, context)
  // Not every server tells (RFC 4315), and the next version has to take the place of this one.
  const filed = filing ?? (await afterAction(() => findMessage(mailbox, messageId, context)))
  const draftLeft = await removeStoredDrafts(tracesOf(input, context), context)
  const saved = { messageId, filedIn: mailbox, filed, isCopyPending: false }
  return { ...sentOutput(saved, true), copyRefusal: null, draftLeft: draftLeft ?? null }
}

export function sentOutput(
  { messageId, filedIn, filed, isCopyPending }: SentResult,
  isDraft: boolean,
) {
  return {
    kind: 'sent',
    isDraft,
    messageId,
    filedIn: filedIn ?? null,
    filed: filed === undefined ? null : nameOutput(filed),
    isCopyPending,
  } as const
}

/** By its Message-ID a draft is found whose answer was lost, when the next version takes its place. */
export function stampOfSave(
  { saveId }: SendInput,
  { submission, ownAddress, now }: WritingContext,
): { readonly stamp?: MessageStamp } {
  if (saveId === undefined) return {}
  const messageId = submission.newMessageId(ownAddress)
  return { stamp: { messageId: messageId.replace('<', savedMessageIdStart(saveId)), at: now() } }
}

/** What an outage or a limit has delayed is no refusal. */
function copyRefusalOf(fault: MailFault | undefined): SentOutput['copyRefusal'] {
  if (fault?.mailbox === undefined) return null
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
  context: WritingContext,
  { onCopyFault, onDraftLeft }: FilingNotes,
): SendSteps {
  const { submission, credential, ownAddress } = context
  let message: Promise<OutgoingMessage> | undefined
  const messageOnce = (signal: AbortSignal) =>
    (message ??= outgoingMessage(input, { ...context, signal }))
  return {
    newMessageId: () => submission.newMessageId(ownAddress),
    async deliver(stamp, signal) {
      await checkVersion(input, { ...context, signal })
      const built = await submission.build(await messageOnce(signal), { stamp })
      await submission.send(built, credential, signal)
    },
    async file(stamp, mayBeThere, signal) {
      const { account, copies } = context
      const traces = tracesOf(input, context)
      const source = async () => {
        const sent = { ...(await messageOnce(signal)), draftOf: undefined }
        return (await submission.build(sent, { keepBcc: true, isWaiting: true, stamp })).source
      }
      try {
        const file = async () => fileCopy(await source(), { account, signal })
        const request = { stamp, mayBeThere, file, traces, onDraftLeft }
        return await fileSentMessage(request, { account, signal })
      } catch (error) {
        if (error instanceof MailFault) onCopyFault(error)
        // Anyone who requests the copy again has it; what was just sent may be left by its page.
        if (error instanceof MailFault && !input.isCopyOnly) {
          await copies.keep({ composeId: input.composeId, source: await source(), ...traces })
        }
        throw error
      }
    },
  }
}

/**
 * Tells two versions of a composed message apart. Of attachments only their number counts: a draft saved meanwhile names them otherwise. Images in the text are
 * named there.
 */
export function sendDigest(input: SendInput): string {
  const { to, cc, bcc, subject, text, html, keptParts, identity } = input
  const attached = shownFiles(input).beside.length + keptParts.length
  const words = [to, cc, bcc, subject, text, attached]
  if (identity !== undefined) words.push(identity)
  if (html !== undefined) words.push(html)
  return versionDigest(words)
}

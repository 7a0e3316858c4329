import { z } from 'zod'
import type { WritingContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { checkBounds, laterInput, type SendInput } from '../compose/send-input.ts'
import { checkVersion } from '../send/draft-version.ts'
import { removeStoredDrafts, tracesOf } from '../send/file-copy.ts'
import { noteRecipients } from '../send/note-recipients.ts'
import { outgoingMessage } from '../send/outgoing.ts'
import {
  checkSource,
  sendAtOnce,
  sendDigest,
  sent,
  sentOutput,
  stampOfSave,
  withFiles,
} from '../send/send.ts'
import { waiting } from './output.ts'

/** Throws as `send`, and what `OwnOutbox.hold` throws. */
export const sendLater = defineAction({
  name: 'send-later',
  method: 'POST',
  about:
    'puts a composed message into the outbox: sent when the time to undo is over, or at `dueAt`; without such a time it is sent as by `send`',
  context: 'writing',
  takesFiles: true,
  input: laterInput,
  output: z.discriminatedUnion('kind', [waiting, sent]),
  async run({ dueAt, ...composed }, context) {
    checkBounds(composed)
    const input = withFiles(composed, context)
    await checkSource(input, context)
    const undoMs = await context.undoMs()
    if (dueAt === undefined && undoMs === 0) return sendAtOnce(input, context)
    return hold(input, { dueAt, undoMs }, context)
  },
})

async function hold(
  input: SendInput,
  times: { readonly dueAt: number | undefined; readonly undoMs: number },
  context: WritingContext,
) {
  const { outbox, submission, ownAddress, now } = context
  const message = await outgoingMessage(input, context)
  const { messageId } = stampOfSave(input, context).stamp ?? {
    messageId: submission.newMessageId(ownAddress),
  }
  // RFC 5322 3.6.1 has the time of the button; people look at when it went out.
  const stamp = { messageId, at: times.dueAt ?? now() }
  const held = await outbox.hold({
    ...times,
    composeId: input.composeId,
    digest: sendDigest(input),
    stamp,
    subject: input.subject,
    recipients: [...message.to, ...message.cc, ...message.bcc],
    origin: input.origin,
    async build() {
      await checkVersion(input, context)
      return submission.build(message, { keepBcc: true, isWaiting: true, stamp })
    },
    onStored: () => removeStoredDrafts(tracesOf(input, context), context),
  })
  await noteRecipients(input, context)
  context.uploads.release(input.uploads)
  if (held.kind === 'waiting') return held
  return { ...sentOutput(held.result, false), copyRefusal: null, draftLeft: null }
}

import { z } from 'zod'
import {
  type BuiltMessage,
  MailFault,
  type MailFaultCode,
  type Message,
  RECEIPT_FLAG,
} from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import type { WritingContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { uidOptions } from '../input/named-messages.ts'
import { identityFor } from '../settings/identity-choice.ts'
import { requestedReceipt, type RequestedReceipt } from './requested-receipt.ts'

/** Where that was done before, nothing is sent. Throws Refusal('sender_unknown'), and MailFault with nothing answered. */
export const receipt = defineAction({
  name: 'receipt',
  method: 'POST',
  about:
    'answers once that a message was read, or says for all programs that it will not be answered',
  context: 'writing',
  input: namedMessage.extend({
    answer: z
      .enum(['send', 'send-unasked', 'ignore'])
      .describe(
        'send-unasked: nobody was asked about this one; it is not sent where somebody has to be',
      ),
  }),
  output: z.strictObject({ kind: z.literal('receipt'), isSent: z.boolean() }),
  async run({ answer: choice, ...named }, context) {
    const { mailbox, uid } = named
    const options = uidOptions(named, context)
    const message = await context.account.message(mailbox, uid, options)
    const requested = await requestedReceipt(named, message, context)
    if (requested === undefined || (choice === 'send-unasked' && requested.isToAsk)) {
      return { kind: 'receipt', isSent: false }
    }
    const built =
      choice === 'ignore'
        ? undefined
        : await builtReceipt(message, requested, choice === 'send-unasked', context)
    const mark = (add: readonly string[], remove: readonly string[]) =>
      context.account.setFlags(mailbox, [uid], { add, remove }, options)
    // Before it is sent: twice would be worse than not at all.
    await mark([RECEIPT_FLAG], [])
    if (built === undefined) return { kind: 'receipt', isSent: false }
    try {
      await sendWithoutSender(built, context)
    } catch (error) {
      // It can be answered again; where that fails as well, what is told is why nothing was sent.
      if (!isUncertain(error)) await mark([], [RECEIPT_FLAG]).catch(() => undefined)
      throw error
    }
    return { kind: 'receipt', isSent: true }
  },
})

interface BuiltReceipt {
  readonly message: BuiltMessage
  /** Whose receipt it is. */
  readonly from: string
}

async function builtReceipt(
  message: Message,
  { to }: RequestedReceipt,
  isAutomatic: boolean,
  context: WritingContext,
): Promise<BuiltReceipt> {
  const { row, receiptRequest } = message
  const { subject, messageId } = row.summary
  const from = await readerOf(message, context)
  const texts = serverTexts(await context.language()).receipt
  const built = await context.submission.buildReceipt({
    from,
    to,
    subject: texts.subject({ subject }),
    text: `${texts.text({ reader: from.address, subject })}\n`,
    originalMessageId: messageId,
    originalRecipient: receiptRequest?.originalRecipient,
    isAutomatic,
  })
  return { message: built, from: from.address }
}

/** The identity that the message was sent to, else the owner. */
async function readerOf(message: Message, { settings, ownAddress }: WritingContext) {
  const stored = await settings.read()
  const id = identityFor('reply', message, stored)
  const identity = stored.identities.find((one) => one.id === id)
  if (identity !== undefined) return { name: identity.name, address: identity.address }
  if (ownAddress === undefined) throw new Refusal('sender_unknown')
  return { name: '', address: ownAddress }
}

/** Without one in its envelope, so that nothing comes back (RFC 8098 3); not every server takes that from its users. */
async function sendWithoutSender(
  { message, from }: BuiltReceipt,
  { submission, credential, signal }: WritingContext,
): Promise<void> {
  try {
    await submission.send(message, credential, signal)
  } catch (error) {
    if (!(error instanceof MailFault) || !REFUSED.has(error.code)) throw error
    const withSender = { ...message, envelope: { ...message.envelope, from } }
    await submission.send(withSender, credential, signal)
  }
}

/** Some servers look at the sender only when a recipient is named. */
const REFUSED: ReadonlySet<MailFaultCode> = new Set<MailFaultCode>([
  'rejected',
  'recipient_refused',
])

function isUncertain(error: unknown): boolean {
  return error instanceof MailFault && error.code === 'delivery_uncertain'
}

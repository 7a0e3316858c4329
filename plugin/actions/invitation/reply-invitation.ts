import { z } from 'zod'
import { MailFault, type OutgoingMessage } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { ANSWERS, type Answer, replyCalendar } from '../../invitation/reply.ts'
import { serverTexts } from '../../texts/server-texts.ts'
import { composeId } from '../compose/send-input.ts'
import type { WritingContext } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { namedMessage } from '../contract/input.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'
import { afterAction } from '../result/after-action.ts'
import { fileCopy, fileSentMessage } from '../send/file-copy.ts'
import type { SendSteps } from '../sent/sends.ts'
import { versionDigest } from '../sent/version-digest.ts'
import { replacementOf } from './later-versions.ts'
import { messageInvitation } from './message-invitation.ts'
import { ANSWER_FLAGS, answeringAs } from './own-attendance.ts'

const MAX_COMMENT_CHARS = 2_000

/**
 * The organizer and who answers are read from the message, never from the request. Throws Refusal('not_found') where nothing is to be
 * answered, ('send_uncertain') and the refusals of `sends`.
 */
export const replyInvitation = defineAction({
  name: 'reply-invitation',
  method: 'POST',
  about: 'sends the organizer of an event what its reader answers (RFC 5546, RFC 6047), once',
  context: 'writing',
  input: namedMessage.extend({
    composeId: composeId.describe('Made by the page once per answer'),
    answer: z.enum(ANSWERS),
    comment: z.string().max(MAX_COMMENT_CHARS).default(''),
    isAgain: z.boolean().describe('Although it may have been delivered before').default(false),
  }),
  output: z.strictObject({
    kind: z.literal('reply-invitation'),
    answer: z.enum(ANSWERS),
    isNoted: z.boolean().describe('The mailbox remembers the answer'),
  }),
  async run({ composeId: id, answer, comment, isAgain, ...named }, context) {
    const outgoing = await answerMessage(named, { answer, comment: comment.trim() }, context)
    const { account, sends, signal } = context
    const digest = versionDigest([answer, comment])
    const request = { user: account.user, composeId: id, digest, isAgain, isCopyOnly: false }
    await sends.once({ ...request, signal }, sendSteps(id, outgoing, context))
    const noted = await afterAction(async () => {
      await noteAnswer(named, answer, context)
      return true
    })
    return { kind: 'reply-invitation', answer, isNoted: noted ?? false }
  },
})

interface GivenAnswer {
  readonly answer: Answer
  readonly comment: string
}

async function answerMessage(
  named: NamedMessage,
  { answer, comment }: GivenAnswer,
  context: WritingContext,
): Promise<OutgoingMessage> {
  const { account, now } = context
  const message = await account.message(named.mailbox, named.uid, uidOptions(named, context))
  const found = await messageInvitation(named, message, context)
  if (found === undefined) throw new Refusal('not_found')
  const { invitation } = found
  const from = await answeringAs(named, { message, invitation }, context)
  const { organizer } = invitation
  if (from === undefined || organizer === undefined) throw new Refusal('not_found')
  if ((await replacementOf(named, { message, invitation }, context)) !== undefined) {
    throw new Refusal('not_found')
  }
  const texts = serverTexts(await context.language()).invitation
  const subject = texts[answer]({ subject: invitation.subject })
  const { messageId } = message.row.summary
  const { address, name } = from
  return {
    from,
    ...{ to: [organizer], cc: [], bcc: [] },
    subject,
    text: comment === '' ? `${subject}\n` : `${comment}\n`,
    inReplyTo: messageId,
    references: [...message.references, ...(messageId === undefined ? [] : [messageId])],
    attachments: [],
    calendar: {
      method: 'REPLY',
      content: replyCalendar(found, { answer, address, name, comment, now: now() }),
    },
  }
}

/** The steps outlast the request, so each has a signal of its own. */
function sendSteps(id: string, outgoing: OutgoingMessage, context: WritingContext): SendSteps {
  const { submission, credential, account, copies } = context
  const traces = { storedDraft: undefined, unansweredSaves: [], origin: undefined }
  return {
    newMessageId: () => submission.newMessageId(outgoing.from?.address),
    async deliver(stamp, signal) {
      await submission.send(await submission.build(outgoing, { stamp }), credential, signal)
    },
    async file(stamp, mayBeThere, signal) {
      const { source } = await submission.build(outgoing, { stamp })
      const file = () => fileCopy(source, { account, signal })
      try {
        return await fileSentMessage({ stamp, mayBeThere, file, traces }, { account, signal })
      } catch (error) {
        if (error instanceof MailFault) await copies.keep({ composeId: id, source, ...traces })
        throw error
      }
    },
  }
}

/** Of two answers the last one is remembered. Throws MailFault. */
async function noteAnswer(
  named: NamedMessage,
  answer: Answer,
  context: WritingContext,
): Promise<void> {
  const others = ANSWERS.filter((other) => other !== answer).map((other) => ANSWER_FLAGS[other])
  const change = { add: [ANSWER_FLAGS[answer]], remove: others }
  const { mailbox, uid } = named
  await context.account.setFlags(mailbox, [uid], change, uidOptions(named, context))
}

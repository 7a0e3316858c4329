import type { Action, ActionContext } from './action.ts'
import { afterAct } from './aftermath.ts'
import { uidOptions } from './named-messages.ts'
import { outgoingMessage } from './outgoing.ts'
import type { SentResult } from './result.ts'
import { sendParameters, type SendInput } from './send-parameters.ts'
import { fileMessage, findSpecialMailbox } from './special-mailbox.ts'

/** mail/send: sends a composed message once and files a copy, or saves it as a draft (`_draft=1`). */
export const send: Action<SendInput> = {
  task: 'mail',
  name: 'send',
  method: 'POST',
  parse: sendParameters,
  run(input, context) {
    if (input.isDraft) return saveDraft(input, context)
    const { account, sends, signal } = context
    const { composeId } = input
    return sends.once({ user: account.user, composeId, signal }, () => sendMessage(input, context))
  },
}

/** A former version of the draft goes only after the new one is filed: at no time is there none. */
async function saveDraft(input: SendInput, context: ActionContext): Promise<SentResult> {
  const built = await context.submission.build(await outgoingMessage(input, context), {
    keepBcc: true,
  })
  const draft = { source: built.source, flags: ['\\Draft', '\\Seen'] }
  const { mailbox, filed } = await fileMessage('drafts', draft, context)
  await afterAct(() => removeFormerDraft(input, context))
  return { kind: 'sent', isDraft: true, messageId: built.messageId, filedIn: mailbox, filed }
}

/** Once the server has taken the message, nothing that fails afterwards may read as "not sent". */
async function sendMessage(input: SendInput, context: ActionContext): Promise<SentResult> {
  const { submission, credential, signal } = context
  const built = await submission.build(await outgoingMessage(input, context))
  await submission.send(built, credential, signal)

  const sent = { source: built.source, flags: ['\\Seen'] }
  const copy = await afterAct(() => fileMessage('sent', sent, context))
  await afterAct(() => markOrigin(input, context))
  await afterAct(() => removeFormerDraft(input, context))
  return {
    kind: 'sent',
    isDraft: false,
    messageId: built.messageId,
    filedIn: copy?.mailbox,
    filed: copy?.filed,
  }
}

const ORIGIN_FLAGS = {
  reply: '\\Answered',
  'reply-all': '\\Answered',
  forward: '$Forwarded',
} as const

async function markOrigin({ origin }: SendInput, context: ActionContext): Promise<void> {
  if (origin === undefined) return
  const { mailbox, uid, mode } = origin
  const change = { add: [ORIGIN_FLAGS[mode]], remove: [] }
  await context.account.setFlags(mailbox, [uid], change, uidOptions(origin, context))
}

/** Only ever removes from the drafts mailbox, whatever the form says it came from. */
async function removeFormerDraft(
  { mode, source }: SendInput,
  context: ActionContext,
): Promise<void> {
  if (mode !== 'draft' || source === undefined) return
  if (source.mailbox !== (await findSpecialMailbox('drafts', context))) return
  await context.account.remove(source.mailbox, [source.uid], uidOptions(source, context))
}

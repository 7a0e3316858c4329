import {
  type Message,
  parseAddressList,
  messageIdsOf,
  trimReferences,
} from '../../../proxy/mail/index.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { forwardedContent } from './forwarded-content.ts'
import { uidOptions, type NamedMessage, type NamedMessages } from '../input/named-messages.ts'
import { forwardSubject, quotedText, replySubject, type ReaderLocale } from './quoting.ts'
import { readableText } from '../part/readable-text.ts'
import { referencesOfReply, replyRecipients } from './reply-headers.ts'
import type { ComposeResult } from '../result/result.ts'
import { offeredMessages } from './whole-messages.ts'

/** What the composer is opened with; `attach` is a forward that holds the messages themselves. */
export type ComposeInput =
  | { readonly mode: 'new'; readonly to: string; readonly subject: string }
  | (NamedMessages & { readonly mode: 'attach' })
  | (NamedMessage & {
      readonly mode: 'reply' | 'reply-all' | 'forward' | 'draft'
      readonly reader: ReaderLocale | undefined
    })

/** mail/compose: what the composer starts from. Stores nothing: the text lives in the page until it is saved or sent. */
export const compose: Action<ComposeInput> = {
  method: 'GET',
  async run(input, context) {
    if (input.mode === 'new') {
      const { addresses } = parseAddressList(input.to, { maxAddresses: context.limits.recipients })
      return { ...EMPTY, mode: 'new', to: addresses, subject: input.subject }
    }
    if (input.mode === 'attach') return attached(input, context)
    const { mailbox, uid, mode } = input
    const message = await context.account.message(mailbox, uid, uidOptions(input, context))
    return {
      ...EMPTY,
      mode,
      source: { mailbox, uidValidity: message.uidValidity, uid },
      ...(await startingPoint(input, message, context)),
    }
  },
}

/** A forward that holds the messages themselves. */
async function attached(
  { mailbox, uidValidity, uids }: NamedMessages,
  context: ActionContext,
): Promise<ComposeResult> {
  const [uid = 0] = uids
  const first = { mailbox, uidValidity, uid }
  const message = await context.account.message(mailbox, uid, uidOptions(first, context))
  const named = { mailbox, uidValidity: message.uidValidity }
  return {
    ...EMPTY,
    mode: 'forward',
    source: { ...named, uid },
    subject: forwardSubject(message.row.summary.subject),
    attachments: await offeredMessages({ ...named, uids }, context),
  }
}

const EMPTY: ComposeResult = {
  kind: 'compose',
  mode: 'new',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  text: '',
  inReplyTo: undefined,
  references: [],
  source: undefined,
  composeId: undefined,
  draftOf: undefined,
  original: undefined,
  attachments: [],
}

type AnswerInput = Extract<ComposeInput, { readonly reader: unknown }>

async function startingPoint(
  { mode, reader, ...named }: AnswerInput,
  message: Message,
  context: ActionContext,
): Promise<Partial<ComposeResult>> {
  const { summary } = message.row
  switch (mode) {
    case 'reply':
    case 'reply-all':
      return {
        ...replyRecipients(mode, message, context.ownAddress),
        subject: replySubject(summary.subject),
        text: quotedText(summary, await readableText(message, context), reader),
        inReplyTo: messageIdsOf([summary.messageId ?? '']).at(0),
        references: referencesOfReply(message),
      }
    case 'forward':
      return {
        subject: forwardSubject(summary.subject),
        references: messageIdsOf([summary.messageId ?? '']),
        ...(await forwardedContent({ ...named, mode, reader }, message, context)),
      }
    case 'draft':
      return {
        to: summary.to,
        cc: summary.cc,
        bcc: message.bcc,
        subject: summary.subject,
        inReplyTo: messageIdsOf([message.inReplyTo ?? '']).at(0),
        references: trimReferences(message.references),
        composeId: message.composeId,
        draftOf: message.draftOf,
        ...(await forwardedContent({ ...named, mode, reader }, message, context)),
      }
  }
}

import {
  type Address,
  type Message,
  messageIdsOf,
  parseAddressList,
  trimReferences,
} from '../../../proxy/mail/index.ts'
import { withQuotedLocal } from '../../../proxy/address/mail-address.ts'
import type { Action, ActionContext } from '../contract/action.ts'
import { forwardedContent } from './forwarded-original.ts'
import { draftMarkup, quotedMarkup } from './formatted.ts'
import { type NamedMessage, type NamedMessages, uidOptions } from '../input/named-messages.ts'
import {
  type ReaderLocale,
  forwardSubject,
  quotableText,
  quotedText,
  replySubject,
} from './quoting.ts'
import { readableText } from '../part/readable-text.ts'
import { type OwnAddresses, ownAddresses } from '../settings/own-addresses.ts'
import { identityFor, usualIdentity } from '../settings/identity-choice.ts'
import type { ComposeResult } from '../result/result.ts'
import { offeredMessages } from './whole-messages.ts'

/** What the composer is opened with; `attach` is a forward that holds the messages themselves. */
export type ComposeInput =
  | { readonly mode: 'new'; readonly to: string; readonly subject: string }
  | (NamedMessages & { readonly mode: 'attach' })
  | (NamedMessage & {
      readonly mode: 'reply' | 'reply-all' | 'forward' | 'draft'
      readonly reader: ReaderLocale | undefined
      /** As it was shown, where the person chose. */
      readonly charset?: string | undefined
    })

/** mail/compose: what the composer starts from. Stores nothing: the text lives in the page until it is saved or sent. */
export const compose: Action<ComposeInput> = {
  method: 'GET',
  async run(input, context) {
    if (input.mode === 'new') {
      const { addresses } = parseAddressList(input.to, { maxAddresses: context.limits.recipients })
      const identity = usualIdentity(await context.settings.read())
      return { ...EMPTY, mode: 'new', to: addresses, subject: input.subject, identity }
    }
    if (input.mode === 'attach') return attached(input, context)
    const { mailbox, uid, mode } = input
    const { charset } = input
    const options = { ...uidOptions(input, context), charset }
    const message = await context.account.message(mailbox, uid, options)
    return {
      ...EMPTY,
      mode,
      source: { mailbox, uidValidity: message.uidValidity, uid },
      identity: identityFor(mode, message, await context.settings.read()),
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
    identity: identityFor('forward', message, await context.settings.read()),
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
  isCut: false,
  html: undefined,
  inReplyTo: undefined,
  references: [],
  source: undefined,
  composeId: undefined,
  typed: undefined,
  draftOf: undefined,
  original: undefined,
  attachments: [],
  requestsReceipt: false,
  identity: undefined,
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
    case 'reply-all': {
      const words = await readableText(message, context)
      const text = quotableText(words, reader)
      const { writeFormat } = (await context.settings.read()).preferences
      return {
        ...replyRecipients(mode, message, await ownAddresses(context)),
        subject: replySubject(summary.subject),
        text: quotedText(summary, text, reader),
        isCut: words.isCut,
        html:
          writeFormat === 'formatted'
            ? await quotedMarkup(message, text, { ...context, reader })
            : undefined,
        inReplyTo: messageIdsOf([summary.messageId ?? '']).at(0),
        references: referencesOfReply(message),
      }
    }
    case 'forward':
      return {
        subject: forwardSubject(summary.subject),
        references: messageIdsOf([summary.messageId ?? '']),
        ...(await forwardedContent({ ...named, mode, reader }, message, context)),
      }
    case 'draft':
      return {
        ...draftRecipients(message),
        subject: summary.subject,
        inReplyTo: messageIdsOf([message.inReplyTo ?? '']).at(0),
        references: trimReferences(message.references),
        composeId: message.composeId,
        draftOf: message.draftOf,
        requestsReceipt: message.requestsReceipt ?? false,
        html: await draftMarkup(message, context),
        ...(await forwardedContent({ ...named, mode, reader }, message, context)),
      }
  }
}

/** Where not all that was typed were addresses it is what the fields hold. */
function draftRecipients({
  row,
  bcc,
  typed,
}: Message): Pick<ComposeResult, 'to' | 'cc' | 'bcc' | 'typed'> {
  const { to, cc } = row.summary
  return { to: to.map(asTyped), cc: cc.map(asTyped), bcc: bcc.map(asTyped), typed }
}

function asTyped({ name, address }: Address): Address {
  return { name, address: withQuotedLocal(address) }
}

/**
 * Reply-To before From; a reply to one's own message goes to whom that went to (RFC 5322 3.6.3). A form of
 * the owner's site writes as the owner too, and names in Reply-To who is to be answered.
 */
function replyRecipients(
  mode: 'reply' | 'reply-all',
  { row, replyTo }: Message,
  own: OwnAddresses,
): Pick<ComposeResult, 'to' | 'cc'> {
  const { from, to, cc } = row.summary
  const isAmong = (addresses: readonly string[]) => (person: Address) =>
    addresses.some((address) => isSame(person, address))
  const isMine = isAmong(own.senders)
  const answered = replyTo.length > 0 ? replyTo : from
  const isOwn = from.some(isMine) && answered.every(isAmong([...own.senders, ...own.replyTo]))
  // Where others are to be answered as well, nobody writes to themselves.
  const isAnswered = (person: Address) => !isMine(person) || answered.every(isMine)
  // The author of a report has no address (RFC 3464 2).
  const authors = (isOwn ? to : answered.filter(isAnswered)).filter(({ address }) => address !== '')
  if (mode === 'reply') return { to: authors.map(asTyped), cc: [] }
  const others = [...(isOwn ? [] : to), ...cc].filter(
    (person, index, all) =>
      !isMine(person) &&
      !authors.some((author) => isSame(author, person.address)) &&
      all.findIndex((earlier) => isSame(earlier, person.address)) === index,
  )
  return { to: authors.map(asTyped), cc: others.map(asTyped) }
}

function isSame({ address }: Address, other: string): boolean {
  return address.toLowerCase() === other.toLowerCase()
}

/** The thread so far and the message itself; of a very long thread the beginning and the latest part. */
function referencesOfReply({ row, references, inReplyTo }: Message): readonly string[] {
  const thread = references.length > 0 || inReplyTo === undefined ? references : [inReplyTo]
  const { messageId } = row.summary
  return trimReferences(messageId === undefined ? thread : [...thread, messageId])
}

import { z } from 'zod'
import {
  type Address,
  type Message,
  messageIdsOf,
  parseAddressList,
  trimReferences,
} from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ReadingContext } from '../contract/contexts.ts'
import { defineAction, type ResultOf } from '../contract/contract.ts'
import {
  charsetInput,
  namedMessage,
  namedMessages,
  oneLine,
  readerInput,
  sectionInput,
} from '../contract/input.ts'
import { address, messageName, part, priority } from '../contract/output.ts'
import { addressesOutput, nameOutput, partOutput } from '../contract/row.ts'
import { contentAsNew } from './content-as-new.ts'
import { forwardedContent } from './forwarded-original.ts'
import { originOfDraft } from './draft-origin.ts'
import { draftMarkup, quotedMarkup } from './formatted.ts'
import { type NamedMessages, uidOptions } from '../input/named-messages.ts'
import { forwardSubject, quotableText, quotedText, replySubject } from './quoting.ts'
import { passedName } from '../part/archive-names.ts'
import { partsBeside } from '../part/listed-parts.ts'
import { readableText } from '../part/readable-text.ts'
import { type OwnAddresses, ownAddresses } from '../settings/own-addresses.ts'
import { identityFor, defaultIdentityOf } from '../settings/identity-choice.ts'
import { offeredMessages, type OfferedPart } from './whole-messages.ts'
import { isSameMailAddress } from '../../../proxy/address/same-address.ts'

const MAX_LINE_CHARS = 10_000
/** Messages attached to one. */
const MAX_ATTACHED = 100

const input = z.discriminatedUnion('mode', [
  z.strictObject({
    mode: z.literal('new'),
    to: oneLine(MAX_LINE_CHARS).default(''),
    subject: oneLine(MAX_LINE_CHARS).default(''),
  }),
  namedMessages.extend({
    mode: z.literal('attach').describe('A forward that holds the messages themselves'),
    partId: sectionInput
      .describe('Of one message: in its place the file that is this part')
      .optional(),
  }),
  namedMessage.extend({
    mode: z
      .enum(['reply', 'reply-all', 'forward', 'draft', 'as-new'])
      .describe(
        '`as-new`: the message as a new one, by `new`, with its recipients, text and files',
      ),
    reader: readerInput,
    charset: charsetInput.describe('As it was shown, where the person chose'),
  }),
])

const output = z.strictObject({
  kind: z.literal('compose'),
  mode: z.enum(['new', 'reply', 'reply-all', 'forward', 'draft']),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  subject: z.string(),
  text: z.string(),
  isCut: z.boolean().describe('Only the beginning of a very long message is quoted'),
  html: z
    .string()
    .nullable()
    .describe('Sanitized markup to be written on, with images of the source; null: plain text'),
  inReplyTo: z.string().nullable(),
  references: z.array(z.string()),
  source: messageName.nullable(),
  composeId: z
    .string()
    .nullable()
    .describe('Of a draft: which composed message it is; null: a new one'),
  messageId: z
    .string()
    .nullable()
    .describe('Of a draft: its Message-ID, which other programs leave in a changed version'),
  typed: z
    .strictObject({ to: z.string(), cc: z.string(), bcc: z.string() })
    .nullable()
    .describe('Of a draft: its recipients as they were typed; null: all of them are addresses'),
  draftOf: messageName
    .extend({ mode: z.enum(['reply', 'reply-all', 'forward']) })
    .nullable()
    .describe('What a draft answers or forwards; sent back as `origin`'),
  original: z
    .strictObject({ text: z.string() })
    .nullable()
    .describe('Forwarded below the text with `hasOriginal`; its words, to be edited instead'),
  attachments: z.array(part),
  requestsReceipt: z.boolean().describe('Of a draft: asks for a receipt'),
  reportsDelivery: z.boolean().describe('Of a draft: asks whether it is delivered'),
  priority: priority.nullable().describe('Of a draft, and of what is edited as new'),
  wasBlindCopy: z
    .boolean()
    .describe(
      'Of an answer to all: the message came as a blind copy, which its recipients would learn',
    ),
  identity: z.string().nullable().describe('Which identity it is written as; null: there is none'),
})

type ComposeOutput = ResultOf<typeof output>

/** Stores nothing: the text lives in the page until it is saved or sent. */
export const compose = defineAction({
  name: 'compose',
  method: 'GET',
  about: 'what a message begins with: a new one, an answer, a forward or a draft',
  context: 'reading',
  input,
  output,
  async run(requested, context) {
    if (requested.mode === 'new') {
      const { addresses } = parseAddressList(requested.to, {
        maxAddresses: context.limits.recipients,
      })
      const identity = defaultIdentityOf(await context.settings.read()) ?? null
      return { ...EMPTY, to: addressesOutput(addresses), subject: requested.subject, identity }
    }
    if (requested.mode === 'attach') return attached(requested, context)
    const { mailbox, uid, mode, charset } = requested
    const options = { ...uidOptions(requested, context), charset }
    const message = await context.account.message(mailbox, uid, options)
    return {
      ...EMPTY,
      mode: mode === 'as-new' ? 'new' : mode,
      source: nameOutput({ mailbox, uidValidity: message.uidValidity, uid }),
      identity: identityFor(mode, message, await context.settings.read()) ?? null,
      ...(await startingPoint(requested, message, context)),
    }
  },
})

/** A forward that holds the messages themselves, or one file of the first. */
async function attached(
  { mailbox, uidValidity, uids, partId }: NamedMessages & { readonly partId?: string | undefined },
  context: ReadingContext,
): Promise<ComposeOutput> {
  if (uids.length > MAX_ATTACHED) throw new Refusal('too_many_messages')
  const [uid = 0] = uids
  const first = { mailbox, uidValidity, uid }
  const message = await context.account.message(mailbox, uid, uidOptions(first, context))
  const named = { mailbox, uidValidity: message.uidValidity }
  return {
    ...EMPTY,
    mode: 'forward',
    source: nameOutput({ ...named, uid }),
    identity: identityFor('forward', message, await context.settings.read()) ?? null,
    subject: forwardSubject(message.row.summary.subject),
    attachments:
      partId === undefined
        ? await offeredMessages({ ...named, uids }, context)
        : [offeredPart(partId, message)],
  }
}

/** By the name it goes out with. Throws Refusal('not_found'). */
function offeredPart(partId: string, message: Message): OfferedPart {
  const part = partsBeside(message, new Set()).find(({ id }) => id === partId)
  if (part === undefined) throw new Refusal('not_found')
  return partOutput({ ...part, filename: passedName(part) })
}

const EMPTY: ComposeOutput = {
  kind: 'compose',
  mode: 'new',
  to: [],
  cc: [],
  bcc: [],
  subject: '',
  text: '',
  isCut: false,
  html: null,
  inReplyTo: null,
  references: [],
  source: null,
  composeId: null,
  messageId: null,
  typed: null,
  draftOf: null,
  original: null,
  attachments: [],
  requestsReceipt: false,
  reportsDelivery: false,
  priority: null,
  wasBlindCopy: false,
  identity: null,
}

type ReplyInput = Extract<z.output<typeof input>, { readonly reader: unknown }>

async function startingPoint(
  { mode, reader, ...named }: ReplyInput,
  message: Message,
  context: ReadingContext,
): Promise<Partial<ComposeOutput>> {
  const { summary } = message.row
  switch (mode) {
    case 'reply':
    case 'reply-all': {
      const texts = await readableText(message, context)
      const text = quotableText(texts, reader)
      const { writeFormat } = (await context.settings.read()).preferences
      const isFormatted = writeFormat === 'formatted' && message.html !== undefined
      const own = await ownAddresses(context)
      return {
        ...replyRecipients(mode, message, own),
        wasBlindCopy: mode === 'reply-all' && wasBlindCopy(message, own),
        subject: replySubject(summary.subject),
        text: quotedText(summary, text, reader),
        isCut: texts.isCut,
        html: isFormatted ? (await quotedMarkup(message, text, { ...context, reader })).html : null,
        inReplyTo: messageIdsOf([summary.messageId ?? '']).at(0) ?? null,
        references: referencesOfReply(message),
      }
    }
    case 'forward':
      return {
        subject: forwardSubject(summary.subject),
        references: messageIdsOf([summary.messageId ?? '']),
        ...(await forwardedContent({ ...named, mode, reader }, message, context)),
      }
    case 'draft': {
      const draftOf = await originOfDraft(message, context)
      const markup = await draftMarkup(message, context)
      const inText = new Set(markup?.images.map(({ part }) => part))
      return {
        ...draftRecipients(message),
        subject: summary.subject,
        inReplyTo: messageIdsOf([message.inReplyTo ?? '']).at(0) ?? null,
        references: trimReferences(message.references),
        composeId: message.composeId ?? null,
        messageId: messageIdsOf([summary.messageId ?? '']).at(0) ?? null,
        draftOf: draftOf === undefined ? null : { mode: draftOf.mode, ...nameOutput(draftOf) },
        requestsReceipt: message.requestsReceipt ?? false,
        reportsDelivery: message.reportsDelivery ?? false,
        priority: summary.priority ?? null,
        html: markup?.html ?? null,
        ...(await forwardedContent({ ...named, mode, reader, inText }, message, context)),
      }
    }
    case 'as-new': {
      const { to, cc, priority = null } = summary
      const content = await contentAsNew(message, reader, context)
      return { to, cc, bcc: message.bcc, subject: summary.subject, priority, ...content }
    }
  }
}

/** Where not all that was typed were addresses it is what the fields hold. */
function draftRecipients({
  row,
  bcc,
  typed,
}: Message): Pick<ComposeOutput, 'to' | 'cc' | 'bcc' | 'typed'> {
  const { to, cc } = row.summary
  return { to, cc, bcc, typed: typed ?? null }
}

/**
 * Reply-To before From; a reply to one's own message goes to whom that went to (RFC 5322 3.6.3). A form of
 * the owner's site writes as the owner too, and names in Reply-To who is to be answered.
 */
function replyRecipients(
  mode: 'reply' | 'reply-all',
  { row, replyTo }: Message,
  own: OwnAddresses,
): Pick<ComposeOutput, 'to' | 'cc'> {
  const { from, to, cc } = row.summary
  const isAmong = (addresses: readonly string[]) => (recipient: Address) =>
    addresses.some((address) => isSameMailAddress(recipient.address, address))
  const isMine = isAmong(own.senders)
  const answered = replyTo.length > 0 ? replyTo : from
  const isOwn = from.some(isMine) && answered.every(isAmong([...own.senders, ...own.replyTo]))
  // Where others are to be answered as well, no one writes to themselves.
  const isAnswered = (address: Address) => !isMine(address) || answered.every(isMine)
  // The author of a report has no address (RFC 3464 2).
  const authors = (isOwn ? to : answered.filter(isAnswered)).filter(({ address }) => address !== '')
  if (mode === 'reply') return { to: authors, cc: [] }
  const others = [...(isOwn ? [] : to), ...cc].filter(
    (address, index, all) =>
      !isMine(address) &&
      !authors.some((author) => isSameMailAddress(author.address, address.address)) &&
      all.findIndex((earlier) => isSameMailAddress(earlier.address, address.address)) === index,
  )
  return { to: authors, cc: others }
}

/**
 * True where neither To nor Cc names the owner, nor an address that the message was delivered for: mail of a list names
 * nobody either, and everybody knows who reads it.
 */
function wasBlindCopy(
  { row, deliveredTo = [], isBulk = false }: Message,
  { senders }: OwnAddresses,
): boolean {
  const { from, to, cc } = row.summary
  const own = [...senders, ...deliveredTo.map((text) => text.replace(/^<|>$/g, ''))]
  const isOwn = (address: Address) => own.some((one) => isSameMailAddress(address.address, one))
  return !isBulk && own.length > 0 && ![...from, ...to, ...cc].some(isOwn)
}

/** The thread so far and the message itself; of a very long thread the beginning and the latest part. */
function referencesOfReply({ row, references, inReplyTo }: Message): readonly string[] {
  const thread = references.length > 0 || inReplyTo === undefined ? references : [inReplyTo]
  const { messageId } = row.summary
  return trimReferences(messageId === undefined ? thread : [...thread, messageId])
}

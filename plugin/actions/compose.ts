import type { Message } from '../../proxy/mail/account.ts'
import type { Address } from '../../proxy/mail/summary.ts'
import { parseAddressList } from '../../proxy/mail/address-list.ts'
import type { Action, ActionContext } from './action.ts'
import { partsBeside } from './listed-parts.ts'
import { oneOf, singleLine } from './parameters.ts'
import { namedMessage, uidOptions, type NamedMessage } from './named-messages.ts'
import { forwardedText, forwardSubject, quotedText, replySubject } from './quoting.ts'
import { readableText } from './readable-text.ts'
import type { ComposeResult } from './result.ts'

type ComposeInput =
  | { readonly mode: 'new'; readonly to: string; readonly subject: string }
  | (NamedMessage & { readonly mode: 'reply' | 'reply-all' | 'forward' | 'draft' })

const MAX_LINE_CHARS = 10_000
/** RFC 5322 3.6.4 lets References grow without end; mail servers do not. */
const MAX_REFERENCES = 50

/** mail/compose: what the composer starts from. Stores nothing: the text lives in the page until it is saved or sent. */
export const compose: Action<ComposeInput> = {
  task: 'mail',
  name: 'compose',
  method: 'GET',
  parse(parameters) {
    if ((parameters.get('_mode') ?? 'new') === 'new') {
      const to = singleLine(parameters, '_to', MAX_LINE_CHARS)
      return { mode: 'new', to, subject: singleLine(parameters, '_subject', MAX_LINE_CHARS) }
    }
    return {
      mode: oneOf(parameters, '_mode', ['reply', 'reply-all', 'forward', 'draft']),
      ...namedMessage(parameters),
    }
  },
  async run(input, context) {
    if (input.mode === 'new') {
      const { addresses } = parseAddressList(input.to, { maxAddresses: context.limits.recipients })
      return { ...EMPTY, mode: 'new', to: addresses, subject: input.subject }
    }
    const { mailbox, uid, mode } = input
    const message = await context.account.message(mailbox, uid, uidOptions(input, context))
    const text = await readableText(message, context)
    return {
      ...EMPTY,
      mode,
      source: { mailbox, uidValidity: message.uidValidity, uid },
      ...startingPoint(mode, message, text, context),
    }
  },
}

/** The body goes along as text, and so does no image within it. */
const NO_IMAGES = new Set<never>()

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
  draftOf: undefined,
  attachments: [],
}

function startingPoint(
  mode: 'reply' | 'reply-all' | 'forward' | 'draft',
  message: Message,
  text: string,
  { ownAddress }: ActionContext,
): Partial<ComposeResult> {
  const { summary } = message.row
  switch (mode) {
    case 'reply':
    case 'reply-all':
      return {
        ...recipients(mode, message, ownAddress),
        subject: replySubject(summary.subject),
        text: quotedText(summary, text),
        inReplyTo: summary.messageId,
        references: referencesOfReply(message),
      }
    case 'forward':
      return {
        subject: forwardSubject(summary.subject),
        text: forwardedText(summary, text),
        references: summary.messageId === undefined ? [] : [summary.messageId],
        attachments: partsBeside(message, NO_IMAGES),
      }
    case 'draft':
      return {
        to: summary.to,
        cc: summary.cc,
        bcc: message.bcc,
        subject: summary.subject,
        text,
        inReplyTo: message.inReplyTo,
        references: message.references,
        draftOf: message.draftOf,
        attachments: partsBeside(message, NO_IMAGES),
      }
  }
}

/** Reply-To before From; a reply to one's own message goes to whom that went to (RFC 5322 3.6.3). */
function recipients(
  mode: 'reply' | 'reply-all',
  { row, replyTo }: Message,
  ownAddress: string | undefined,
): Pick<ComposeResult, 'to' | 'cc'> {
  const { from, to, cc } = row.summary
  const isOwn = from.some((person) => isSame(person, ownAddress))
  const authors = isOwn ? to : replyTo.length > 0 ? replyTo : from
  if (mode === 'reply') return { to: authors, cc: [] }
  const others = [...(isOwn ? [] : to), ...cc].filter(
    (person, index, all) =>
      !isSame(person, ownAddress) &&
      !authors.some((author) => isSame(author, person.address)) &&
      all.findIndex((earlier) => isSame(earlier, person.address)) === index,
  )
  return { to: authors, cc: others }
}

function isSame({ address }: Address, other: string | undefined): boolean {
  return address.toLowerCase() === other?.toLowerCase()
}

/** The thread so far and the message itself; of a very long thread the beginning and the latest part. */
function referencesOfReply({ row, references, inReplyTo }: Message): readonly string[] {
  const thread = references.length > 0 || inReplyTo === undefined ? references : [inReplyTo]
  const { messageId } = row.summary
  const all = messageId === undefined ? thread : [...thread, messageId]
  if (all.length <= MAX_REFERENCES) return all
  return [...all.slice(0, 1), ...all.slice(1 - MAX_REFERENCES)]
}

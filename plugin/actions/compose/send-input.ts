import { z } from 'zod'
import { type DraftOrigin, isComposeId, type OutgoingFile } from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { idInput, namedMessage, oneLine, readerInput, sectionInput } from '../contract/input.ts'
import { priority } from '../contract/output.ts'
import { wholeMessageUid } from './whole-messages.ts'

/** Of `limits.recipients` at its highest, with usual names: who has more is told how many there may be. */
const MAX_ADDRESS_CHARS = 500_000
/** More than is read of a subject, so that any message can be answered; it is folded where it is sent. */
const MAX_SUBJECT_CHARS = 10_000
/** Of a text, and of HTML with its markup. */
const MAX_TEXT_CHARS = 1_000_000
const MAX_REFERENCES = 100
/** As many as are listed of one message, so that any can be forwarded. */
const MAX_PARTS = 2_000
/** Messages attached to one, and files uploaded before it. */
const MAX_ATTACHED = 100
/** Each is searched for. */
const MAX_UNANSWERED_SAVES = 8

/** What a page names a composed message by. */
export const composeId = z
  .string()
  .refine(isComposeId)
  .meta({ examples: ['abcdefgh'] })
/** When a message is to be sent: Unix ms. How far ahead it may be is checked by the server's clock (plugin/outbox). */
export const dueAt = z
  .int()
  .min(0)
  .describe('Unix ms: to be sent then, at most a year ahead')
  .meta({ examples: [1_900_000_000_000] })
/** With its brackets. */
export const messageId = z
  .string()
  .regex(/^<[^\s<>\p{Cc}]{1,996}>$/u)
  .meta({ examples: ['<1@example.test>'] })

/** What an upload is named by. */
const uploadId = z
  .string()
  .regex(/^[A-Za-z0-9_-]{32}$/)
  .meta({ examples: ['abcdefghabcdefghabcdefghabcdefgh'] })

/** Of a draft, by which the stored message is found again; they become part of a Message-ID. */
export const savesInput = z.array(composeId).max(MAX_UNANSWERED_SAVES)

/** Sections of the source, or whole messages of its mailbox. */
const keptParts = z
  .array(z.union([sectionInput, z.string().refine((id) => wholeMessageUid(id) !== undefined)]))
  .max(MAX_PARTS)
  .transform((ids): readonly string[] => ids)

/** A message as the composer posts it. */
const composed = z.strictObject({
  composeId: composeId.describe('Made by the page once per composed message'),
  isDraft: z.boolean().default(false),
  saveId: composeId
    .describe('Made by the page for each save of a draft, by which it is found again')
    .optional(),
  unansweredSaves: savesInput
    .describe('Earlier saves of which the page never heard: each may have stored a draft')
    .default([]),
  isAgain: z
    .boolean()
    .describe('To be sent although it may have been delivered before')
    .default(false),
  isCopyOnly: z.boolean().describe('Already sent: only its copy is to be filed').default(false),
  identity: idInput
    .describe("Which it is written as; left out: the owner's address alone")
    .optional(),
  requestsReceipt: z
    .boolean()
    .describe("Asks the reader's program to tell when it is read (RFC 8098)")
    .default(false),
  priority: priority.describe('As X-Priority counts: 1 is the highest, 5 the lowest').default(3),
  reportsDelivery: z
    .boolean()
    .describe('Asks the mail servers to tell when it was delivered or could not be (RFC 3461)')
    .default(false),
  to: oneLine(MAX_ADDRESS_CHARS).default(''),
  cc: oneLine(MAX_ADDRESS_CHARS).default(''),
  bcc: oneLine(MAX_ADDRESS_CHARS).default(''),
  subject: oneLine(MAX_SUBJECT_CHARS).default(''),
  text: z.string().default(''),
  html: z.string().describe('Written with its looks, in place of text').optional(),
  inReplyTo: messageId.optional(),
  references: z.array(messageId).max(MAX_REFERENCES).default([]),
  mode: z.enum(['new', 'reply', 'reply-all', 'forward', 'draft']).default('new'),
  source: namedMessage.describe('The message answered, forwarded or reopened').optional(),
  isSeparate: z
    .boolean()
    .describe(
      'The source, another version of the draft, stays, and this one becomes a draft of its own',
    )
    .default(false),
  origin: namedMessage
    .extend({ mode: z.enum(['reply', 'reply-all', 'forward']) })
    .describe('What a draft answers or forwards')
    .optional(),
  hasOriginal: z
    .boolean()
    .describe('The HTML of the source goes along below the text')
    .default(false),
  reader: readerInput.describe('How the writer reads dates'),
  keptParts: keptParts.describe('Parts of the source that go along').default([]),
  uploads: z
    .array(uploadId)
    .max(MAX_ATTACHED)
    .describe(
      'Uploaded before (see `uploads` in protocol.md), in this order behind the files of the form',
    )
    .default([]),
})

/** A message to be sent at once, or saved; addresses are still as typed. Nothing of it can become a header of its own. */
export const sendInput = composed.transform(written)

/** The same to be sent later: when its time to undo is over, unless it says when. */
export const laterInput = composed
  .omit({ isDraft: true, isCopyOnly: true })
  .extend({ dueAt: dueAt.optional() })
  .transform((sent) => ({ ...written({ ...sent, isDraft: false, isCopyOnly: false }) }))

function written<Sent extends z.output<typeof composed>>({ origin, text, html, ...sent }: Sent) {
  return {
    ...sent,
    origin: originOf(sent, origin),
    // Drafts quote messages that have a NUL: everybody leaves it out.
    text: html === undefined ? text.replaceAll('\0', '') : '',
    html: html?.replaceAll('\0', ''),
  }
}

/** The same with the files that came along. */
export type SendInput = z.output<typeof sendInput> & { readonly files: readonly OutgoingFile[] }

/** What is too much of it, in words of its own. Throws Refusal. */
export function checkBounds({
  text,
  html,
  keptParts: remaining,
}: z.output<typeof sendInput>): void {
  if (Math.max(text.length, html?.length ?? 0) > MAX_TEXT_CHARS) throw new Refusal('body_too_large')
  const messages = remaining.filter((id) => wholeMessageUid(id) !== undefined)
  if (messages.length > MAX_ATTACHED) throw new Refusal('too_many_messages')
}

type Named = z.output<typeof namedMessage>

/** What a reply or forward is made of, also when it was a draft meanwhile. */
function originOf(
  { mode, source }: { readonly mode: SendMode; readonly source?: Named | undefined },
  origin: (Named & { readonly mode: DraftOrigin['mode'] }) | undefined,
): DraftOrigin | undefined {
  if (mode === 'new') return undefined
  if (mode === 'draft') return origin && surely(origin.mode, origin)
  return source && surely(mode, source)
}

type SendMode = 'new' | 'reply' | 'reply-all' | 'forward' | 'draft'

/** A draft may be sent years later: only with its UIDVALIDITY the UID is still sure to be the same message. */
function surely(
  mode: DraftOrigin['mode'],
  { mailbox, uidValidity, uid }: Named,
): DraftOrigin | undefined {
  return uidValidity === undefined ? undefined : { mode, mailbox, uidValidity, uid }
}

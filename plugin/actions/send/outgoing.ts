import {
  BodyTooLarge,
  byteCount,
  isMessageMissing,
  type OutgoingFile,
  type OutgoingMessage,
  parseAddressList,
} from '../../../proxy/mail/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { WritingContext } from '../contract/contexts.ts'
import { forwardedOriginal } from '../compose/forwarded-original.ts'
import type { NamedMessage } from '../input/named-messages.ts'
import { shownFiles, withImages } from './inline-images.ts'
import { type ReadPart, readParts, readWithin } from '../part/read-parts.ts'
import { passedName } from '../part/archive-names.ts'
import { mayWriteAs } from '../settings/settings.ts'
import type { SendInput } from '../compose/send-input.ts'
import { wholeMessage, wholeMessageUid } from '../compose/whole-messages.ts'

/**
 * The message as it will be built: addresses checked, kept parts of the source fetched. Throws
 * Refusal('recipient_invalid') for an address that cannot be used, which it names, ('recipients_too_many') and
 * ('sender_unknown') unless it is a draft, ('attachments_gone') and ('body_too_large').
 */
export async function outgoingMessage(
  input: SendInput,
  context: WritingContext,
): Promise<OutgoingMessage> {
  const sender = await senderOf(input, context)
  const forms = await written(input, context)
  return {
    ...sender,
    requestsReceipt: input.requestsReceipt,
    reportsDelivery: input.reportsDelivery,
    priority: input.priority,
    ...recipientsOf(input, context),
    subject: input.subject,
    ...(await stillThere(withImages(forms, input, context))),
    inReplyTo: input.inReplyTo,
    references: input.references,
    draftOf: input.origin,
    ...(await attached({ ...input, html: forms.html }, context)),
  }
}

/**
 * The forms of what was written. Nothing of what was posted as HTML goes out but what the filter leaves, and the
 * words are those of that. Throws Refusal('input_invalid') for markup that is too large to be read.
 */
async function written(
  { text, html }: SendInput,
  { renderer, signal }: WritingContext,
): Promise<Pick<OutgoingMessage, 'text' | 'html'>> {
  if (html === undefined) return { text }
  try {
    const markup = await renderer.markupOf(html, signal)
    const text = await renderer.textOf(markup, signal)
    // By spaces that do not break an editor keeps several of them; in plain text they are spaces.
    const plain = text.replaceAll('\u00a0', ' ').replace(/^--$/gm, SIGNATURE_SEPARATOR)
    return { text: plain, html: markup }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw new Refusal('input_invalid', { cause: error })
    throw error
  }
}

/** Readers know a signature by the blank at the end of this line, too (RFC 3676 4.3). */
const SIGNATURE_SEPARATOR = '-- '

/** Who writes: by the identity named, else the owner's address alone. Throws Refusal for one they may not use. */
async function senderOf(
  { identity: id, isDraft }: SendInput,
  context: WritingContext,
): Promise<Pick<OutgoingMessage, 'from' | 'replyTo' | 'organisation' | 'signature'>> {
  const { ownAddress, settings } = context
  if (id !== undefined) {
    const identity = (await settings.read()).identities.find((one) => one.id === id)
    if (identity === undefined) throw new Refusal('identity_gone')
    const { name, address, replyTo, organisation, signature, formattedSignature } = identity
    // What was allowed when it was made may be rolled back since.
    if (!mayWriteAs(address, context)) throw new Refusal('address_not_allowed', { about: address })
    return {
      from: { name, address },
      replyTo: replyTo === '' ? undefined : replyTo,
      organisation,
      signature:
        formattedSignature === '' ? undefined : { text: signature, html: formattedSignature },
    }
  }
  if (ownAddress === undefined && !isDraft) throw new Refusal('sender_unknown')
  return { from: ownAddress === undefined ? undefined : { name: '', address: ownAddress } }
}

type Recipients = Pick<OutgoingMessage, 'to' | 'cc' | 'bcc' | 'typed'>

function recipientsOf({ isDraft, ...input }: SendInput, context: WritingContext): Recipients {
  const { recipients: maxAddresses } = context.limits
  const read = (text: string) => parseAddressList(text, { maxAddresses })
  const lists = { to: read(input.to), cc: read(input.cc), bcc: read(input.bcc) }
  const all = Object.values(lists)
  const recipients = {
    to: lists.to.addresses,
    cc: lists.cc.addresses,
    bcc: lists.bcc.addresses,
  }
  if (isDraft) {
    // Nothing that was typed is lost: what is no address is stored beside those that are.
    const { to, cc, bcc } = input
    const isTyped = all.some(({ invalid }) => invalid.length > 0)
    return isTyped ? { ...recipients, typed: { to, cc, bcc } } : recipients
  }
  for (const { addresses, invalid } of all) {
    // Past the limit a sound address counts as invalid, too.
    if (invalid.length > 0 && addresses.length === maxAddresses) throw tooManyRecipients(context)
    if (invalid.length > 0) throw new Refusal('recipient_invalid', { about: invalid[0] })
  }
  const count = all.reduce((sum, { addresses }) => sum + addresses.length, 0)
  if (count > maxAddresses) throw tooManyRecipients(context)
  if (count === 0) throw new Refusal('recipient_invalid')
  return recipients
}

function tooManyRecipients({ limits }: WritingContext): Refusal {
  return new Refusal('recipients_too_many', { about: String(limits.recipients) })
}

async function attached(
  input: SendInput,
  context: WritingContext,
): Promise<Pick<OutgoingMessage, 'attachments' | 'original'>> {
  const { files, keptParts, source, mode, hasOriginal } = input
  const all: OutgoingFile[] = [...shownFiles(input).beside]
  let leftBytes = context.limits.messageBytes - attachedBytes(files)
  if (leftBytes < 0) throw new Refusal('body_too_large')
  if (keptParts.length > 0 && source === undefined) throw new Refusal('input_invalid')
  if (source !== undefined) {
    const remaining = await stillThere(
      storedAttachments({ source, mode, ids: keptParts }, leftBytes, context),
    )
    leftBytes -= attachedBytes(remaining)
    all.push(...remaining)
  }
  if (!hasOriginal) return { attachments: all }
  return {
    attachments: all,
    original: await stillThere(forwardedOriginal(input, leftBytes, context)),
  }
}

function attachedBytes(files: readonly OutgoingFile[]): number {
  return files.reduce((sum, { content }) => sum + byteCount(content), 0)
}

/** The source of what is attached is another one than the message being written, which the user has before them. */
async function stillThere<Read>(reading: Promise<Read>): Promise<Read> {
  try {
    return await reading
  } catch (error) {
    const isPartMissing = error instanceof Refusal && error.code === 'not_found'
    if (!isMessageMissing(error) && !isPartMissing) throw error
    throw new Refusal('attachments_gone', { cause: error })
  }
}

interface StoredAttachments {
  readonly source: NamedMessage
  readonly mode: SendInput['mode']
  readonly ids: readonly string[]
}

/** In the order they are named: parts of the source, which are read together, and whole messages. */
async function storedAttachments(
  { source, mode, ids }: StoredAttachments,
  maxBytes: number,
  context: WritingContext,
): Promise<readonly OutgoingFile[]> {
  const sections = ids.filter((id) => wholeMessageUid(id) === undefined)
  const parts = (await readParts(source, sections, maxBytes, context)).values()
  const remaining: OutgoingFile[] = []
  let leftBytes = maxBytes
  for (const id of ids) {
    const uid = wholeMessageUid(id)
    const file =
      uid === undefined
        ? storedPart(parts.next().value, mode)
        : await attachedMessage({ ...source, uid }, leftBytes, context)
    leftBytes -= byteCount(file.content)
    if (leftBytes < 0) throw new Refusal('body_too_large')
    remaining.push(file)
  }
  return remaining
}

function storedPart(read: ReadPart | undefined, mode: SendInput['mode']): OutgoingFile {
  if (read === undefined) throw new Refusal('not_found')
  const { part, content } = read
  const { type } = part
  // A draft has names that were chosen by its writer.
  const filename = mode === 'draft' ? part.filename : passedName(part)
  const file = { filename, type, content }
  return type === 'message/rfc822' ? { ...file, isMessage: true } : file
}

async function attachedMessage(
  named: NamedMessage,
  maxBytes: number,
  context: WritingContext,
): Promise<OutgoingFile> {
  const { part, stream } = await wholeMessage(named, context)
  const content = await readWithin(stream, maxBytes)
  if (content === undefined) throw new Refusal('body_too_large')
  return { filename: part.filename, type: part.type, content, isMessage: true }
}

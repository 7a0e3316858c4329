import type {
  NativeCompose,
  NativeInputOf,
  NativePart,
  NativeSent,
} from '../../../wire/native/types.ts'
import { messageInput } from '../../wire/inputs.ts'
import { readerInput } from '../../wire/http/reader.ts'
import { formatAddresses } from '../../texts/address-text.ts'

/** What a message has that says nothing of it. */
export const NORMAL_PRIORITY = 3

/** A message being written. Addresses are the text of the fields; files live only in this page. */
export interface Draft {
  /** Random, chosen here: the server sends a message with the same id once, however often it is asked. */
  readonly composeId: string
  readonly mode: NativeCompose['mode']
  /** Id of the identity it is written as; empty: the owner's address alone. */
  readonly identity: string
  /** The signature that was put into the text; empty: none. */
  readonly signature: string
  /** The block of it that was put into `html`; empty: none. */
  readonly signatureMarkup: string
  /** The blind copy that the identity requests. */
  readonly identityBcc: string
  /** Asks to be told when it is read. */
  readonly requestsReceipt: boolean
  /** 1 (highest) to 5 (lowest). */
  readonly priority: number
  /** Asks to be told when it was delivered. */
  readonly reportsDelivery: boolean
  /** What is answered came as a blind copy. */
  readonly wasBlindCopy: boolean
  readonly to: string
  readonly cc: string
  readonly bcc: string
  readonly subject: string
  readonly text: string
  /** Markup of a message that is written with its looks, of which `text` is the words; null: it is text. */
  readonly html: string | null
  readonly inReplyTo: string | null
  readonly references: readonly string[]
  readonly source: NativeCompose['source']
  /** Of a stored draft: what it answers or forwards. */
  readonly draftOf: NativeCompose['draftOf']
  /** The message forwarded below the text as it looks. */
  readonly original: NativeCompose['original']
  /** Attachments of the source that travel along. */
  readonly kept: readonly NativePart[]
  readonly files: readonly File[]
  /** Names of those files that were put into the text: one whose image was deleted there stays, in case that is undone. */
  readonly imageNames: readonly string[]
  /** Saves that were not answered: each may have stored a draft, which the next one takes the place of. */
  readonly unansweredSaves: readonly string[]
  /** Of the stored version; null: there is none, or it has none. */
  readonly messageId: string | null
  /** The source is another version of it, which stays when this one is stored or sent. */
  readonly isSeparate: boolean
  /** The save that stored the source; empty: it was stored before the draft was opened, or is no stored draft. */
  readonly storedBy: string
  readonly isChanged: boolean
}

/** An empty message. */
export function emptyDraft(composeId: string): Draft {
  return {
    composeId,
    mode: 'new',
    identity: '',
    signature: '',
    signatureMarkup: '',
    identityBcc: '',
    requestsReceipt: false,
    reportsDelivery: false,
    priority: NORMAL_PRIORITY,
    wasBlindCopy: false,
    to: '',
    cc: '',
    bcc: '',
    subject: '',
    text: '',
    html: null,
    inReplyTo: null,
    references: [],
    source: null,
    draftOf: null,
    original: null,
    kept: [],
    files: [],
    imageNames: [],
    unansweredSaves: [],
    messageId: null,
    isSeparate: false,
    storedBy: '',
    isChanged: false,
  }
}

/** True when there is nothing worth keeping yet. */
export function isBlank(draft: Draft): boolean {
  const { to, cc, bcc, identityBcc, subject, original, kept: attachments } = draft
  if (original !== null || filesToSend(draft).length + attachments.length > 0) return false
  const ownBcc = bcc === identityBcc ? '' : bcc
  return `${to}${cc}${ownBcc}${subject}${textWithoutSignature(draft)}`.trim() === ''
}

/** The lines of a signature, behind the mark that readers know it by (RFC 3676 4.3); none where it is empty. */
export function signatureBlock(signature: string): string {
  return signature === '' ? '' : `-- \n${signature}`
}

/** What the user wrote beside their signature. */
function textWithoutSignature({ text, signature }: Draft): string {
  return signature === '' ? text : text.replace(signatureBlock(signature), '')
}

/** What the server proposes for a reply, a forward or a stored draft. */
export function draftOf(composeId: string, start: NativeCompose): Draft {
  return {
    ...emptyDraft(composeId),
    mode: start.mode,
    to: start.typed?.to ?? formatAddresses(start.to),
    cc: start.typed?.cc ?? formatAddresses(start.cc),
    bcc: start.typed?.bcc ?? formatAddresses(start.bcc),
    subject: start.subject,
    text: start.text,
    html: start.html,
    inReplyTo: start.inReplyTo,
    references: start.references,
    source: start.source,
    draftOf: start.draftOf,
    original: start.original,
    kept: start.attachments,
    messageId: start.messageId,
    requestsReceipt: start.requestsReceipt,
    reportsDelivery: start.reportsDelivery,
    priority: start.priority ?? NORMAL_PRIORITY,
    wasBlindCopy: start.wasBlindCopy,
  }
}

/** So many characters are deleted over in a moment that no one notices between two keys. */
const MAX_SHORT = 50_000

/** True for a message that takes time to be deleted over, as one that quotes a newsletter. */
export function isLong({ text, html }: Draft): boolean {
  return text.length + (html?.length ?? 0) > MAX_SHORT
}

/** A draft as `send` takes it; its files go along. */
export function sendInput(draft: Draft, isDraft: boolean): NativeInputOf<'send'> {
  return { ...laterInput(draft), isDraft }
}

/** A draft as `send-later` takes it; its files go along. */
export function laterInput(draft: Draft): NativeInputOf<'send-later'> {
  const { composeId, to, cc, bcc, subject, text, html, mode, references } = draft
  return {
    ...{ composeId, to, cc, bcc, subject, mode, references },
    ...(html === null ? { text } : { html }),
    identity: draft.identity === '' ? undefined : draft.identity,
    requestsReceipt: draft.requestsReceipt,
    reportsDelivery: draft.reportsDelivery,
    priority: draft.priority,
    inReplyTo: draft.inReplyTo ?? undefined,
    source: draft.source === null ? undefined : messageInput(draft.source),
    origin:
      draft.draftOf === null
        ? undefined
        : { mode: draft.draftOf.mode, ...messageInput(draft.draftOf) },
    keptParts: draft.kept.map((part) => part.id),
    hasOriginal: draft.original !== null,
    reader: readerInput(),
    unansweredSaves: draft.unansweredSaves,
    isSeparate: draft.isSeparate,
  }
}

/** The server searches for each of them. */
const MAX_UNANSWERED_SAVES = 8

/** The draft once this save is under way. */
export function withPendingSave(draft: Draft, saveId: string): Draft {
  const unansweredSaves = [...draft.unansweredSaves, saveId].slice(-MAX_UNANSWERED_SAVES)
  return { ...draft, unansweredSaves }
}

/** The draft once the server said that this save stored nothing. */
export function withSaveRefused(draft: Draft, saveId: string): Draft {
  return { ...draft, unansweredSaves: draft.unansweredSaves.filter((id) => id !== saveId) }
}

/**
 * True where a save left the version that the draft was opened from: no save of ours stored that one, so the draft continues
 * naming it as its source, and the next save takes the place of both.
 */
export function keepsSource(
  { mode, storedBy }: Pick<Draft, 'mode' | 'storedBy'>,
  { draftLeft }: Pick<NativeSent, 'draftLeft'>,
): boolean {
  return draftLeft === 'unavailable' && mode === 'draft' && storedBy === ''
}

/** The draft once this save has stored it. A former version that is not removed yet is named by the next save again. */
export function withSaveConfirmed(draft: Draft, saveId: string, sent: NativeSent): Draft {
  const { draftLeft } = sent
  const { unansweredSaves, storedBy, ...rest } = withSaveRefused(draft, saveId)
  const left = draftLeft === 'unavailable' && storedBy !== '' ? [storedBy] : []
  const named = [...unansweredSaves, ...left].slice(-MAX_UNANSWERED_SAVES)
  return { ...rest, unansweredSaves: named, storedBy: saveId }
}

/** What the draft answers or forwards, once it is stored under a source of its own. */
export function draftOriginOf({ mode, source, draftOf }: Draft): Draft['draftOf'] {
  if (mode === 'draft') return draftOf
  return mode === 'new' || source === null ? null : { mode, ...source }
}

/** What an image in the text names a file by, which the server finds again as the same. */
export function imageSource(name: string): string {
  return `cid:${name}@image`
}

/** Files that go with the message: not those whose images are no more in the text. */
export function filesToSend({ files, imageNames, html }: Draft): readonly File[] {
  const isShown = (name: string) => html?.includes(`"${imageSource(name)}"`) === true
  return files.filter(({ name }) => !imageNames.includes(name) || isShown(name))
}

/** Files that are attached beside the text. */
export function filesBeside({ files, imageNames }: Draft): readonly File[] {
  return files.filter(({ name }) => !imageNames.includes(name))
}

/** Bytes of everything attached. */
export function attachedBytes(draft: Draft): number {
  return uploadBytes(draft) + draft.kept.reduce((sum, part) => sum + part.size, 0)
}

/** Files up to this size together are sent along without asking first whether they would be taken. */
export const SMALL_UPLOAD_BYTES = 250_000

/** Bytes of what the server does not have yet. */
export function uploadBytes(draft: Draft): number {
  return filesToSend(draft).reduce((sum, file) => sum + file.size, 0)
}

import type {
  NativeAddress,
  NativeCompose,
  NativePart,
  NativeSent,
} from '../../../wire/native/types.ts'
import { readerFields } from '../../wire/http/reader.ts'

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
  /** The blind copy that the identity asks for. */
  readonly identityBcc: string
  /** Asks to be told when it is read. */
  readonly requestsReceipt: boolean
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
  /** Saves that were not answered: each may have stored a draft, which the next one takes the place of. */
  readonly unansweredSaves: readonly string[]
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
    unansweredSaves: [],
    storedBy: '',
    isChanged: false,
  }
}

/** True when there is nothing worth keeping yet. */
export function isBlank(draft: Draft): boolean {
  const { to, cc, bcc, identityBcc, subject, original, files, kept } = draft
  if (original !== null || files.length + kept.length > 0) return false
  const ownBcc = bcc === identityBcc ? '' : bcc
  return `${to}${cc}${ownBcc}${subject}${textWithoutSignature(draft)}`.trim() === ''
}

/** The lines of a signature, behind the mark that readers know it by (RFC 3676 4.3); none where it is empty. */
export function signatureBlock(signature: string): string {
  return signature === '' ? '' : `-- \n${signature}`
}

/** What the person wrote beside their signature. */
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
    requestsReceipt: start.requestsReceipt,
  }
}

/** So many characters are gone over in a moment that nobody notices between two keys. */
const MAX_SHORT = 50_000

/** True for a message that takes time to be gone over, as one that quotes a newsletter. */
export function isLong({ text, html }: Draft): boolean {
  return text.length + (html?.length ?? 0) > MAX_SHORT
}

/** The form of `_action=send`. */
export function sendForm(draft: Draft, isDraft: boolean): FormData {
  const form = new FormData()
  form.set('_compose_id', draft.composeId)
  form.set('_to', draft.to)
  form.set('_cc', draft.cc)
  form.set('_bcc', draft.bcc)
  form.set('_subject', draft.subject)
  form.set('_message', draft.html ?? draft.text)
  if (draft.html !== null) form.set('_is_html', '1')
  form.set('_mode', draft.mode)
  if (draft.identity !== '') form.set('_identity', draft.identity)
  if (draft.requestsReceipt) form.set('_receipt', '1')
  if (draft.inReplyTo !== null) form.set('_in_reply_to', draft.inReplyTo)
  if (draft.references.length > 0) form.set('_references', draft.references.join(' '))
  if (draft.source !== null) {
    form.set('_source_mbox', draft.source.mailbox)
    form.set('_source_uidvalidity', draft.source.uidValidity)
    form.set('_source_uid', String(draft.source.uid))
  }
  if (draft.draftOf !== null) {
    form.set('_origin_mode', draft.draftOf.mode)
    form.set('_origin_mbox', draft.draftOf.mailbox)
    form.set('_origin_uidvalidity', draft.draftOf.uidValidity)
    form.set('_origin_uid', String(draft.draftOf.uid))
  }
  if (draft.kept.length > 0) form.set('_forward_parts', draft.kept.map((part) => part.id).join(','))
  if (draft.original !== null) form.set('_original', '1')
  for (const [name, value] of Object.entries(readerFields())) form.set(name, value)
  if (isDraft) form.set('_draft', '1')
  if (draft.unansweredSaves.length > 0) {
    form.set('_unanswered_saves', draft.unansweredSaves.join(','))
  }
  for (const file of draft.files) form.append('_attachments[]', file, file.name)
  return form
}

/** The server searches for each of them. */
const MAX_UNANSWERED_SAVES = 8

/** The draft once this save is under way. */
export function withSaveBegun(draft: Draft, saveId: string): Draft {
  const unansweredSaves = [...draft.unansweredSaves, saveId].slice(-MAX_UNANSWERED_SAVES)
  return { ...draft, unansweredSaves }
}

/** The draft once the server said that this save stored nothing. */
export function withSaveRefused(draft: Draft, saveId: string): Draft {
  return { ...draft, unansweredSaves: draft.unansweredSaves.filter((id) => id !== saveId) }
}

/**
 * True where a save left the version that the draft was opened from: no save of ours stored that one, so the draft goes on
 * naming it as its source, and the next save takes the place of both.
 */
export function keepsSource(
  { mode, storedBy }: Pick<Draft, 'mode' | 'storedBy'>,
  { draftLeft }: Pick<NativeSent, 'draftLeft'>,
): boolean {
  return draftLeft === 'unavailable' && mode === 'draft' && storedBy === ''
}

/** The draft once this save has stored it. A former version that is not removed yet is named by the next save again. */
export function withSaveAnswered(draft: Draft, saveId: string, sent: NativeSent): Draft {
  if (keepsSource(draft, sent)) return draft
  const { draftLeft } = sent
  const { unansweredSaves, storedBy, ...rest } = withSaveRefused(draft, saveId)
  const left = draftLeft === 'unavailable' && storedBy !== '' ? [storedBy] : []
  const named = [...unansweredSaves, ...left].slice(-MAX_UNANSWERED_SAVES)
  return { ...rest, unansweredSaves: named, storedBy: saveId }
}

/** The form that sends a message although it may have been delivered. */
export function againForm(draft: Draft): FormData {
  const form = sendForm(draft, false)
  form.set('_again', '1')
  return form
}

/** The form that files the copy of a message that was sent, and sends nothing. */
export function copyForm(draft: Draft): FormData {
  const form = sendForm(draft, false)
  form.set('_copy', '1')
  return form
}

/** What the draft answers or forwards, once it is stored under a source of its own. */
export function draftOriginOf({ mode, source, draftOf }: Draft): Draft['draftOf'] {
  if (mode === 'draft') return draftOf
  return mode === 'new' || source === null ? null : { mode, ...source }
}

/** Bytes of everything attached. */
export function attachedBytes(draft: Draft): number {
  return uploadBytes(draft) + draft.kept.reduce((sum, part) => sum + part.size, 0)
}

/** Bytes of what the server does not have yet. */
export function uploadBytes({ files }: Draft): number {
  return files.reduce((sum, file) => sum + file.size, 0)
}

/** True when the text speaks of an attachment and there is none. Quoted lines are somebody else's words. */
export function isAttachmentForgotten(draft: Draft, words: readonly string[]): boolean {
  if (draft.files.length + draft.kept.length > 0) return false
  const own = draft.text
    .split('\n')
    .filter((line) => !line.startsWith('>'))
    .join('\n')
    .toLowerCase()
  return words.some((word) => own.includes(word))
}

/** Addresses as one types them; a name with specials is quoted (RFC 5322 3.2.4). */
export function formatAddresses(addresses: readonly NativeAddress[]): string {
  return addresses.map(formatAddress).join(', ')
}

function formatAddress({ name, address }: NativeAddress): string {
  if (name === '' || name === address) return address
  const shown = /[",;:<>@()[\]\\]/.test(name) ? `"${name.replace(/(["\\])/g, '\\$1')}"` : name
  return `${shown} <${address}>`
}

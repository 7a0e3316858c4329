import type { NativeIdentity, NativePreferences } from '../../../wire/native/types.ts'
import { type Draft, signatureBlock } from './draft.ts'

type Places = Pick<NativePreferences, 'replyPlace' | 'signaturePlace'>

/** The draft written as an identity: its signature and blind copy take the place of the former one's. */
export function writtenAs(
  draft: Draft,
  identity: NativeIdentity | undefined,
  places: Places,
): Draft {
  const { id: name = '', signature = '', bcc = '' } = identity ?? {}
  const isUntouchedBcc = draft.bcc === draft.identityBcc
  return {
    ...draft,
    identity: name,
    signature,
    identityBcc: bcc,
    bcc: isUntouchedBcc ? bcc : draft.bcc,
    text: withSignature(draft, signature, places),
  }
}

/** A stored draft has its signature already: it is known by standing there. */
export function reopenedAs(draft: Draft, identity: NativeIdentity | undefined): Draft {
  const { id: name = '', signature = '', bcc = '' } = identity ?? {}
  const isThere = signature !== '' && draft.text.includes(signatureBlock(signature))
  return {
    ...draft,
    identity: name,
    signature: isThere ? signature : '',
    identityBcc: draft.bcc === bcc ? bcc : '',
  }
}

/** The text with another signature; one that the person has changed is theirs and stays. */
function withSignature(draft: Draft, next: string, places: Places): string {
  const { text, signature } = draft
  const [before, after] = [signatureBlock(signature), signatureBlock(next)]
  const place = before === '' ? -1 : text.lastIndexOf(before)
  if (place >= 0) {
    const rest = text.slice(place + before.length)
    return after === ''
      ? text.slice(0, place).trimEnd() + rest
      : text.slice(0, place) + after + rest
  }
  if (after === '' || before !== '') return text
  const isAnswer = draft.mode === 'reply' || draft.mode === 'reply-all'
  const isAtEnd = places.signaturePlace === 'below-quote' || places.replyPlace === 'below'
  if (text.trim() === '') return `\n\n${after}`
  return isAnswer && isAtEnd
    ? `${text.trimEnd()}\n\n${places.replyPlace === 'below' ? '\n' : ''}${after}`
    : `\n\n${after}${text}`
}

/** Where one begins to write: above the quotation, or below it and above the signature. */
export function firstCaret(draft: Draft, { replyPlace }: Places): number {
  const isAnswer = draft.mode === 'reply' || draft.mode === 'reply-all'
  if (!isAnswer || replyPlace === 'above') return 0
  const block = signatureBlock(draft.signature)
  const place = block === '' ? -1 : draft.text.lastIndexOf(block)
  return place < 0 ? draft.text.length : Math.max(0, place - 2)
}

import type { NativeIdentity, NativePreferences } from '../../../wire/native/types.ts'
import { type Draft, signatureBlock } from './draft.ts'
import { knownSignature, signedMarkup } from './formatted-draft.ts'

type Placement = Pick<NativePreferences, 'replyPlace' | 'signaturePlace'>

/** The draft written as an identity: its signature and blind copy take the place of the former one's. */
export function writtenAs(
  draft: Draft,
  identity: NativeIdentity | undefined,
  locations: Placement,
): Draft {
  const { id: name = '', signature = '', bcc = '' } = identity ?? {}
  const isUntouchedBcc = draft.bcc === draft.identityBcc
  const isAtEnd = locations.signaturePlace === 'below-quote' || locations.replyPlace === 'below'
  const looks =
    draft.html === null
      ? {}
      : signedMarkup(draft, draft.html, identity, { isAtEnd: isAtEnd && isReply(draft) })
  return {
    ...draft,
    identity: name,
    identityBcc: bcc,
    bcc: isUntouchedBcc ? bcc : draft.bcc,
    signature,
    text: withSignature(draft, signature, locations),
    ...looks,
  }
}

function isReply({ mode }: Draft): boolean {
  return mode === 'reply' || mode === 'reply-all'
}

/** A stored draft has its signature already: it is known by standing there. */
export function reopenedAs(draft: Draft, identity: NativeIdentity | undefined): Draft {
  const { id: name = '', signature = '', bcc = '' } = identity ?? {}
  const isThere = signature !== '' && draft.text.includes(signatureBlock(signature))
  return {
    ...draft,
    identity: name,
    signature: isThere ? signature : '',
    signatureMarkup: knownSignature(draft.html, identity),
    identityBcc: draft.bcc === bcc ? bcc : '',
  }
}

/** The text with another signature; one that the user has changed is theirs and stays. */
function withSignature(draft: Draft, next: string, locations: Placement): string {
  const { text, signature } = draft
  const [before, after] = [signatureBlock(signature), signatureBlock(next)]
  const offset = before === '' ? -1 : text.lastIndexOf(before)
  if (offset >= 0) {
    const rest = text.slice(offset + before.length)
    return after === ''
      ? text.slice(0, offset).trimEnd() + rest
      : text.slice(0, offset) + after + rest
  }
  if (after === '' || before !== '') return text
  const isAtEnd = locations.signaturePlace === 'below-quote' || locations.replyPlace === 'below'
  if (isReply(draft) && isAtEnd && text.trim() !== '') {
    return `${text.trimEnd()}\n\n${locations.replyPlace === 'below' ? '\n' : ''}${after}`
  }
  const end = draft.mode === 'new' ? text.length : quotationPosition(text)
  const quotation = text.slice(end)
  const signed = `${text.slice(0, end).trimEnd()}\n\n${after}`
  return quotation === '' ? signed : `${signed}\n\n${quotation}`
}

/** What a quotation starts with: a line of it with the one above that says who wrote it, or the head of a forward. */
const QUOTATION = /^(?:(?:\S.*\n)?>|-{8} .+ -{8}$)/m

function quotationPosition(text: string): number {
  const offset = text.search(QUOTATION)
  return offset < 0 ? text.length : offset
}

/** Where a caret stands once the text around it was changed by the page: at the same words. */
export function preservedCaret(before: string, after: string, caret: number): number {
  let same = 0
  while (same < caret && before[same] === after[same]) same += 1
  return same === caret ? caret : Math.max(same, after.length - (before.length - caret))
}

/** Where one starts to write: above the quotation, or below it and above the signature. */
export function firstCaret(draft: Draft, { replyPlace }: Placement): number {
  if (!isReply(draft) || replyPlace === 'above') return 0
  const block = signatureBlock(draft.signature)
  const offset = block === '' ? -1 : draft.text.lastIndexOf(block)
  return offset < 0 ? draft.text.length : Math.max(0, offset - 2)
}

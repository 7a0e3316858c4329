import type { NativeIdentity, NativePreferences } from '../../../wire/native/types.ts'
import { type Draft, signatureBlock } from './draft.ts'
import { hasFormatting, markupOfText } from './markup.ts'

// A block of a signature that is in the markup no more was changed by the user, and is theirs.

const EMPTY_LINE = '<div dir="auto"><br></div>'
const ROOM = /^(?:<div dir="auto"><br><\/div>)+/

/** A draft that just began: a new one as its owner writes, an answer or a forward as its original is. */
export function startFormatted(
  draft: Draft,
  { writeFormat, replyPlace }: Pick<NativePreferences, 'writeFormat' | 'replyPlace'>,
): Draft {
  const { mode, html } = draft
  const isReply = mode === 'reply' || mode === 'reply-all'
  if (html === null) {
    const isPlain = writeFormat === 'plain' || mode === 'draft' || isReply || forwardsText(draft)
    return isPlain ? draft : asFormatted(draft, undefined)
  }
  const isBelow = isReply && replyPlace === 'below'
  return isBelow ? { ...draft, html: html + EMPTY_LINE } : draft
}

/** Forwards a message of plain text, whose words are in the text. */
function forwardsText({ mode, original, text }: Draft): boolean {
  return mode === 'forward' && original === null && text.trim() !== ''
}

type Signed = Pick<NativeIdentity, 'signature' | 'formattedSignature'>

/** The signature of an identity as a block of markup; empty for none. */
function signatureBlockOf(identity: Signed | undefined): string {
  const { signature = '', formattedSignature = '' } = identity ?? {}
  if (signature === '' && formattedSignature === '') return ''
  const looks = formattedSignature === '' ? markupOfText(signature) : formattedSignature
  return `<div dir="auto">-- <br>${looks}</div>`
}

/** What a quotation starts with: with the line above that says who wrote it, or the head of a forward. */
const QUOTATION = /(?:<div\b[^>]*>[^<]+<\/div>)?<blockquote\b|<div\b[^>]*>-{8} [^<]+ -{8}<\/div>/

/** A formatted draft with the signature of another identity, below everything or above what is quoted. */
export function signedMarkup(
  { mode, text, signatureMarkup: former }: Draft,
  html: string,
  identity: Signed | undefined,
  { isAtEnd }: { readonly isAtEnd: boolean },
): Pick<Draft, 'html' | 'signatureMarkup'> {
  const next = signatureBlockOf(identity)
  const offset = former === '' ? -1 : html.lastIndexOf(former)
  if (offset >= 0) {
    const rest = html.slice(offset + former.length)
    return { html: html.slice(0, offset) + next + rest, signatureMarkup: next }
  }
  if (next === '' || former !== '') return { html, signatureMarkup: '' }
  const above = EMPTY_LINE + EMPTY_LINE
  if (text.trim() === '') return { html: above + next, signatureMarkup: next }
  if (isAtEnd) return { html: html + EMPTY_LINE + next, signatureMarkup: next }
  const quotation = mode === 'new' ? -1 : html.search(QUOTATION)
  const [written, rest] =
    quotation < 0 ? [html, ''] : [html.slice(0, quotation), html.slice(quotation)]
  const isStarted = written.replaceAll(/<[^>]*>|&nbsp;/g, '').trim() === ''
  return {
    // The server leaves room to write above a quotation: it is above the signature.
    html: isStarted
      ? above + next + html.replace(ROOM, EMPTY_LINE)
      : written + EMPTY_LINE + next + EMPTY_LINE + rest,
    signatureMarkup: next,
  }
}

/** A stored draft has its signature already: it is known by standing there. */
export function knownSignature(html: string | null, identity: Signed | undefined): string {
  const block = signatureBlockOf(identity)
  return block !== '' && html?.includes(block) === true ? block : ''
}

/** A plain draft to be written on with its looks: its words stay, its signature gets its own. */
export function asFormatted(draft: Draft, identity: Signed | undefined): Draft {
  const { text, signature } = draft
  const block = signatureBlock(signature)
  const offset = block === '' ? -1 : text.lastIndexOf(block)
  if (offset === -1 || identity === undefined) return { ...draft, html: markupOfText(text) }
  const signatureMarkup = signatureBlockOf(identity)
  const above = markupOfText(text.slice(0, offset).replace(/\n$/, ''))
  const rest = text.slice(offset + block.length).replace(/^\n/, '')
  const html = above + signatureMarkup + (rest === '' ? '' : markupOfText(rest))
  return { ...draft, html, signatureMarkup }
}

/** A formatted draft as its words. */
export function asPlain(draft: Draft): Draft {
  const isSigned = draft.text.includes(signatureBlock(draft.signature))
  return { ...draft, html: null, signatureMarkup: '', signature: isSigned ? draft.signature : '' }
}

/** True where going plain would lose more than the looks of the signature, which come back with it. */
export function wouldLoseFormatting({ html, signatureMarkup }: Draft): boolean {
  if (html === null) return false
  const written = signatureMarkup === '' ? html : html.replace(signatureMarkup, '')
  return hasFormatting(written)
}

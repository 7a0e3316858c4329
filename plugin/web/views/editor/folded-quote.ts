/** The one quotation of a reply. Where answers stand between several, each needs what it answers in sight. */
const QUOTATION = ':scope > blockquote[type=cite]'

/** Hides the quotation of a reply while it is not needed; it stays part of the message. */
export interface QuoteFold {
  readonly fold: (isFolded: boolean) => void
}

/** Undefined for a document without a quotation, or with several. The mark is at the body: it is in no message. */
export function quoteFoldOf(document: Document): QuoteFold | undefined {
  const { head, body } = document
  if (body.querySelectorAll(QUOTATION).length !== 1) return undefined
  const style = document.createElement('style')
  style.textContent = 'body[data-folded]>blockquote[type=cite]{display:none}'
  head.append(style)
  return { fold: (isFolded) => body.toggleAttribute('data-folded', isFolded) }
}

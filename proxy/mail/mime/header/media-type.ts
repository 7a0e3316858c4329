/** Types whose content is never text, also without a subtype. */
const NO_TEXT = /^(?:application|image|audio|video|font|model|message|multipart)$/

/**
 * A media type in lower case, from its two halves as a server sends them. What is none (`Content-Type: text`, `html`, empty) is
 * text, as RFC 2045 5.2 has it; `isUnclear` says that the header may tell more.
 */
export function mediaType(
  major: string,
  minor: string,
): { readonly type: string; readonly isUnclear: boolean } {
  const [kind, sub] = [major, minor].map((half) =>
    half
      .trim()
      .toLowerCase()
      .replace(/^["']+|["'.,:;]+$/g, ''),
  )
  if (kind === 'html' || (kind === 'text' && sub === 'html'))
    return { type: 'text/html', isUnclear: false }
  if (kind === 'application' && (sub === 'xhtml+xml' || sub === 'xhtml'))
    return { type: 'text/html', isUnclear: false }
  if (kind === undefined || !IS_NAME.test(kind) || sub === undefined || !IS_NAME.test(sub)) {
    const isText = !NO_TEXT.test(kind ?? '')
    return { type: isText ? 'text/plain' : 'application/octet-stream', isUnclear: isText }
  }
  return { type: `${kind}/${sub}`, isUnclear: false }
}

/** A token of RFC 2045 5.1 without what only broken headers have. */
const IS_NAME = /^[a-z0-9!#$&^_.+-]+$/

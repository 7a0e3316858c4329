/** So many words are marked at most; a search of more is still one. */
const MAX_WORDS = 20

/**
 * The words of a search that a message shows: neither what is excluded nor what is no text, as `is:unread` (the operators
 * of plugin/actions/contract/search-terms.ts).
 */
export function shownWords(search: string): readonly string[] {
  const words: string[] = []
  for (const [whole, sign, operator, quoted, plain = ''] of search.matchAll(TERM)) {
    const isShown = sign === undefined && (operator === undefined || NAMES_TEXT.test(operator))
    if (whole !== 'OR' && isShown) words.push(quoted ?? plain.replaceAll('"', ''))
  }
  return words.filter((word) => word !== '').slice(0, MAX_WORDS)
}

/** Finds them as a mail server does, in any case; undefined where there are none. */
export function wordPattern(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined
  // The longest of those that begin alike.
  const byLength = words.toSorted((one, other) => other.length - one.length)
  return new RegExp(byLength.map((word) => word.replace(SPECIAL, '\\$&')).join('|'), 'giu')
}

const TERM = /(-(?=\S))?(?:([a-z]+):(?=\S))?(?:"([^"]+)"|(\S+))/giu
const NAMES_TEXT = /^(?:from|to|cc|subject|list|body|text)$/i
const SPECIAL = /[$()*+./?[\\\]^{|}-]/g

/** Text as it is looked for: without case and marks, so that "jorg" finds "Jörg", and "lukasz" finds "Łukasz". */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[łøđðħŧıßæœþ]/g, (letter) => WHOLE_LETTERS.get(letter) ?? letter)
}

/** Letters that Unicode does not take apart, as contacts type them who have no key for them. */
const WHOLE_LETTERS: ReadonlyMap<string, string> = new Map([
  ...([
    ['ł', 'l'],
    ['ø', 'o'],
    ['đ', 'd'],
    ['ð', 'd'],
    ['ħ', 'h'],
    ['ŧ', 't'],
    ['ı', 'i'],
  ] as const),
  ...([
    ['ß', 'ss'],
    ['æ', 'ae'],
    ['œ', 'oe'],
    ['þ', 'th'],
  ] as const),
])

/** There is nothing to take apart in it. */
function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** The words something is found by, each behind a space: what is typed is the beginning of one of them. */
export function searchWords(texts: readonly string[]): string {
  const words = texts.flatMap((text) => {
    const folded = foldText(text)
    return [folded, ...folded.split(/[\s.,;@_+'"()-]+/)]
  })
  return ` ${[...new Set(words)].filter((word) => word !== '').join(' ')}`
}

/** True when every word of what was typed starts one of the words; Japanese and Chinese names have no space between theirs. */
export function wordMatcher(typed: string): (words: string) => boolean {
  const tokens = foldText(typed)
    .split(/\s+/)
    .filter((token) => token !== '')
    .map((token) =>
      /^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(token) ? token : ` ${token}`,
    )
  return (words) => tokens.every((token) => words.includes(token))
}

/** Bytes in one encoded word: with its charset and encoding it has 75 characters at most (RFC 2047 2). */
const WORD_BYTES = 45
/** A word without blanks can not be folded; far below the 998 octets of a line (RFC 5322 2.1.1). */
const MAX_PLAIN_WORD = 200

/**
 * Whether plain ASCII would not arrive as it was written: it has a word that no line takes, or looks as if
 * it were encoded, so that its reader would decode it.
 */
export function mustBeEncoded(text: string): boolean {
  return text.includes('=?') || text.split(' ').some((word) => word.length > MAX_PLAIN_WORD)
}

/** The text as encoded words in base64, with a blank between two, where lines may be folded. */
export function encodedWords(text: string): string {
  const words: string[] = []
  let bytes = Buffer.alloc(0)
  const endWord = () => {
    if (bytes.length > 0) words.push(`=?UTF-8?B?${bytes.toString('base64')}?=`)
    bytes = Buffer.alloc(0)
  }
  // By characters, which no word may cut (RFC 2047 5).
  for (const character of text) {
    const next = Buffer.from(character)
    if (bytes.length + next.length > WORD_BYTES) endWord()
    bytes = Buffer.concat([bytes, next])
  }
  endWord()
  return words.join(' ')
}

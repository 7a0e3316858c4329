/** Embeddings, overrides and isolates (UAX 9 2.1 to 2.3): what follows them is shown in another order. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g

/** Takes no room where it stands, and makes two texts look alike. */
const UNSEEN = /[\u00ad\u200b\u2060\ufeff]/g

/** Most texts: nothing to look for. */
const PRINTABLE_ASCII = /^[\x20-\x7e]*$/

const LINE_SEPARATORS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g

/**
 * Text of a stranger that is shown among our own: without controls and without characters that turn the
 * order of others around or are not seen. Marks of direction and joiners stay, as letters need them.
 */
export function harmlessText(text: string): string {
  if (PRINTABLE_ASCII.test(text)) return text
  return text.toWellFormed().replace(LINE_SEPARATORS, ' ').replace(TURNING, '').replace(UNSEEN, '')
}

/**
 * A file name of a stranger: its end reports what opens it, so that no character of direction stays, and none
 * that is not seen but those that choose the form of a letter (Unicode, Bidi_Control and Default_Ignorable).
 */
export function visibleName(text: string): string {
  return text
    .toWellFormed()
    .replace(LINE_SEPARATORS, '_')
    .replace(
      /(?![\ufe00-\ufe0f\u{e0100}-\u{e01ef}])[\p{Bidi_Control}\p{Default_Ignorable_Code_Point}]/gu,
      '',
    )
    .trim()
}

/** A file name without the folders that old programs of Windows put before it. */
export function pathless(name: string): string {
  return name.replace(/^.*\\/s, '').trim() || name
}

/** At most so many UTF-16 units, and no half of a character at the end. */
export function cutText(text: string, maxCharacters: number): string {
  return text.slice(0, maxCharacters).replace(/[\ud800-\udbff]$/, '')
}

/**
 * Decodes bytes of a charset in which what is before decides what a byte means, and which
 * TextDecoder refuses or reads otherwise than mail is written. Never throws; what makes no sense becomes
 * U+FFFD.
 */
export type StatefulDecoder = (bytes: Uint8Array) => string

/** The decoder of a charset by the letters of its name (names.ts); undefined for one that is not stateful. */
export function statefulDecoder(letters: string): StatefulDecoder | undefined {
  if (UTF_7.test(letters)) return decodeUtf7
  if (ISO_2022_JP.test(letters)) return decodeIso2022Jp
  if (letters === 'iso2022kr') return decodeIso2022Kr
  if (/^iso2022cn(?:ext)?$/.test(letters)) return decodeIso2022Cn
  return /^hz(?:gb2312)?$/.test(letters) ? decodeHz : undefined
}

/** Escapes of ISO-2022-JP that no text has by chance (RFC 1468, RFC 2237). */
export function hasEscapes(bytes: Uint8Array): boolean {
  if (!bytes.includes(0x1b)) return false
  return /\x1b\$(?:[@B]|\([@BDOPQ])/.test(Buffer.from(bytes).toString('latin1'))
}

/**
 * Whether adjacent encoded words (RFC 2047 2) of the charset are read apart: each starts in the first
 * state. Only in ISO 2022 escapes say so, so that words of senders who cut bytes anywhere, and not
 * between characters, can be joined and read all the same.
 */
export function isReadApart(letters: string): boolean {
  return statefulDecoder(letters) !== undefined && !letters.includes('2022')
}

const UTF_7 = /^(?:unicode(?:\d\d)?)?utf7(?:imap)?$/
const ISO_2022_JP =
  /^(?:iso2022)?jp(?:[123]|2004|ext|ms)?$|^iso2022jp(?:[123]|2004|ext|ms)?$|^jis$|^cp5022[012]$/

/** RFC 2152: `+` starts base64 of UTF-16, which ends before what is not base64; a `-` there is taken away. */
function decodeUtf7(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[^\x00-\x7f]/g, '\ufffd')
    .replace(/\+([A-Za-z0-9+/]*)-?/g, (all: string, base64: string) =>
      base64 === '' ? (all === '+-' ? '+' : all) : utf16Of(base64),
    )
}

function utf16Of(base64: string): string {
  const units = Buffer.from(base64, 'base64')
  const even = units.subarray(0, units.length - (units.length % 2))
  return new TextDecoder('utf-16be').decode(even)
}

const ESCAPE = '\\x1b(?:\\([BJI]|\\$[@B]|\\$\\([DOPQ])'
const OVERRULED = new RegExp(`(?:${ESCAPE})+(?=${ESCAPE})`, 'g')

/**
 * An escape that another one follows at once says nothing: it stands where two pieces were joined.
 * TextDecoder takes it for a fault (WHATWG Encoding 12.2.1).
 */
function decodeIso2022Jp(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString('latin1').replace(OVERRULED, '')
  return new TextDecoder('iso-2022-jp').decode(Buffer.from(text, 'latin1'))
}

/** RFC 1557: between SO and SI two bytes are a character of KS X 1001, in EUC-KR with the high bits. */
function decodeIso2022Kr(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replaceAll('\x1b$)C', '')
    .replace(/\x0e([^\x0f\n]*)\x0f?/g, (_all, shifted: string) => withHighBits(shifted))
  return new TextDecoder('euc-kr').decode(Buffer.from(text, 'latin1'))
}

/** RFC 1922: between SO and SI, after `ESC $ ) A`, two bytes are a character of GB 2312. Of CNS 11643 no one has the table. */
function decodeIso2022Cn(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/\x1b\$[)*+][A-M]/g, '')
    .replace(/\x0e([^\x0f\n]*)\x0f?/g, (_all, shifted: string) => withHighBits(shifted))
  return new TextDecoder('gbk').decode(Buffer.from(text, 'latin1'))
}

/** RFC 1843: between `~{` and `~}` two bytes are a character of GB 2312; `~~` is a tilde. */
function decodeHz(bytes: Uint8Array): string {
  const text = Buffer.from(bytes)
    .toString('latin1')
    .replace(/~(~|\r?\n|\{([^\n]*?)(?:~\}|(?=\n)|$))/g, (_all, what: string, shifted?: string) =>
      what === '~' ? '~' : withHighBits(shifted ?? ''),
    )
  return new TextDecoder('gbk').decode(Buffer.from(text, 'latin1'))
}

function withHighBits(text: string): string {
  return text.replace(/[\x21-\x7e]/g, (byte) => String.fromCharCode(byte.charCodeAt(0) | 0x80))
}

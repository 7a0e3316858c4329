import { statefulDecoder } from './stateful-charset.ts'

/** Charset names that say nothing: the bytes are guessed instead. */
const UNTOLD = /^(|us-ascii|ascii|unknown.*|x-unknown|default|utf-?8|7bit|8bit|binary)$/

/**
 * Decodes bytes of a message. A name that is missing, unknown or a lie (UTF-8 sent as US-ASCII) is
 * guessed: UTF-8 where the bytes are valid UTF-8, else Windows-1252. Never throws.
 */
export function decodeCharset(bytes: Uint8Array, charset: string | undefined): string {
  const name = (charset ?? '').trim().toLowerCase()
  const stateful = statefulDecoder(name)
  if (stateful !== undefined) return stateful(bytes)
  const decoder = UNTOLD.test(name) ? undefined : decoderFor(name)
  if (decoder === undefined) return guess(bytes)
  return decoder.encoding === 'windows-1252' ? decodeWindows1252(bytes) : decoder.decode(bytes)
}

function guess(bytes: Uint8Array): string {
  const text = asUtf8(bytes)
  if (text !== undefined) return text
  return isUtf8ButForItsEnd(bytes) ? new TextDecoder().decode(bytes) : decodeWindows1252(bytes)
}

function asUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8, which is what we wanted to know; TypeError is the decoder's only way to say so.
    return undefined
  }
}

/** Bodies are cut at a limit, possibly inside a character: then only the last three bytes may be bad. */
function isUtf8ButForItsEnd(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= Math.min(3, bytes.length); cut += 1) {
    if ((bytes[bytes.length - cut] ?? 0) < 0xc0) continue
    const text = asUtf8(bytes.subarray(0, bytes.length - cut))
    // Shorter than its bytes: it has characters beyond ASCII, so it is UTF-8 by more than chance.
    return text !== undefined && text.length < bytes.length - cut
  }
  return false
}

/** What 0x80 to 0x9f mean; five of them mean nothing and stay as they are. */
const WINDOWS_1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

/** By hand: since Node 20.18.3 TextDecoder reads it as ISO 8859-1 (nodejs/node#56542). */
function decodeWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => WINDOWS_1252.charAt(control.charCodeAt(0) - 0x80))
}

/** Names that mail has and the WHATWG's list of labels has not. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ['cp932', 'shift_jis'],
  ['ms-kanji', 'shift_jis'],
  ['cp936', 'gbk'],
  ['cp949', 'euc-kr'],
  ['uhc', 'euc-kr'],
  ['cp950', 'big5'],
  ['cp874', 'windows-874'],
  ['latin-1', 'windows-1252'],
  ['iso8859_1', 'windows-1252'],
  ['8859-1', 'windows-1252'],
])

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(ALIASES.get(name) ?? name)
  } catch {
    // A charset Node does not know; RangeError is its only way to say so.
    return undefined
  }
}

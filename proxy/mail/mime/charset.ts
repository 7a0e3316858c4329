/** Charset names that say nothing: the bytes are guessed instead. */
const UNTOLD = /^(|us-ascii|ascii|unknown.*|x-unknown|default|utf-?8|7bit|8bit|binary)$/

/**
 * Decodes bytes of a message. A name that is missing, unknown or a lie (UTF-8 sent as US-ASCII) is
 * guessed: UTF-8 where the bytes are valid UTF-8, else Windows-1252. Never throws.
 */
export function decodeCharset(bytes: Uint8Array, charset: string | undefined): string {
  const name = (charset ?? '').trim().toLowerCase()
  const decoder = UNTOLD.test(name) ? undefined : decoderFor(name)
  return decoder === undefined ? guess(bytes) : decoder.decode(bytes)
}

function guess(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    // Not UTF-8 after all, which is what we wanted to know. A cut last character is no proof of that.
    const isCut = isUtf8ButForItsEnd(bytes)
    return new TextDecoder(isCut ? 'utf-8' : 'windows-1252').decode(bytes)
  }
}

/** Bodies are cut at a limit, possibly inside a character: then only the last three bytes may be bad. */
function isUtf8ButForItsEnd(bytes: Uint8Array): boolean {
  for (let cut = 1; cut <= Math.min(3, bytes.length); cut += 1) {
    if ((bytes[bytes.length - cut] ?? 0) < 0xc0) continue
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, bytes.length - cut))
      return true
    } catch {
      return false
    }
  }
  return false
}

function decoderFor(name: string): TextDecoder | undefined {
  try {
    return new TextDecoder(name)
  } catch {
    // A charset Node does not know; RangeError is its only way to say so.
    return undefined
  }
}

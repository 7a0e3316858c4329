import { SCRIPT_LIMITS } from '../../../../proxy/mail/sieve/language/limits.ts'

/** The text of a file, with LF; undefined: no text, or more than a script may have. */
export async function readScriptFile(file: Blob): Promise<string | undefined> {
  if (file.size > SCRIPT_LIMITS.maxBytes) return undefined
  const bytes = await file.arrayBuffer()
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return text.includes('\0') ? undefined : text.replaceAll('\r\n', '\n')
  } catch {
    // Bytes that are no UTF-8 are no script (RFC 5228 2.1).
    return undefined
  }
}

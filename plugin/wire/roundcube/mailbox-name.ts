/** A mailbox name in modified UTF-7 (RFC 3501 5.1.3), as Roundcube's front end knows it. */
export function encodeMailboxName(name: string): string {
  if (PLAIN.test(name)) return name
  return name.replace(SHIFTED, (run) => (run === '&' ? '&-' : `&${toBase64(run)}-`))
}

/** The name behind modified UTF-7; undefined when the text is not the one encoding of any name. */
export function decodeMailboxName(encoded: string): string | undefined {
  if (!encoded.includes('&')) return PRINTABLE.test(encoded) ? encoded : undefined
  const name = encoded.replace(SEQUENCE, (_whole, base64: string) =>
    base64 === '' ? '&' : fromBase64(base64),
  )
  // Only what would be written the same way again is an encoding: no overlong or cut sequences.
  return encodeMailboxName(name) === encoded ? name : undefined
}

const PLAIN = /^[\x20-\x25\x27-\x7e]*$/
const PRINTABLE = /^[\x20-\x7e]*$/
const SHIFTED = /&|[^\x20-\x7e]+/g
const SEQUENCE = /&([A-Za-z0-9+,]*)-/g

/** UTF-16BE in base64 without padding, `,` in the place of `/`. */
function toBase64(text: string): string {
  const bytes = Buffer.from(text, 'utf16le').swap16()
  return bytes.toString('base64').replaceAll('=', '').replaceAll('/', ',')
}

function fromBase64(base64: string): string {
  const bytes = Buffer.from(base64.replaceAll(',', '/'), 'base64')
  return bytes
    .subarray(0, bytes.length - (bytes.length % 2))
    .swap16()
    .toString('utf16le')
}

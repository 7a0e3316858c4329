/** RFC 2045 6.8: lines of base64 have 76 characters, and CRLF. */
const BASE64_LINE_BYTES = 78

/**
 * Bytes of a part without its transfer encoding, from what the server tells of it: of base64 in the
 * usual lines up to two more than there are, of quoted-printable the encoded size, which is never less.
 */
export function decodedSize(encodedBytes: number, encoding: string): number {
  if (encoding !== 'base64') return encodedBytes
  const characters = encodedBytes - 2 * Math.floor(encodedBytes / BASE64_LINE_BYTES)
  return Math.floor(characters / 4) * 3
}

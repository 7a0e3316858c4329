/** Lines of base64: 57 bytes take 76 characters and a line break. */
const BYTES_PER_LINE = 57
const OCTETS_PER_LINE = 78

/** For header, text and the heads of parts. */
const OTHER_OCTETS = 64 * 1024

/**
 * Bytes of files that fit into a message, by the parameter of SIZE (RFC 1870). Undefined where the server offers none,
 * names none, or 0: there is no fixed limit then.
 */
export function attachableBytes(size: string | undefined): number | undefined {
  const octets = /^[0-9]{1,15}$/.test(size ?? '') ? Number(size) : 0
  if (octets === 0) return undefined
  const lines = Math.floor((octets - OTHER_OCTETS) / OCTETS_PER_LINE)
  return Math.max(0, lines * BYTES_PER_LINE)
}

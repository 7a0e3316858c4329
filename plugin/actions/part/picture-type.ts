/** What pictures begin with (WHATWG MIME Sniffing 6.1; AV1 Image File Format 6.2). */
const SIGNATURES = [
  ['image/png', /^\x89PNG\r\n\x1a\n/],
  ['image/jpeg', /^\xff\xd8\xff/],
  ['image/gif', /^GIF8[79]a/],
  ['image/webp', /^RIFF[^]{4}WEBP/],
  ['image/avif', /^[^]{4}ftypavi[fs]/],
] as const

/** The type of a picture that a browser may show, by its first bytes; undefined for anything else. */
export function pictureType(content: Buffer): (typeof SIGNATURES)[number][0] | undefined {
  const beginning = content.toString('latin1', 0, 16)
  return SIGNATURES.find(([, bytes]) => bytes.test(beginning))?.[0]
}

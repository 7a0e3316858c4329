/**
 * Raster images that a browser may show from our own origin. Everything else is only ever saved: SVG,
 * HTML, XML and PDF can carry script (Roundcube: CVE-2024-42008).
 */
const SHOWN_INLINE: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
])

/** True for a type that may be shown in the page. */
export function isShownInline(type: string): boolean {
  return SHOWN_INLINE.has(type)
}

/** The type a part is sent as: its own where it is harmless, else bytes that no browser opens. */
export function servedType(type: string): string {
  return isShownInline(type) ? type : 'application/octet-stream'
}

import { resolveLocation } from '../mime/structure/content-location.ts'

/** The name by which a source of a body names an image; undefined for another source. */
export type FindImageName = (source: string) => string | undefined

/**
 * Finds Content-IDs (RFC 2392) and Content-Locations, as they are written or as `base` makes them (RFC 2557 5).
 * Without a base the fictional one counts.
 */
export function findImageNames(names: Iterable<string>, base: string | undefined): FindImageName {
  const known = new Set(names)
  return (source) => {
    const text = source.trim()
    if (known.size === 0 || text.startsWith('data:')) return undefined
    return [text, contentIdOf(text), resolveLocation(text, base)].find(
      (name) => name !== undefined && known.has(name),
    )
  }
}

/** RFC 2392: the Content-ID is percent-encoded in the URL. */
function contentIdOf(source: string): string | undefined {
  if (!URL.canParse(source)) return undefined
  const { protocol, pathname } = new URL(source)
  if (protocol !== 'cid:') return undefined
  try {
    return decodeURIComponent(pathname)
  } catch {
    // Not an encoding at all, so the sender meant it literally.
    return pathname
  }
}

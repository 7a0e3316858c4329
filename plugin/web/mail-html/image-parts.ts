import type { NativeListedPart } from '../../wire/native/types.ts'

/** Of images without an address of their own, and without a base, names are relative to this (RFC 2557 5). */
const FICTIONAL_BASE = 'thismessage:/'

/** Finds the part of the message that the source of an image names; undefined for every other source. */
export type FindImagePart = (source: string) => string | undefined

/**
 * Finds parts by Content-ID (RFC 2392: `cid:`, perhaps percent-encoded) and Content-Location, as written or as the base
 * makes it (RFC 2557 5). Of parts with one name the first has it.
 */
export function findImagePart(
  parts: readonly Pick<NativeListedPart, 'id' | 'imageNames'>[],
  base: string | null,
): FindImagePart {
  const byName = new Map<string, string>()
  for (const { id, imageNames = [] } of parts) {
    for (const name of imageNames) if (!byName.has(name)) byName.set(name, id)
  }
  return (source) => {
    const text = source.trim()
    if (byName.size === 0 || text.startsWith('data:')) return undefined
    const named = [text, contentIdOf(text), resolved(text, base ?? FICTIONAL_BASE)]
    return named.map((name) => byName.get(name ?? '')).find((id) => id !== undefined)
  }
}

function contentIdOf(source: string): string | undefined {
  const id = /^cid:(.*)$/is.exec(source)?.[1]
  if (id === undefined) return undefined
  try {
    return decodeURIComponent(id)
  } catch {
    // Not an encoding at all, so the sender meant it literally.
    return id
  }
}

function resolved(text: string, base: string): string | undefined {
  return URL.canParse(text, base) ? new URL(text, base).href : undefined
}

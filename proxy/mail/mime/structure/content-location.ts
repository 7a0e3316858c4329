import type { BodyNode } from './body-structure.ts'

/** What is relative and has no base is relative to this (RFC 2557 5). */
const FICTIONAL_BASE = 'thismessage:/'

/** An address as it is read at its place: absolute, or undefined where it makes no sense (RFC 2557 5). */
export function resolveLocation(text: string, base: string = FICTIONAL_BASE): string | undefined {
  return URL.canParse(text, base) ? new URL(text, base).href : undefined
}

/** By the id of every leaf the address that its Content-Location is relative to; none is there for the fictional one. */
export function locationBases(
  root: BodyNode,
  base?: string,
  bases = new Map<string, string>(),
): ReadonlyMap<string, string> {
  if (root.children.length === 0) {
    if (base !== undefined) bases.set(root.id, base)
    return bases
  }
  const own = baseWithin(root, base)
  for (const child of root.children) locationBases(child, own, bases)
  return bases
}

/** What addresses within a part are relative to: its own Content-Location, else the one around it. */
export function baseWithin(
  { contentLocation }: BodyNode,
  base: string | undefined,
): string | undefined {
  return contentLocation === undefined ? base : (resolveLocation(contentLocation, base) ?? base)
}

import type { NamedEmoji } from './emoji-names.ts'

/** As many as one looks over. */
const MAX_FOUND = 6

/** `:smi` at the end of what is typed; not `12:30`, `http://` and `a:b`. */
const TYPED = /(?:^|[\s(\u200b]):([+-]1|\p{L}[\p{L}\p{M}\p{N}_-]+)$/u

/** What is typed of the name of an emoji, without its colon; undefined: none is being named. */
export function typedName(before: string): string | undefined {
  return TYPED.exec(before)?.[1]
}

/** Those whose name begins so first, then those of which a later word does; the shortest names first. */
export function findEmoji(all: readonly NamedEmoji[], typed: string): readonly NamedEmoji[] {
  const wanted = comparable(typed)
  const matches = all
    .map((named) => ({ named, name: comparable(named.name) }))
    .filter(({ name }) => `_${name}`.includes(`_${wanted}`))
    .toSorted(
      (one, other) =>
        Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)) ||
        one.name.length - other.name.length,
    )
  const once = new Map<string, NamedEmoji>()
  for (const { named } of matches) {
    if (!once.has(named.emoji)) once.set(named.emoji, named)
    if (once.size === MAX_FOUND) break
  }
  return [...once.values()]
}

/** Without accents, which few type. */
function comparable(name: string): string {
  return name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

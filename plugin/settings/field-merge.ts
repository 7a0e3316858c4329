/** The fields of a document; values are JSON. */
export type Fields = Readonly<Record<string, unknown>>

/** One field as a user saw it and as they want it. */
export interface FieldChange {
  readonly name: string
  readonly seen: unknown
  readonly wanted: unknown
}

/**
 * Makes changes that were made on an older version of what is there now: a field that no one else changed
 * since gets its new value. Answers the fields that someone else has set to something else; then nothing is made.
 */
export function mergeFields(
  current: Fields,
  changes: readonly FieldChange[],
):
  | { readonly kind: 'merged'; readonly fields: Fields }
  | { readonly kind: 'conflict'; readonly names: readonly string[] } {
  const contrary = changes.filter(({ name, seen, wanted }) => {
    const there = current[name]
    return !isSame(there, seen) && !isSame(there, wanted)
  })
  if (contrary.length > 0) return { kind: 'conflict', names: contrary.map(({ name }) => name) }
  const wanted = changes.map(({ name, wanted: value }) => [name, value] as const)
  return { kind: 'merged', fields: { ...current, ...Object.fromEntries(wanted) } }
}

/** Values of fields are plain: text, number, truth, null, or texts by name as the owner's page was told them. */
function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

import { diffLines } from 'diff'

/** A line that only one of two scripts has. */
interface ChangedLine {
  readonly kind: 'added' | 'removed'
  readonly text: string
}

/** Beyond it two scripts have nothing in common that is worth looking for: it grows with their product. */
const MAX_EDITS = 2_000

/** The lines that turn one script into the other, in order. */
export function scriptDifferences(before: string, after: string): readonly ChangedLine[] {
  const changes = diffLines(before, after, { maxEditLength: MAX_EDITS }) ?? [
    { value: before, added: false, removed: true },
    { value: after, added: true, removed: false },
  ]
  return changes.flatMap(({ value, added, removed }) => {
    if (!added && !removed) return []
    const lines = value.replace(/\n$/, '').split('\n')
    return lines.map((text) => ({ kind: added ? 'added' : 'removed', text }) as const)
  })
}

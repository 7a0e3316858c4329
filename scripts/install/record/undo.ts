import { z } from 'zod'

const path = z.string().startsWith('/')

/**
 * How one step is rolled back, as data: it is written down before the step is carried out, so that an
 * installation that was killed can be undone by the next run, and a removal knows what was there before.
 */
export const undoSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('remove-file'), path }),
  /** Only while it leads there: a user who put something else in its place keeps that. */
  z.strictObject({ kind: z.literal('remove-link'), path, target: z.string() }),
  z.strictObject({
    kind: z.literal('restore-file'),
    path,
    contentBase64: z.base64(),
    mode: z.int(),
    uid: z.int(),
    gid: z.int(),
  }),
  /** Only when it is empty: what others put there stays. */
  z.strictObject({ kind: z.literal('remove-directory'), path }),
  /** What an installation made in it (own/installed-tree.ts): what others put there stays. */
  z.strictObject({ kind: z.literal('remove-tree'), path }),
  /** The tree that was there before waits beside it (take-back.ts). */
  z.strictObject({ kind: z.literal('restore-tree'), path }),
  z.strictObject({ kind: z.literal('restore-link'), path, target: z.string() }),
  z.strictObject({
    kind: z.literal('remove-line'),
    path,
    line: z.string(),
    /** The line before ours had no end: it loses the one we gave it. */
    endedLastLine: z.boolean(),
  }),
  /** Our lines in the configuration of a Roundcube, as they were; null: there were none. What else is in it stays. */
  z.strictObject({
    kind: z.literal('restore-lines'),
    path,
    lines: z.string().nullable(),
    /** The text before ours had no end of line: it loses the one we gave it. */
    addedLineEnd: z.boolean(),
  }),
  z.strictObject({ kind: z.literal('remove-user'), name: z.string() }),
  /** A program that is missing has nothing to roll back any more. */
  z.strictObject({ kind: z.literal('run'), command: z.array(z.string()).min(1) }),
])

export type UndoStep = z.output<typeof undoSchema>

/** What a record is about: of two records about one thing, the older one knows what was before Postern. */
export function undoSubjectOf(undo: UndoStep): string {
  switch (undo.kind) {
    case 'remove-user':
      return `user ${undo.name}`
    case 'run':
      return undo.command.join(' ')
    case 'remove-line':
      return `${undo.path}: ${undo.line}`
    case 'remove-file':
    case 'remove-link':
    case 'restore-file':
    case 'remove-directory':
    case 'remove-tree':
    case 'restore-tree':
    case 'restore-link':
    case 'restore-lines':
      return undo.path
  }
}

import { z } from 'zod'
import { parseOwnFile } from '../../../plugin/config/corrupt-file.ts'
import { readOwnFile, replaceFile } from '../machine/own-file.ts'
import { undoSubjectOf, undoSchema, type UndoStep } from './undo.ts'

/** A later release may remember more: one that is missing back to does not read it. */
const stateSchema = z.object({
  version: z.string(),
  panel: z.enum(['cpanel', 'generic']),
  /** Node of Postern as a user named it (NODE_BINARY); null: the launchers look for one. */
  nodeBinary: z.string().nullable().default(null),
  /** Folder of the Roundcube that keeps its sessions with us; null: none. */
  roundcube: z.string().nullable().default(null),
  /** Folder of plugins of that Roundcube, which ours is in; null: it is not. */
  roundcubePlugin: z.string().nullable().default(null),
  /** The Dovecot of this machine trusts us. */
  dovecot: z.boolean().default(false),
  /** Hash of the configuration as last shipped: another one is the administrator's, and stays. */
  shippedConfigSha256: z.string().nullable(),
  /** Hashes of other files that an administrator may adjust, as last written, by path. */
  shippedFiles: z.record(z.string(), z.string()).default({}),
  /** Digest of the last journal: one of this digest is of an installation that came about, and is not rolled back. */
  journalSha256: z.string().nullable().default(null),
  /** What `database.url` has named so far (database/database-name.ts): each may hold tables of Postern. */
  databases: z.array(z.string()).default([]),
  /** How to get back to the machine before the first installation, in the order things were done. */
  undos: z.array(undoSchema),
})

/** What is remembered of an installation, for upgrade and removal. */
export type InstalledState = z.output<typeof stateSchema>

const REMEDY =
  'move it away and run this again; what is installed then counts as that of this release'

/** undefined when Postern is not installed here, or someone removed the file. Throws CorruptFile. */
export async function readInstalledState(path: string): Promise<InstalledState | undefined> {
  const text = await readOwnFile(path, REMEDY)
  if (text === undefined) return undefined
  return parseOwnFile(stateSchema, { path, text, remedy: REMEDY })
}

/** Replaces the file in one step. */
export async function writeInstalledState(path: string, state: InstalledState): Promise<void> {
  const text = `${JSON.stringify(stateSchema.parse(state), undefined, 2)}\n`
  await replaceFile(path, text, { mode: 0o600, ids: undefined })
}

/** Adds what an upgrade did: of two records about one thing the older one knows the machine before Postern. */
export function mergeUndos(older: readonly UndoStep[], newer: readonly UndoStep[]): UndoStep[] {
  const known = new Set(older.map(undoSubjectOf))
  return [...older, ...newer.filter((undo) => !known.has(undoSubjectOf(undo)))]
}

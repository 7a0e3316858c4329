import { createHash } from 'node:crypto'

/** The personal documents of one kind that belong to one mailbox owner. */
export interface PersonalCollection {
  /** Lower-case hexadecimal, see `personalOwner`. */
  readonly owner: string
  /** What the documents are, e.g. `identity`: lower-case letters and dashes. */
  readonly kind: string
}

/** A personal document as the tiers keep it, for ever: a removed one stays as a mark of its version. */
export interface StoredPersonal extends PersonalCollection {
  readonly id: string
  /** Grows by one with each change; the higher one wins, wherever two meet. */
  readonly version: number
  /** undefined: it was removed. */
  readonly body: string | undefined
}

/** One change, based on the version of the document that its author has seen. */
export interface PersonalChange {
  /** Lower-case letters, digits and dashes, at most 64. */
  readonly id: string
  /** The version that was seen; 0: it must be new. */
  readonly baseVersion: number
  /** undefined: remove it. */
  readonly body: string | undefined
}

/** What a tier makes of changes: all of them stand, or none does and these stand at another version. */
export type PersonalOutcome =
  { readonly saved: readonly StoredPersonal[] } | { readonly conflicts: readonly StoredPersonal[] }

/** Names a mailbox owner without their name, for databases that compare text without regard to case. */
export function personalOwner(username: string, mailHost: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['personal', username, mailHost]))
    .digest('hex')
}

/** The documents that the changes make of what stands, or what contradicts them. */
export function applyPersonalChanges(
  collection: PersonalCollection,
  changes: readonly PersonalChange[],
  standing: ReadonlyMap<string, StoredPersonal>,
): PersonalOutcome {
  const conflicts: StoredPersonal[] = []
  const saved: StoredPersonal[] = []
  const { owner, kind } = collection
  for (const { id, baseVersion, body } of changes) {
    const there = standing.get(id) ?? { owner, kind, id, version: 0, body: undefined }
    // A new document may take the place of one that was removed: undo, and an import that is repeated.
    const isFree = baseVersion === 0 && there.body === undefined
    if (isFree || baseVersion === there.version) {
      saved.push({ owner, kind, id, version: there.version + 1, body })
    } else conflicts.push(there)
  }
  return conflicts.length > 0 ? { conflicts } : { saved }
}

/** Each id once, at its highest version. */
export function newestPersonal(
  rows: readonly StoredPersonal[],
): ReadonlyMap<string, StoredPersonal> {
  const newest = new Map<string, StoredPersonal>()
  for (const row of rows) {
    if ((newest.get(row.id)?.version ?? 0) < row.version) newest.set(row.id, row)
  }
  return newest
}

/** How many changes a collection has seen: every one adds one to a version, and marks of removed ones stay. */
export function personalRevision(rows: Iterable<Pick<StoredPersonal, 'version'>>): number {
  let revision = 0
  for (const { version } of rows) revision += version
  return revision
}

/** What an owner's documents of all kinds amount to; removed ones do not count. */
export interface PersonalUsage {
  readonly documents: number
  readonly bytes: number
}

/** Bytes of a body in UTF-8. */
export function personalBytes(body: string | undefined): number {
  return body === undefined ? 0 : Buffer.byteLength(body)
}

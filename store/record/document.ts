/** A versioned record of a user's, as the tiers keep it: what its body means is no business of theirs. */
export interface StoredDocument {
  /** Lower-case hexadecimal, for databases that compare text without regard to case. */
  readonly id: string
  /** The higher version wins, wherever two meet. */
  readonly version: number
  readonly body: string
  /** Unix ms after which it may be forgotten. */
  readonly expiresAt: number
}

/** The one of the highest version; undefined when there is none. */
export function newestDocument(
  documents: readonly (StoredDocument | undefined)[],
): StoredDocument | undefined {
  return documents
    .filter((document) => document !== undefined)
    .reduce<StoredDocument | undefined>(
      (newest, next) => (newest !== undefined && newest.version >= next.version ? newest : next),
      undefined,
    )
}

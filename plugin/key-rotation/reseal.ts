import {
  type OwnedDocument,
  type PersonalRewrite,
  type Seal,
  SealBroken,
  type SealOwner,
} from '../../store/index.ts'

/** What became of what is sealed under older keys. */
export interface Resealing {
  readonly resealed: number
  /** Ids of keys that a seal names which could not be opened. */
  readonly held: readonly string[]
}

/** A personal document that holds something sealed. */
export interface SealedDocument {
  readonly sealed: string
  /** For whom. */
  readonly owner: SealOwner
  /** The document with another seal in the place of this one. */
  bodyWith(sealed: string): string
}

/** How the documents of each kind that may hold a seal are read. */
export type SealedKinds = Readonly<
  Record<string, (document: OwnedDocument) => SealedDocument | undefined>
>

/**
 * Seals what is stored of all owners under the newest key, so that older ones can go. Each on its own: who is stopped in between, also
 * by a crash, starts again. Throws StoreUnavailable.
 */
export async function resealDocuments(
  personal: PersonalRewrite,
  seal: Seal,
  kinds: SealedKinds,
): Promise<Resealing> {
  const held = new Set<string>()
  let resealed = 0
  for (const [kind, sealedIn] of Object.entries(kinds)) {
    resealed += await personal.rewrite(kind, (document) => {
      const found = sealedIn(document)
      const kid = found && seal.keyOf(found.sealed)
      if (found === undefined || kid === undefined) return undefined
      try {
        if (!seal.needsReseal(found.sealed)) return undefined
        return found.bodyWith(seal.seal(seal.open(found.sealed, found.owner), found.owner))
      } catch (error) {
        if (!(error instanceof SealBroken)) throw error
        held.add(kid)
        return undefined
      }
    })
  }
  return { resealed, held: [...held] }
}

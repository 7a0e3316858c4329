import { z } from 'zod'
import type { DocumentOwner, PersonalDocuments } from '../../../store/index.ts'

/** The document that says what of Roundcube an owner has here already, and whatever they made of it since is theirs. */
const KIND = 'migration'
const ID = 'roundcube'

const stored = z.object({ taken: z.array(z.string()) })

/** Entries of the source that were taken over before. */
export interface Taken {
  readonly version: number
  readonly marks: ReadonlySet<string>
}

/** What was taken over of the owner; undefined when nothing ever was. Throws StoreUnavailable. */
export async function readTaken(
  personal: PersonalDocuments,
  owner: DocumentOwner,
): Promise<Taken | undefined> {
  const document = await personal.find(owner, KIND, ID)
  if (document === undefined) return undefined
  return { version: document.version, marks: new Set(marksOf(document.body)) }
}

/** Adds to it. Throws StoreUnavailable and PersonalRefused. */
export async function addTaken(
  personal: PersonalDocuments,
  owner: DocumentOwner,
  marks: readonly string[],
): Promise<void> {
  for (;;) {
    const before = await readTaken(personal, owner)
    const taken = [...new Set([...(before?.marks ?? []), ...marks])]
    const body = JSON.stringify({ taken })
    const change = { id: ID, baseVersion: before?.version ?? 0, body }
    if ('saved' in (await personal.save(owner, KIND, [change]))) return
  }
}

function marksOf(body: string): readonly string[] {
  try {
    return stored.parse(JSON.parse(body)).taken
  } catch {
    // Damaged: entries are known by their ids and their content as well.
    return []
  }
}

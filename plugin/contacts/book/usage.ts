import { z } from 'zod'
import type { PersonalDocument } from '../../../store/index.ts'
import { searchWords } from './fold.ts'

/** A user the owner wrote to. */
export interface CollectedRecipient {
  readonly id: string
  readonly version: number
  readonly name: string
  readonly address: string
  readonly uses: number
  /** Unix ms. */
  readonly lastUsedAt: number
  /** What they are found by. */
  readonly words: string
}

/** Whom the owner wrote to, as it was at a revision. */
export interface Usage {
  readonly revision: number
  /** By address in lower case. */
  readonly byAddress: ReadonlyMap<string, CollectedRecipient>
}

const stored = z.object({
  name: z.string(),
  address: z.string(),
  uses: z.number(),
  lastUsedAt: z.number(),
})

/** Reads what the store keeps; what is damaged is as if it were not there. */
export function readUsage({
  revision,
  documents,
}: {
  readonly revision: number
  readonly documents: readonly PersonalDocument[]
}): Usage {
  const recipients = documents.flatMap(({ id, version, body }) => {
    const parsed = parseStored(body)
    if (parsed === undefined) return []
    const words = searchWords([parsed.name, parsed.address])
    return [[parsed.address.toLowerCase(), { ...parsed, id, version, words }] as const]
  })
  return { revision, byAddress: new Map(recipients) }
}

function parseStored(body: string): z.infer<typeof stored> | undefined {
  try {
    return stored.parse(JSON.parse(body))
  } catch {
    // A suggestion less is no harm; the next message to the address writes it again.
    return undefined
  }
}

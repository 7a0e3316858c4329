import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { DocumentOwner, PersonalDocuments } from '../../store/index.ts'

/** An owner who has something in the outbox. */
export interface OutboxOwner extends DocumentOwner {
  /** Unix ms at which their outbox is to be looked at; null: not before something of it changes. */
  readonly at: number | null
  /** Counts what was noted: tells whether something was meanwhile. */
  readonly revision: number
  readonly counts: OutboxCounts
}

/** Messages of the outbox by what they are at. */
export interface OutboxCounts {
  readonly waiting: number
  readonly retrying: number
  /** For their owners to decide. */
  readonly undecided: number
}

/** What a look at an owner's outbox found. */
export interface OutboxSummary {
  readonly at: number | null
  readonly counts: OutboxCounts
}

/** The document that stands for nobody: no mail host has this name. */
const SYSTEM: DocumentOwner = { username: 'postern outbox', mailHost: '' }
const KIND = 'outbox-due'
/** The owners are spread over so many documents, so that their changes seldom meet. */
const SHARDS = 64

/** Owners whose outbox is empty stay listed so long: who writes a message notes the owner before and after it. */
const EMPTY_KEEP_MS = 600_000

/** Clocks of instances agree within this time. */
const CLOCK_SKEW_MS = 60_000

/** Who has something in the outbox and when it is due, so that nobody's documents are read in vain. */
export type DueIndex = ReturnType<typeof createDueIndex>

/** Over personal documents of nobody; every method throws StoreUnavailable. */
export function createDueIndex({
  personal,
  now,
}: {
  readonly personal: Pick<PersonalDocuments, 'list' | 'find' | 'save' | 'revision'>
  readonly now: () => number
}) {
  async function change(
    owner: DocumentOwner,
    next: (entry: OutboxOwner | undefined) => OutboxOwner | 'same' | undefined,
  ): Promise<void> {
    const { shard, key } = locationOf(owner)
    for (;;) {
      const document = await personal.find(SYSTEM, KIND, shard)
      const entries = new Map(Object.entries(read(document?.body)))
      const entry = next(entries.get(key))
      if (entry === 'same') return
      if (entry === undefined) entries.delete(key)
      else entries.set(key, entry)
      const body = JSON.stringify(Object.fromEntries(entries))
      const changes = [{ id: shard, baseVersion: document?.version ?? 0, body }]
      if ('saved' in (await personal.save(SYSTEM, KIND, changes))) return
    }
  }

  return {
    revision: () => personal.revision(SYSTEM, KIND),
    async owners(): Promise<readonly OutboxOwner[]> {
      const { documents } = await personal.list(SYSTEM, KIND)
      return documents.flatMap(({ body }) => Object.values(read(body)))
    },
    /** To be called before and after a message is written that is due then. */
    note: ({ username, mailHost }: DocumentOwner, at: number) =>
      change({ username, mailHost }, (entry) => {
        const isListed = entry?.at !== undefined && entry.at !== null && entry.at <= at
        // What may be looked at just now is noted again: the look may be over before the message is there.
        if (isListed && entry.at > now() + CLOCK_SKEW_MS) return 'same'
        return {
          username,
          mailHost,
          at: Math.min(at, entry?.at ?? at),
          revision: (entry?.revision ?? 0) + 1,
          counts: entry?.counts ?? { waiting: 0, retrying: 0, undecided: 0 },
        }
      }),
    /** What a look found, unless something was noted since it began. */
    settle: (seen: OutboxOwner, found: OutboxSummary) =>
      change(seen, (entry) => {
        if (entry?.revision !== seen.revision) return 'same'
        const { waiting, retrying, undecided } = found.counts
        if (waiting + retrying + undecided > 0) {
          return isDeepStrictEqual({ ...entry, ...found }, entry) ? 'same' : { ...entry, ...found }
        }
        const wasEmpty = Object.values(entry.counts).every((count) => count === 0)
        if (wasEmpty && entry.at !== null && entry.at <= now()) return undefined
        return { ...entry, at: now() + EMPTY_KEEP_MS, counts: found.counts }
      }),
  }
}

function locationOf({ username, mailHost }: DocumentOwner) {
  const hash = createHash('sha256')
    .update(JSON.stringify([username, mailHost]))
    .digest()
  return { shard: String((hash[0] ?? 0) % SHARDS), key: hash.toString('base64url').slice(0, 22) }
}

const count = z.int().min(0)
const shardSchema = z.record(
  z.string(),
  z.object({
    username: z.string(),
    mailHost: z.string(),
    at: z.number().nullable(),
    revision: z.int(),
    counts: z.object({ waiting: count, retrying: count, undecided: count }),
  }),
)

function read(body: string | undefined): Readonly<Record<string, OutboxOwner>> {
  return body === undefined ? {} : shardSchema.parse(JSON.parse(body))
}

import { type DocumentOwner, type PersonalDocuments, PersonalRefused } from '../../store/index.ts'
import { Refusal } from '../http/refusal.ts'
import type { DueIndex, OutboxSummary } from './due-index.ts'
import { isOver, type MessageCodec, OUTBOX_KIND, type OutboxMessage } from './outbox-message.ts'

/** A message with its place in the owner's outbox. */
export interface StoredMessage {
  readonly slot: string
  readonly version: number
  readonly message: OutboxMessage
}

/** The outboxes of all owners. Every method throws StoreUnavailable. */
export type OutboxStore = ReturnType<typeof createOutboxStore>

/**
 * One personal document for each message. A removed personal document stays as a mark for ever, so that messages take
 * numbered places in turn instead of an id each: as many as may wait at a time.
 */
export function createOutboxStore({
  personal,
  index,
  codec,
  maxMessages,
  now,
}: {
  readonly personal: Pick<PersonalDocuments, 'list' | 'save'>
  readonly index: Pick<DueIndex, 'note'>
  readonly codec: MessageCodec
  readonly maxMessages: number
  readonly now: () => number
}) {
  async function list(owner: DocumentOwner): Promise<readonly StoredMessage[]> {
    const { documents } = await personal.list(owner, OUTBOX_KIND)
    return documents.map(({ id, version, body }) => {
      return { slot: id, version, message: codec.read(owner, body) }
    })
  }

  async function write(
    owner: DocumentOwner,
    { slot, version }: Pick<StoredMessage, 'slot' | 'version'>,
    message: OutboxMessage | undefined,
  ): Promise<StoredMessage | 'removed' | undefined> {
    const body = message && codec.write(owner, message)
    const changes = [{ id: slot, baseVersion: version, body }]
    const outcome = await personal.save(owner, OUTBOX_KIND, changes)
    const [saved] = 'saved' in outcome ? outcome.saved : []
    if (saved === undefined) return undefined
    return message === undefined ? 'removed' : { slot, version: saved.version, message }
  }

  /** The index knows of what is due before the message is there, whenever the process is killed; afterwards it is counted. */
  async function indexed<Value>(
    owner: DocumentOwner,
    { dueAt }: OutboxMessage,
    work: () => Promise<Value>,
  ): Promise<Value> {
    if (dueAt === undefined) return work()
    await index.note(owner, dueAt)
    const value = await work()
    await index.note(owner, now())
    return value
  }

  return {
    list,
    async find(owner: DocumentOwner, composeId: string): Promise<StoredMessage | undefined> {
      return (await list(owner)).find(({ message }) => message.composeId === composeId)
    },
    /** Throws Refusal('outbox_full'). What is over makes room, oldest first. */
    add: (owner: DocumentOwner, message: OutboxMessage): Promise<StoredMessage> =>
      indexed(owner, message, async () => {
        for (;;) {
          const place = freePlace(await list(owner), maxMessages)
          const stored = await write(owner, place, message).catch(asRefusal)
          if (stored !== undefined && stored !== 'removed') return stored
        }
      }),
    /** The message in the place of what was seen; undefined when somebody changed that meanwhile. */
    replace: (
      owner: DocumentOwner,
      seen: StoredMessage,
      message: OutboxMessage,
    ): Promise<StoredMessage | undefined> =>
      indexed(owner, message, async () => {
        const stored = await write(owner, seen, message)
        return stored === 'removed' ? undefined : stored
      }),
    /** As part of a look at what is due, after which the index is written anyway. */
    async replaceDue(
      owner: DocumentOwner,
      seen: StoredMessage,
      message: OutboxMessage,
    ): Promise<StoredMessage | undefined> {
      const stored = await write(owner, seen, message)
      return stored === 'removed' ? undefined : stored
    },
    /** False when somebody changed it meanwhile. */
    async remove(owner: DocumentOwner, seen: StoredMessage): Promise<boolean> {
      const isRemoved = (await write(owner, seen, undefined)) === 'removed'
      await index.note(owner, now())
      return isRemoved
    },
    /** The same as part of a look at what is due. */
    async removeDue(owner: DocumentOwner, seen: StoredMessage): Promise<void> {
      await write(owner, seen, undefined)
    },
  }
}

function freePlace(stored: readonly StoredMessage[], maxMessages: number) {
  const taken = new Set(stored.map(({ slot }) => slot))
  for (let place = 0; place < maxMessages; place += 1) {
    if (!taken.has(String(place))) return { slot: String(place), version: 0 }
  }
  const [oldest] = stored
    .filter(({ message }) => isOver(message))
    .sort((one, other) => (one.message.failedAt ?? 0) - (other.message.failedAt ?? 0))
  if (oldest === undefined) throw new Refusal('outbox_full')
  return oldest
}

function asRefusal(error: unknown): never {
  if (error instanceof PersonalRefused) throw new Refusal('outbox_full', { cause: error })
  throw error
}

/** What an owner's outbox amounts to, and when to look at it again. */
export function summaryOf(messages: readonly OutboxMessage[]): OutboxSummary {
  const times = messages.flatMap(({ dueAt, lease }) =>
    dueAt === undefined ? [] : [Math.max(dueAt, lease?.until ?? 0)],
  )
  const countOf = (isCounted: (message: OutboxMessage) => boolean) =>
    messages.filter(isCounted).length
  return {
    at: times.length === 0 ? null : Math.min(...times),
    counts: {
      waiting: countOf(({ state }) => state === 'waiting'),
      retrying: countOf((message) => message.state !== 'waiting' && !isOver(message)),
      undecided: countOf(isOver),
    },
  }
}

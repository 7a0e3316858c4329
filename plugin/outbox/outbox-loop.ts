import { type DocumentOwner, StoreUnavailable } from '../../store/index.ts'
import type { Semaphore } from '../concurrency/semaphore.ts'
import type { DueIndex, OutboxCounts, OutboxOwner } from './due-index.ts'
import type { OutboxMessage } from './outbox-message.ts'
import { type OutboxStore, type StoredMessage, summaryOf } from './outbox-store.ts'

/** Sends what is due, of all owners. */
export interface OutboxLoop {
  start(): void
  /** Of all instances, as of a moment ago. */
  counts(): OutboxCounts
  /** Starts nothing any more, and waits for what is under way. */
  close(): Promise<void>
}

interface OutboxLoopOptions {
  readonly index: DueIndex
  readonly store: Pick<OutboxStore, 'list'>
  readonly dispatch: (owner: DocumentOwner, message: StoredMessage) => Promise<void>
  /** Messages that are sent at a time, and of one owner. */
  readonly semaphore: Pick<Semaphore, 'take'>
  /** undefined: this is the only instance, and what another one was at has ended. */
  readonly isShared: boolean
  readonly pollMs: number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly now: () => number
  readonly log: { error(context: { readonly err: unknown }, text: string): void }
}

const NONE: OutboxCounts = { waiting: 0, retrying: 0, undecided: 0 }

/** Looks at the index of all owners, which is one number while nothing of it changes. */
export function createOutboxLoop(options: OutboxLoopOptions): OutboxLoop {
  const { index, store, semaphore, pollMs, wait, now, log } = options
  const closing = new AbortController()
  const { signal } = closing
  const busy = new Map<string, Promise<void>>()
  let owners: readonly OutboxOwner[] = []
  let revision: number | undefined
  let running = Promise.resolve()

  async function run(): Promise<void> {
    while (!signal.aborted) {
      await look().catch(report)
      await wait(pollMs, signal).catch(() => undefined)
    }
  }

  async function look(): Promise<void> {
    const current = await index.revision()
    if (current !== revision) owners = await index.owners()
    revision = current
    const due = owners.filter(({ at }) => at !== null && at <= now())
    await Promise.all(due.map(serve))
  }

  /** Begins what is due of an owner, and notes when there is more. */
  async function serve(owner: OutboxOwner): Promise<void> {
    const stored = await store.list(owner)
    for (const one of stored) {
      const key = JSON.stringify([owner.username, owner.mailHost, one.slot])
      if (!isDue(one.message) || busy.has(key)) continue
      const work = sendInTurn(owner, one)
        .finally(() => busy.delete(key))
        .then(() => (signal.aborted ? undefined : serve(owner)))
      busy.set(key, work.catch(report))
    }
    await index.settle(owner, summaryOf(stored.map(({ message }) => message)))
    // What the index says now is not what it said before.
    revision = undefined
  }

  function isDue({ dueAt, lease }: OutboxMessage): boolean {
    const isTaken = options.isShared && lease !== undefined && lease.until > now()
    return dueAt !== undefined && dueAt <= now() && !isTaken
  }

  async function sendInTurn(owner: OutboxOwner, message: StoredMessage): Promise<void> {
    const release = await semaphore.take(signal, owner.username).catch(() => undefined)
    // Full, or stopping: the next look has it.
    if (release === undefined) return
    try {
      if (!signal.aborted) await options.dispatch(owner, message)
    } catch (error) {
      report(error)
    } finally {
      release()
    }
  }

  function report(error: unknown): void {
    // Said by the store itself; what is due stays due.
    if (error instanceof StoreUnavailable) return
    log.error({ err: error }, 'a message of the outbox was not sent: trying again')
  }

  return {
    start() {
      running = run()
    },
    counts: () =>
      owners.reduce(
        (sum, { counts }) => ({
          waiting: sum.waiting + counts.waiting,
          retrying: sum.retrying + counts.retrying,
          undecided: sum.undecided + counts.undecided,
        }),
        NONE,
      ),
    async close() {
      closing.abort()
      await running
      await Promise.all([...busy.values()])
    },
  }
}

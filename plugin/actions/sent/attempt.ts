import { unlessAway } from '../../../store/index.ts'
import type { ComposedName, SendLogEntry, SendLog, SendRecord } from './send-log.ts'

/** How instances tell each other that they are still at a message. Their clocks are taken to agree within seconds. */
export interface OtherInstances {
  /** Anyone who is at a message says so this often. */
  readonly beatMs: number
  /** Who has not for so long has ended without a word. */
  readonly silenceMs: number
}

/** One try at a message. While it lasts no other instance starts one. */
export interface SendAttempt {
  /** What is known by now. */
  readonly record: () => SendRecord
  /** Notes a change and continues. Where it cannot be noted, others will learn that no one knows. */
  note(change: Partial<SendRecord>): Promise<void>
  /** Notes the last change and lets others begin. */
  end(change: Partial<SendRecord>): Promise<void>
}

interface SendAttemptOptions {
  readonly sendLog: SendLog
  /** undefined: there are none. */
  readonly others: OtherInstances | undefined
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly newAttemptId: () => string
  readonly now: () => number
}

/** How often an instance that waits for another one looks. */
const POLL_MS = 250

/**
 * What is in the journal once no other instance is at the message. Anyone who asks must not be at it
 * itself. Throws StoreUnavailable, and the signal's reason.
 */
export async function standingEntry(
  name: ComposedName,
  signal: AbortSignal,
  { sendLog, others, wait, now }: SendAttemptOptions,
): Promise<SendLogEntry | undefined> {
  for (;;) {
    const entry = await sendLog.find(name)
    const attempt = entry?.record.attempt
    if (attempt === undefined || others === undefined) return entry
    // Said after now: the clock was set back since. Who is alive says so again soon.
    if (Math.abs(now() - attempt.aliveAt) >= others.silenceMs) return entry
    await wait(POLL_MS, signal)
  }
}

/**
 * Starts a try that follows `before`, durably noted as `record`; undefined when another instance was
 * first. Throws StoreUnavailable, and then nothing has started.
 */
export async function startAttempt(
  name: ComposedName,
  before: SendLogEntry | undefined,
  record: Omit<SendRecord, 'attempt'>,
  options: SendAttemptOptions,
): Promise<SendAttempt | undefined> {
  const { sendLog, others, wait, newAttemptId, now } = options
  const id = newAttemptId()
  const attempt = () => ({ id, aliveAt: now() })
  const first = await sendLog.write(name, before, { ...record, attempt: attempt() })
  if (first === undefined) return undefined

  let entry = first
  let current = first.record
  let written = Promise.resolve()
  const ended = new AbortController()
  // One after the other: each version follows the one before it.
  const write = (change: Partial<SendRecord>): Promise<void> => {
    current = { ...current, ...change }
    const next = current
    written = written.then(async () => {
      entry = (await unlessAway(sendLog.write(name, entry, next))) ?? entry
    })
    return written
  }
  if (others !== undefined) void beat(others.beatMs)

  async function beat(beatMs: number): Promise<void> {
    while (await isOver(wait(beatMs, ended.signal))) await write({ attempt: attempt() })
  }

  return {
    record: () => current,
    note: (change) => write({ ...change, attempt: attempt() }),
    end(change) {
      ended.abort()
      return write({ ...change, attempt: undefined })
    },
  }
}

/** False for a wait that was given up. */
async function isOver(wait: Promise<unknown>): Promise<boolean> {
  return wait.then(
    () => true,
    () => false,
  )
}

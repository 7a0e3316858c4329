import { MailFault, type MessageName, type MessageStamp } from '../../../proxy/mail/index.ts'
import { createKeyedMutex } from '../../concurrency/keyed-mutex.ts'
import { Refusal } from '../../http/refusal.ts'
import { afterAction } from '../result/after-action.ts'
import { startAttempt, standingEntry } from './attempt.ts'
import type { OtherInstances, SendAttempt } from './attempt.ts'
import type { ComposedName, SendLog, SendRecord, SentCopy } from './send-log.ts'

/** What became of a composed message. */
export interface SentResult {
  readonly messageId: string
  /** Mailbox the copy was filed in; undefined when filing failed after the message was sent. */
  readonly filedIn: string | undefined
  /** Where in it, when the server told. */
  readonly filed: MessageName | undefined
  /** The message is sent and its copy is not filed yet: the client requests that again. */
  readonly isCopyPending: boolean
}

/** A composed message that is to be sent once. */
export interface SendRequest extends ComposedName {
  /** Of what is handed over now. */
  readonly digest: string
  /** The user knows that it may have been delivered, and wants it sent all the same. */
  readonly isAgain: boolean
  /** Only the copy of a message that was sent is requested: nothing is delivered. */
  readonly isCopyOnly: boolean
  /** It waited in the outbox and is due: no other request sends what waits. */
  readonly isDue?: boolean
  /** Ends the wait of this caller, and nothing that has started. */
  readonly signal: AbortSignal
}

/** What is done with a message, each step at most once for each try. */
export interface SendSteps {
  newMessageId(): string
  /** Throws MailFault `delivery_uncertain` when no one knows; any other fault means that it was not sent. */
  deliver(stamp: MessageStamp, signal: AbortSignal): Promise<void>
  /** Files the copy; `mayBeThere` after a try that may have done it. */
  file(stamp: MessageStamp, mayBeThere: boolean, signal: AbortSignal): Promise<SentCopy>
}

/** A composed message that is to wait in the outbox. */
export interface HoldRequest extends ComposedName, MessageStamp {
  readonly digest: string
  readonly signal: AbortSignal
}

/** What waits now, or what became of the same message before. */
export type Held<Stored> =
  | { readonly kind: 'stored'; readonly stored: Stored }
  | { readonly kind: 'sent'; readonly result: SentResult }

/** Makes sending happen once per composed message, however often and wherever the button is pressed. */
export interface Sends {
  /**
   * Delivers the message and files its copy, or answers what became of it before. A delivery that has
   * started continues when its caller leaves. Throws Refusal `send_uncertain` for a message that may have been
   * delivered, unless it is to be sent again; `already_sent` for other words than those that were sent;
   * `not_sent` when only the copy is asked for of a message no one knows to be sent; `waits_in_outbox` and
   * `send_canceled`.
   */
  once(request: SendRequest, steps: SendSteps): Promise<SentResult>
  /**
   * Notes that a message waits, and stores it, while no one else is at it. Where storing fails it does not wait, and may
   * be sent at once. Throws the same refusals.
   */
  hold<Stored>(request: HoldRequest, store: () => Promise<Stored>): Promise<Held<Stored>>
  /**
   * From now on the message is not sent, whoever tries. Throws Refusal `already_sent` when that was tried already and
   * it may be delivered.
   */
  cancel(name: ComposedName): Promise<void>
  /** Waits for what is under way, then cuts it and notes that no one knows. */
  close(graceMs: number): Promise<void>
}

interface SendsOptions {
  readonly sendLog: SendLog
  /** undefined: this is the only instance, so what it is not at, no one is. */
  readonly others: OtherInstances | undefined
  /** No message is worked at for longer. */
  readonly requestMs: number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly newAttemptId: () => string
  readonly now: () => number
}

interface Running {
  readonly digest: string
  readonly result: Promise<SentResult>
}

/** Sends over the journal. */
export function createSends(options: SendsOptions): Sends {
  const running = new Map<string, Running>()
  const holding = createKeyedMutex()
  const closing = new AbortController()
  let isClosed = false

  async function start(request: SendRequest, steps: SendSteps): Promise<SentResult> {
    if (isClosed) throw new Refusal('shutting_down')
    const signal = AbortSignal.any([AbortSignal.timeout(options.requestMs), closing.signal])
    return sendOnce({ request, steps, signal }, options)
  }

  return {
    async once(request, steps) {
      const key = keyOf(request)
      for (let before = running.get(key); before !== undefined; before = running.get(key)) {
        if (before.digest === request.digest) return before.result
        await before.result.catch(() => undefined)
      }
      const result = start(request, steps)
      running.set(key, { digest: request.digest, result })
      try {
        return await result
      } finally {
        running.delete(key)
      }
    },
    async hold(request, store) {
      if (isClosed) throw new Refusal('shutting_down')
      return holding(keyOf(request), () => holdOnce(request, store, options))
    },
    cancel: (name) => cancelOnce(name, options),
    async close(graceMs) {
      isClosed = true
      const ended = Promise.allSettled([...running.values()].map(({ result }) => result))
      const isEnded = new AbortController()
      void ended.then(() => isEnded.abort())
      // Given up as soon as nothing is under way.
      await options.wait(graceMs, isEnded.signal).catch(() => undefined)
      closing.abort()
      await ended
    },
  }
}

function keyOf({ user, composeId }: ComposedName): string {
  return JSON.stringify([user, composeId])
}

interface SendTask {
  readonly request: SendRequest
  readonly steps: SendSteps
  /** Of the work, which outlasts its caller. */
  readonly signal: AbortSignal
}

async function sendOnce(task: SendTask, options: SendsOptions): Promise<SentResult> {
  const { request } = task
  for (;;) {
    const entry = await standingEntry(request, request.signal, options)
    const known = entry?.record
    checkRequest(known, request)
    if (known?.copy !== undefined) return resultOf(known)

    const isDelivered = known?.outcome === 'delivered'
    const record = isDelivered ? known : newRecord(known, task, options)
    const attempt = await startAttempt(request, entry, record, options)
    if (attempt === undefined) continue
    if (!isDelivered) await deliver(attempt, task)
    return fileCopy(attempt, task, isDelivered)
  }
}

/** Says no where the user has to decide, or where there is nothing to do. */
function checkRequest(known: SendRecord | undefined, request: SendRequest): void {
  const { digest, isAgain, isCopyOnly, isDue = false } = request
  if (known?.outcome === 'delivered') {
    if (known.digest !== digest && !isCopyOnly) throw new Refusal('already_sent')
    return
  }
  if (isCopyOnly) throw new Refusal('not_sent')
  if (known?.outcome === 'canceled') throw new Refusal('send_canceled')
  if (known?.outcome === 'waiting' && !isDue) throw new Refusal('waits_in_outbox')
  if (known?.outcome === 'unknown' && !isAgain) throw new Refusal('send_uncertain')
}

async function holdOnce<Stored>(
  request: HoldRequest,
  store: () => Promise<Stored>,
  options: SendsOptions,
): Promise<Held<Stored>> {
  const { messageId, at, digest } = request
  for (;;) {
    const entry = await standingEntry(request, request.signal, options)
    const known = entry?.record
    if (known?.outcome === 'waiting') {
      if (known.digest !== digest) throw new Refusal('waits_in_outbox')
    } else checkRequest(known, { ...request, isAgain: false, isCopyOnly: false })
    if (known?.outcome === 'delivered') return { kind: 'sent', result: resultOf(known) }

    const record = { messageId, at, digest, outcome: 'waiting', copy: undefined } as const
    const attempt = await startAttempt(request, entry, record, options)
    if (attempt === undefined) continue
    try {
      const stored = await store()
      await attempt.end({})
      return { kind: 'stored', stored }
    } catch (error) {
      await attempt.end({ outcome: 'refused' })
      throw error
    }
  }
}

async function cancelOnce(name: ComposedName, { sendLog, now }: SendsOptions): Promise<void> {
  for (;;) {
    const entry = await sendLog.find(name)
    const known = entry?.record
    if (known?.outcome === 'canceled') return
    if (known?.outcome === 'unknown' || known?.outcome === 'delivered') {
      throw new Refusal('already_sent')
    }
    const record = known ?? { messageId: '', at: now(), digest: '' }
    const canceled = {
      ...record,
      outcome: 'canceled',
      attempt: undefined,
      copy: undefined,
    } as const
    if ((await sendLog.write(name, entry, canceled)) !== undefined) return
  }
}

/** Every try has the Message-ID of the first, by which a server or a reader knows the second one again. */
function newRecord(
  known: SendRecord | undefined,
  { request: { digest }, steps }: SendTask,
  { now }: SendsOptions,
): Omit<SendRecord, 'attempt'> {
  const messageId = known?.messageId ?? steps.newMessageId()
  return { messageId, at: now(), digest, outcome: 'unknown', copy: undefined }
}

async function deliver(attempt: SendAttempt, { steps, signal }: SendTask): Promise<void> {
  try {
    await steps.deliver(attempt.record(), signal)
  } catch (error) {
    const isUnknown = error instanceof MailFault && error.code === 'delivery_uncertain'
    await attempt.end({ outcome: isUnknown ? 'unknown' : 'refused' })
    throw error
  }
  await attempt.note({ outcome: 'delivered' })
}

/** Once the server has taken the message, nothing that fails afterwards may read as "not sent". */
async function fileCopy(
  attempt: SendAttempt,
  { steps, signal }: SendTask,
  mayBeThere: boolean,
): Promise<SentResult> {
  let copy: SentCopy | undefined
  try {
    copy = await afterAction(() => steps.file(attempt.record(), mayBeThere, signal))
  } finally {
    await attempt.end({ copy })
  }
  return resultOf(attempt.record())
}

function resultOf({ messageId, copy }: SendRecord): SentResult {
  const { filedIn, filed } = copy ?? { filedIn: undefined, filed: undefined }
  return { messageId, filedIn, filed, isCopyPending: copy === undefined }
}

import { MailFault, type MessageName, type MessageStamp } from '../../../proxy/mail/index.ts'
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

/** Makes sending happen once per composed message, however often and wherever the button is pressed. */
export interface Sends {
  /**
   * Delivers the message and files its copy, or answers what became of it before. A delivery that has
   * started continues when its caller leaves. Throws Refusal `send_uncertain` for a message that may have been
   * delivered, unless it is to be sent again; `already_sent` for other words than those that were sent;
   * `not_sent` when only the copy is asked for of a message no one knows to be sent.
   */
  once(request: SendRequest, steps: SendSteps): Promise<SentResult>
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
  const closing = new AbortController()
  let isClosed = false

  async function start(request: SendRequest, steps: SendSteps): Promise<SentResult> {
    if (isClosed) throw new Refusal('shutting_down')
    const signal = AbortSignal.any([AbortSignal.timeout(options.requestMs), closing.signal])
    return sendOnce({ request, steps, signal }, options)
  }

  return {
    async once(request, steps) {
      const key = JSON.stringify([request.user, request.composeId])
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
  const { digest, isAgain, isCopyOnly } = request
  if (known?.outcome === 'delivered') {
    if (known.digest !== digest && !isCopyOnly) throw new Refusal('already_sent')
    return
  }
  if (isCopyOnly) throw new Refusal('not_sent')
  if (known?.outcome === 'unknown' && !isAgain) throw new Refusal('send_uncertain')
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

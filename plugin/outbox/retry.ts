import { isPasswordRefused, MailFault, type MailFaultCode } from '../../proxy/mail/index.ts'
import { Refusal } from '../http/refusal.ts'
import { DraftLost } from './drafts.ts'
import type { OutboxMessage } from './outbox-message.ts'

const MINUTE_MS = 60_000

/** When a message is tried again, and for how long. */
export interface RetryTimes {
  /** After the first failures; the last one also after each further one. */
  readonly delaysMs: readonly number[]
  /** From the first failure until the owner is asked. */
  readonly giveUpMs: number
}

export const RETRY_TIMES: RetryTimes = {
  delaysMs: [2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, 60 * MINUTE_MS],
  giveUpMs: 48 * 60 * MINUTE_MS,
}

/** What the submission server refuses permanently: the owner has to change the message. */
const PERMANENT: ReadonlySet<MailFaultCode> = new Set([
  'rejected',
  'recipient_refused',
  'smtputf8_missing',
])

type Change = Partial<OutboxMessage>

/** What becomes of a message after an attempt that failed; its lease is over. */
export function afterFailure(
  message: OutboxMessage,
  error: unknown,
  { now, times }: { readonly now: number; readonly times: RetryTimes },
): OutboxMessage {
  const failed = { ...message, lease: undefined, isAgain: false, attempts: message.attempts + 1 }
  if (error instanceof DraftLost) return { ...failed, ...over(message, error.state, now) }
  if (isUncertain(error)) {
    const text = error instanceof MailFault ? wordsOf(error) : {}
    return { ...failed, ...over(message, 'asks', now), ...text, isUncertain: true }
  }
  if (!(error instanceof MailFault)) return { ...failed, ...later(message, now, times) }
  const text = wordsOf(error)
  if (isLoginRefused(error)) {
    return {
      ...failed,
      ...withoutCredential(message),
      ...text,
      state: 'password',
      dueAt: undefined,
    }
  }
  if (PERMANENT.has(error.code)) {
    const { content, ...refused } = { ...failed, ...over(message, 'refused', now), ...text }
    return { ...refused, content: { ...content, refusedRecipient: error.recipient } }
  }
  return { ...failed, ...later(message, now, times), ...text }
}

function wordsOf({ reply, serverText }: MailFault): Change {
  return { error: reply ?? serverText }
}

function isUncertain(error: unknown): boolean {
  if (error instanceof MailFault) return error.code === 'delivery_uncertain'
  return error instanceof Refusal && error.code === 'send_uncertain'
}

/** What becomes of a message that was delivered, and whose copy could not be filed: it is tried again, and its owner told at last. */
export function afterUnfiled(
  message: OutboxMessage,
  error: unknown,
  { now, times }: { readonly now: number; readonly times: RetryTimes },
): OutboxMessage {
  const filing = { ...message, state: 'filing', lease: undefined } as const
  const next = { ...filing, ...later(filing, now, times), attempts: message.attempts + 1 }
  const text = error instanceof MailFault ? wordsOf(error) : { error: undefined }
  return { ...next, ...text, state: next.dueAt === undefined ? 'unfiled' : 'filing' }
}

/** What waits for another attempt, or for the owner after too many of them. */
function later(message: OutboxMessage, now: number, times: RetryTimes): Change {
  const { state, attempts, failedAt = now } = message
  if (now - failedAt >= times.giveUpMs) return over(message, 'asks', now)
  const delayMs = times.delaysMs[Math.min(attempts, times.delaysMs.length - 1)] ?? MINUTE_MS
  return {
    state: state === 'filing' ? state : 'retrying',
    dueAt: now + delayMs,
    undoUntil: undefined,
    failedAt,
  }
}

function over(message: OutboxMessage, state: OutboxMessage['state'], now: number): Change {
  return {
    ...withoutCredential(message),
    state,
    dueAt: undefined,
    failedAt: message.failedAt ?? now,
  }
}

function withoutCredential({ content }: OutboxMessage): Pick<OutboxMessage, 'content'> {
  return { content: { ...content, credential: undefined } }
}

/** By the IMAP server, or by the submission server, whose refusal of the password is none of the message. */
function isLoginRefused(error: MailFault): boolean {
  const { cause, code } = error
  const inner = cause instanceof MailFault ? cause.cause : cause
  const isSmtpLogin = inner instanceof Error && 'code' in inner && inner.code === 'EAUTH'
  return isPasswordRefused(error) || (isSmtpLogin && PERMANENT.has(code))
}

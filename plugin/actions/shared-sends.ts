import { z } from 'zod'
import type { Claim, Claims } from '../../store/claims.ts'
import { StoreUnavailable } from '../../store/errors.ts'
import { Refusal } from '../refusal.ts'
import type { RecentSends, SendOnce } from './recent-sends.ts'
import type { SentResult } from './result.ts'

interface SharedSendsOptions {
  /** Sends of this process: a second click that comes here need not ask. */
  readonly own: RecentSends
  readonly claims: Claims
  /** No instance is at a message for longer than this. */
  readonly requestMs: number
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>
  readonly newOwner: () => string
}

/** How often an instance that waits for another one asks. */
const POLL_MS = 250

/**
 * Sends of all instances: the first to claim a message sends it, the others answer its outcome. Throws
 * Refusal('send_uncertain') for a message whose sender ended without telling one. While the claims do not
 * answer, each instance is on its own.
 */
export function shareSends(options: SharedSendsOptions): RecentSends {
  const { own } = options
  return {
    once: (message, send) => own.once(message, () => sendOnceForAll(message, send, options)),
  }
}

async function sendOnceForAll(
  { user, composeId, signal }: SendOnce,
  send: () => Promise<SentResult>,
  { claims, requestMs, wait, newOwner }: SharedSendsOptions,
): Promise<SentResult> {
  const key = JSON.stringify(['send', user, composeId])
  const owner = newOwner()
  const mine: OwnClaim = {
    settle: (outcome) => claims.settle(key, owner, outcomeText(outcome)),
    release: () => claims.release(key, owner),
  }
  let claim = await unlessAway(claims.claim(key, owner))
  // A claim without an answer may have been made all the same: Redis runs what ioredis has given up.
  if (claim === undefined) return sendClaimed(send, mine)

  while (claim.kind === 'taken') {
    if (claim.ageMs > requestMs) throw new Refusal('send_uncertain')
    await wait(POLL_MS, signal)
    // Now that another one is known to be at it, nobody sends without an answer.
    claim = await orReleased(claims.claim(key, owner), mine)
  }
  return claim.kind === 'settled' ? outcomeOf(claim) : sendClaimed(send, mine)
}

/** What the one who claimed does with it; for another's claim both do nothing. */
interface OwnClaim {
  readonly settle: (sent: SentResult) => Promise<void>
  readonly release: () => Promise<void>
}

/** What cannot be told leaves the message claimed: a later attempt learns that nobody knows. */
async function sendClaimed(
  send: () => Promise<SentResult>,
  { settle, release }: OwnClaim,
): Promise<SentResult> {
  const sent = await orReleased(send(), { release })
  await unlessAway(settle(sent))
  return sent
}

/** A failure leaves no claim behind, not even one whose answer was lost. */
async function orReleased<Value>(
  answer: Promise<Value>,
  { release }: Pick<OwnClaim, 'release'>,
): Promise<Value> {
  try {
    return await answer
  } catch (error) {
    await unlessAway(release())
    throw error
  }
}

async function unlessAway<Value>(answer: Promise<Value>): Promise<Value | undefined> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error
    return undefined
  }
}

// What is undefined is left out of JSON, which knows no numbers as large as a UIDVALIDITY may become.
const sentSchema = z.object({
  messageId: z.string(),
  filedIn: z.string().optional(),
  filed: z.object({ mailbox: z.string(), uid: z.int(), uidValidity: z.coerce.bigint() }).optional(),
})

function outcomeText({ messageId, filedIn, filed }: SentResult): string {
  const name = filed && { ...filed, uidValidity: String(filed.uidValidity) }
  return JSON.stringify({ messageId, filedIn, filed: name })
}

function outcomeOf({ outcome }: Extract<Claim, { kind: 'settled' }>): SentResult {
  const { messageId, filedIn, filed } = sentSchema.parse(JSON.parse(outcome))
  return { kind: 'sent', isDraft: false, messageId, filedIn, filed }
}

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
  let claim = await unlessAway(claims.claim(key, owner))
  if (claim === undefined) return send()

  while (claim.kind === 'taken') {
    if (claim.ageMs > requestMs) throw new Refusal('send_uncertain')
    await wait(POLL_MS, signal)
    // Now that another one is known to be at it, nobody sends without an answer.
    claim = await claims.claim(key, owner)
  }
  return claim.kind === 'settled'
    ? outcomeOf(claim)
    : sendClaimed(send, {
        settle: (outcome) => claims.settle(key, owner, outcomeText(outcome)),
        release: () => claims.release(key, owner),
      })
}

/** What cannot be told leaves the message claimed: a later attempt learns that nobody knows. */
async function sendClaimed(
  send: () => Promise<SentResult>,
  {
    settle,
    release,
  }: {
    readonly settle: (sent: SentResult) => Promise<void>
    readonly release: () => Promise<void>
  },
): Promise<SentResult> {
  let sent: SentResult
  try {
    sent = await send()
  } catch (error) {
    await unlessAway(release())
    throw error
  }
  await unlessAway(settle(sent))
  return sent
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

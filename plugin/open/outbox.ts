import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Account, Credential, Submission } from '../../proxy/mail/index.ts'
import type { DocumentOwner, Seal, SessionStore, Store } from '../../store/index.ts'
import type { Sends } from '../actions/sent/sends.ts'
import { createSemaphore } from '../concurrency/semaphore.ts'
import { createWaitingLimit } from '../concurrency/waiting-limit.ts'
import type { Config } from '../config/schema.ts'
import type { OperationalLog } from '../log/operational-log.ts'
import { createOutboxCredentials } from '../outbox/credentials.ts'
import { dispatch } from '../outbox/dispatch.ts'
import { createDueIndex } from '../outbox/due-index.ts'
import { createMessageCodec } from '../outbox/outbox-message.ts'
import { createOutboxLoop } from '../outbox/outbox-loop.ts'
import { createOutboxStore } from '../outbox/outbox-store.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createOwnOutbox } from '../outbox/own-outbox.ts'
import { RETRY_TIMES } from '../outbox/retry.ts'
import { renewCredentials } from '../outbox/sign-in.ts'
import type { OwnerSessions } from '../session/owner-sessions.ts'
import type { PasswordSeal } from '../session/password-seal.ts'

/** Of the outboxes of all owners, and of what sends what is due. */
export const OUTBOX_LIMITS = {
  /** Messages that wait of one owner, and those that they have to decide about. */
  messagesPerOwner: 200,
  /** How often what is due is looked for. */
  pollMs: 1_000,
  /** Messages that are sent at a time; each is in memory with its attachments. */
  atOnce: 4,
  atOncePerOwner: 2,
  ...RETRY_TIMES,
}

/** Due messages that may wait for their turn in memory; the others do so in the store. */
const MAX_WAITING = 1_000

/** An instance that has not finished a message after the longest attempt has ended; clocks differ by seconds. */
const LEASE_MARGIN_MS = 10_000

/** A draft is larger than what it was composed of: lines of base64, and headers. */
const DRAFT_BYTES_PER_BYTE = 1.5

interface OutboxNeeds {
  readonly store: Pick<Store, 'personal'>
  readonly seal: Seal
  readonly sends: Sends
  /** The account of an owner who is not there. */
  readonly accountOf: (owner: DocumentOwner, credential: Credential) => Account
  readonly submission: Submission
  readonly masterPassword: string | undefined
  readonly ownerSessions: OwnerSessions
  readonly sessions: SessionStore
  readonly passwordSeal: PasswordSeal
  readonly refreshKeys: (() => Promise<void>) | undefined
  readonly publish: (owner: DocumentOwner) => void
  readonly requestMs: number
  readonly log: OperationalLog
  readonly now: () => number
}

/** Opens the outbox; nothing is sent before it is started. */
export function openOutbox(
  config: () => Config,
  needs: OutboxNeeds,
  limits: typeof OUTBOX_LIMITS,
): Outbox {
  const { sends, submission, publish, log, now } = needs
  const { personal } = needs.store
  const index = createDueIndex({ personal, now })
  const codec = createMessageCodec(needs.seal)
  const store = createOutboxStore({
    personal,
    index,
    codec,
    maxMessages: limits.messagesPerOwner,
    now,
  })
  const credentials = createOutboxCredentials({
    ...{ ownerSessions: needs.ownerSessions, sessions: needs.sessions, seal: needs.passwordSeal },
    masterPassword: needs.masterPassword,
    mayStore: () => config().signIn.outboxCredentials,
  })
  const closing = new AbortController()
  const report = (err: unknown) => log.error({ err }, 'a message of the outbox was not sent')
  const sending = {
    ...{ store, sends, credentials, submission, publish, report, now },
    refreshKeys: needs.refreshKeys,
    accountOf: needs.accountOf,
    isAuthenticated: config().smtp.auth === 'user',
    maxBytes: () => config().limits.messageBytes * DRAFT_BYTES_PER_BYTE + 1_048_576,
    instance: randomUUID(),
    leaseMs: needs.requestMs + LEASE_MARGIN_MS,
    times: limits,
    signal: closing.signal,
  }
  const loop = createOutboxLoop({
    ...{ index, store, now, log, pollMs: limits.pollMs },
    dispatch: (owner, message) => dispatch(owner, message, sending),
    semaphore: createSemaphore({
      max: limits.atOnce,
      maxPerKey: limits.atOncePerOwner,
      waitingLimit: createWaitingLimit({ maxWaiting: MAX_WAITING }),
    }),
    isShared: config().instances === 'several',
    wait: (ms, signal) => wait(ms, undefined, { signal }),
  })
  return {
    of: (user) => createOwnOutbox({ ...user, store, credentials, sends, publish, now }),
    signedIn(owner, credential) {
      renewCredentials(owner, credential, { store, credentials, publish, now }).catch(report)
    },
    start: () => loop.start(),
    counts: () => loop.counts(),
    async close() {
      const closed = loop.close()
      // What is being sent may end: `sends` has its time, and cuts it.
      await closed
      closing.abort()
    },
  }
}

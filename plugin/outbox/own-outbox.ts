import {
  type Account,
  type Address,
  type BuiltMessage,
  type Credential,
  type DraftOrigin,
  MailFault,
  type MailFaultCode,
  type MessageName,
  type MessageStamp,
} from '../../proxy/mail/index.ts'
import type { DocumentOwner } from '../../store/index.ts'
import type { OutboxState } from '../actions/outbox/output.ts'
import { afterAction } from '../actions/result/after-action.ts'
import type { Sends } from '../actions/sent/sends.ts'
import { Refusal } from '../http/refusal.ts'
import type { OutboxCredentials } from './credentials.ts'
import { contentDigest, releaseDraft, storeDraft } from './drafts.ts'
import { isOver, type OutboxMessage } from './outbox-message.ts'
import type { OutboxStore, StoredMessage } from './outbox-store.ts'

/** The outbox of the user who is signed in. All throw StoreUnavailable and Refusal. */
export interface OwnOutbox {
  /**
   * Stores the message as a draft and sends it later. The same message again is answered as before. Throws
   * Refusal('outbox_unavailable') when the mail server does not take the draft, ('outbox_full') when too much
   * waits; then nothing waits, and it can be sent at once. Throws MailFault during an outage.
   */
  hold(message: HeldMessage): Promise<Waiting>
  /** Soonest first. */
  list(): Promise<readonly OutboxEntry[]>
  /** Where the draft lies; undefined when it is missing. */
  cancel(id: string): Promise<MessageName | undefined>
  change(id: string, dueAt: number): Promise<Waiting>
  sendNow(id: string, isAgain: boolean): Promise<Waiting>
  /** Throws Refusal('waits_in_outbox') for a draft that does: it must be canceled before another version takes its place. */
  checkDraft(draft: Pick<MessageName, 'mailbox' | 'uid'>): Promise<void>
}

/** A message that is to be sent later. */
export interface HeldMessage {
  readonly composeId: string
  /** Of what was composed: tells another version. */
  readonly digest: string
  readonly stamp: MessageStamp
  readonly subject: string
  readonly recipients: readonly Address[]
  readonly origin: DraftOrigin | undefined
  /** Unix ms; undefined: when the time to undo is over. */
  readonly dueAt: number | undefined
  /** Ms in which the page offers to undo it. */
  readonly undoMs: number
  /** With its Bcc, as it is to lie in Sent. */
  build(): Promise<BuiltMessage>
  /** Removes former versions of the draft once this one is stored. */
  onStored(): Promise<unknown>
}

/** What a page is told of a message that waits. */
export interface Waiting {
  readonly kind: 'waiting'
  readonly id: string
  /** Unix ms. */
  readonly dueAt: number
  /** Unix ms; null for what is scheduled. */
  readonly undoUntil: number | null
  /** Left of the time to undo, by the server's clock. */
  readonly undoMs: number
}

/** A message of the outbox, as its owner sees it. */
export interface OutboxEntry {
  readonly id: string
  readonly state: OutboxState
  /** Unix ms; undefined: nothing is going to happen. */
  readonly dueAt: number | undefined
  readonly undoUntil: number | undefined
  readonly subject: string
  readonly recipients: readonly Address[]
  /** Times that sending failed. */
  readonly attempts: number
  /** It may have been delivered. */
  readonly isUncertain: boolean
  /** Words of the mail server. */
  readonly error: string | undefined
  readonly draft: MessageName | undefined
}

/** The furthest a message can be scheduled ahead. */
export const MAX_AHEAD_MS = 366 * 86_400_000

/** The server waits so much longer than the page offers to undo: for an undo that is under way. */
const LONGER_MS = 2_000

/** What the outbox of a user works with. */
export interface OwnOutboxOptions {
  readonly owner: DocumentOwner
  readonly account: Account
  readonly credential: Credential
  readonly store: OutboxStore
  readonly credentials: Pick<OutboxCredentials, 'toStore'>
  readonly sends: Pick<Sends, 'hold' | 'cancel'>
  /** Reports open pages of the owner of a change. */
  readonly publish: (owner: DocumentOwner) => void
  readonly signal: AbortSignal
  readonly now: () => number
}

/** The user's own part of the outbox; what is due is sent by `OutboxLoop`. */
export function createOwnOutbox(options: OwnOutboxOptions): OwnOutbox {
  const { owner, account, store, sends, signal, now } = options
  const services = { account, signal }
  const { user } = account

  function waitingOf({ message: { composeId, dueAt, undoUntil } }: StoredMessage): Waiting {
    const at = now()
    const undoMs = Math.max(0, (undoUntil ?? at) - at)
    return {
      kind: 'waiting',
      id: composeId,
      dueAt: dueAt ?? at,
      undoUntil: undoUntil ?? null,
      undoMs,
    }
  }

  async function found(id: string): Promise<StoredMessage> {
    const stored = await store.find(owner, id)
    if (stored !== undefined) return stored
    throw new Refusal('outbox_missing')
  }

  /** Again while somebody else writes the same message. */
  async function change(
    id: string,
    next: (message: OutboxMessage) => OutboxMessage,
  ): Promise<Waiting> {
    for (;;) {
      const seen = await found(id)
      if (isLeased(seen.message, now())) throw new Refusal('already_sent')
      const stored = await store.replace(owner, seen, next(seen.message))
      if (stored === undefined) continue
      options.publish(owner)
      return waitingOf(stored)
    }
  }

  async function storeHeld(held: HeldMessage, dueAt: number): Promise<StoredMessage> {
    const { composeId, digest, origin, subject, recipients } = held
    const before = await store.find(owner, composeId)
    if (before !== undefined && !isOver(before.message)) return before
    const { messageId, source, envelope } = await held.build()
    const { draft, hasKeyword } = await storeDraft(source, messageId, services)
    const credential = options.credentials.toStore(options.credential)
    const message: OutboxMessage = {
      ...{ composeId, digest, messageId, user, dueAt, origin, draft, hasKeyword },
      state: 'waiting',
      undoUntil: held.dueAt === undefined ? dueAt - LONGER_MS : undefined,
      ...{ attempts: 0, failedAt: undefined, error: undefined, lease: undefined },
      ...{ isAgain: false, isUncertain: false },
      contentDigest: contentDigest(source),
      content: { subject, recipients, envelope, credential },
    }
    try {
      if (before === undefined) return await store.add(owner, message)
      return (await store.replace(owner, before, message)) ?? (await store.add(owner, message))
    } catch (error) {
      // It does not wait: who sends it at once has no draft of it left over.
      const { mailbox, uid, uidValidity } = draft
      await afterAction(() => account.remove(mailbox, [uid], { uidValidity, signal }))
      throw error
    }
  }

  return {
    async hold(held) {
      const at = now()
      const dueAt = checkedTime(held.dueAt, at) ?? at + held.undoMs + LONGER_MS
      const request = {
        ...held.stamp,
        user,
        composeId: held.composeId,
        digest: held.digest,
        signal,
      }
      const stored = await sends.hold(request, () => storeHeld(held, dueAt)).catch(asUnavailable)
      await afterAction(() => held.onStored())
      options.publish(owner)
      return waitingOf(stored)
    },
    async list() {
      const messages = (await store.list(owner)).map(({ message }) => message)
      const entries = messages.map((message) => entryOf(message, now()))
      return entries.sort((one, other) => (one.dueAt ?? Infinity) - (other.dueAt ?? Infinity))
    },
    async cancel(id) {
      for (;;) {
        const seen = await found(id)
        const { message } = seen
        if (isLeased(message, now())) throw new Refusal('already_sent')
        if (message.state === 'filing') throw new Refusal('already_sent')
        if (!isOver(message)) await sends.cancel({ user: message.user, composeId: id })
        const draft = await releaseDraft(message, services)
        if (!(await store.remove(owner, seen))) continue
        options.publish(owner)
        return draft
      }
    },
    async change(id, wanted) {
      const dueAt = checkedTime(wanted, now())
      return change(id, (message) => {
        if (isOver(message) || message.state === 'filing') throw new Refusal('outbox_missing')
        return { ...message, dueAt, undoUntil: undefined }
      })
    },
    sendNow: (id, isAgain) =>
      change(id, (message) => {
        const { state, content } = message
        if (state === 'changed' || state === 'gone') throw new Refusal('outbox_missing')
        if (message.isUncertain && !isAgain) throw new Refusal('send_uncertain')
        const credential = options.credentials.toStore(options.credential)
        return {
          ...message,
          state: state === 'filing' ? 'filing' : 'waiting',
          ...{ dueAt: now(), undoUntil: undefined, failedAt: undefined, error: undefined },
          isAgain: message.isUncertain,
          content: { ...content, credential },
        }
      }),
    async checkDraft({ mailbox, uid }) {
      const waits = (await store.list(owner)).some(
        ({ message }) =>
          !isOver(message) && message.draft.mailbox === mailbox && message.draft.uid === uid,
      )
      if (waits) throw new Refusal('waits_in_outbox')
    },
  }
}

/** An instance is at it just now. */
function isLeased({ lease }: OutboxMessage, now: number): boolean {
  return lease !== undefined && lease.until > now
}

/** Not in the past. Throws Refusal for a time too far ahead. */
function checkedTime(wanted: number | undefined, now: number): number | undefined {
  if (wanted === undefined) return undefined
  if (wanted > now + MAX_AHEAD_MS) {
    const field = { path: 'dueAt', problem: 'more than a year ahead' }
    throw new Refusal('input_invalid', { field })
  }
  return Math.max(wanted, now)
}

function entryOf(message: OutboxMessage, now: number): OutboxEntry {
  const { composeId: id, content, dueAt, undoUntil, attempts, isUncertain, error } = message
  const { subject, recipients } = content
  const state = isLeased(message, now) ? 'sending' : message.state
  const draft = message.state === 'gone' ? undefined : message.draft
  return { id, state, dueAt, undoUntil, subject, recipients, attempts, isUncertain, error, draft }
}

/** What the mail server has against a draft, which another try meets as well. */
const draftRefusals: ReadonlySet<MailFaultCode> = new Set([
  'mailbox_refused',
  'mailbox_exists',
  'mailbox_not_found',
  'over_quota',
  'server_refused',
  'not_understood',
])

function asUnavailable(error: unknown): never {
  if (!(error instanceof MailFault) || !draftRefusals.has(error.code)) throw error
  throw new Refusal('outbox_unavailable', { cause: error, serverText: error.reply })
}

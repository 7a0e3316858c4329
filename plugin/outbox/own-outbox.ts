import {
  type Account,
  type Credential,
  MailFault,
  type MailFaultCode,
} from '../../proxy/mail/index.ts'
import type { DocumentOwner } from '../../store/index.ts'
import type {
  HeldMessage,
  OutboxEntry,
  OwnOutbox,
  Waiting,
} from '../actions/contract/own-outbox.ts'
import { afterAction } from '../actions/result/after-action.ts'
import type { Sends } from '../actions/sent/sends.ts'
import { Refusal } from '../http/refusal.ts'
import type { OutboxCredentials } from './credentials.ts'
import { contentDigest, releaseDraft, storeDraft } from './drafts.ts'
import { isDelivered, isOver, type OutboxMessage } from './outbox-message.ts'
import type { OutboxStore, StoredMessage } from './outbox-store.ts'

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
      content: { subject, recipients, envelope, credential, unopened: undefined },
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
      const before = await store.find(owner, held.composeId)
      if (before?.message.digest === held.digest && !isOver(before.message))
        return waitingOf(before)
      const outcome = await sends.hold(request, () => storeHeld(held, dueAt)).catch(asUnavailable)
      if (outcome.kind === 'sent') return outcome
      const { stored } = outcome
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
      for (let seen = await found(id); ;) {
        const { message } = seen
        if (message.state === 'filing') throw new Refusal('already_sent')
        // The journal decides, also while an instance is at it: whoever tries to send it from here on takes it out as well.
        if (!isOver(message)) await sends.cancel({ user: message.user, composeId: id })
        const draft = await releaseDraft(message, services)
        const rest = (await store.remove(owner, seen)) ? undefined : await store.find(owner, id)
        if (rest === undefined) {
          options.publish(owner)
          return { draft, isUncertain: message.isUncertain }
        }
        seen = rest
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
        if (LOST.has(state)) throw new Refusal('outbox_missing')
        if (message.isUncertain && !isAgain) throw new Refusal('send_uncertain')
        const credential = options.credentials.toStore(options.credential)
        return {
          ...message,
          state: isDelivered(message) ? 'filing' : 'waiting',
          ...{ dueAt: now(), undoUntil: undefined, failedAt: undefined, error: undefined },
          isAgain: message.isUncertain,
          content: { ...content, credential },
        }
      }),
    async checkDraft({ mailbox, uid }) {
      const waits = (await store.list(owner)).some(
        ({ message }) =>
          (!isOver(message) || isDelivered(message)) &&
          message.draft.mailbox === mailbox &&
          message.draft.uid === uid,
      )
      if (waits) throw new Refusal('waits_in_outbox')
    },
  }
}

/** States of messages whose draft is no longer what is to be sent. */
const LOST: ReadonlySet<OutboxMessage['state']> = new Set(['changed', 'gone', 'unreadable'])

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
  const { subject, recipients, refusedRecipient } = content
  const state = isLeased(message, now) ? 'sending' : message.state
  const draft = message.state === 'gone' ? undefined : message.draft
  return {
    ...{ id, state, dueAt, undoUntil, subject, recipients, refusedRecipient },
    ...{ attempts, isUncertain, error, draft },
  }
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

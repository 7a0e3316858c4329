import {
  type Account,
  type Credential,
  MailFault,
  type MessageStamp,
  sentSource,
  type Submission,
} from '../../proxy/mail/index.ts'
import { type DocumentOwner, StoreUnavailable } from '../../store/index.ts'
import { specialMailbox } from '../actions/folder/special-mailbox.ts'
import { fileCopy, fileSentMessage } from '../actions/send/file-copy.ts'
import type { SentCopy } from '../actions/sent/send-log.ts'
import type { Sends, SendSteps } from '../actions/sent/sends.ts'
import { Refusal } from '../http/refusal.ts'
import type { OutboxCredentials } from './credentials.ts'
import { DraftLost, isThere, readDraft, releaseDraft, unmarkDraft } from './drafts.ts'
import { isDelivered, isOver, type OutboxMessage } from './outbox-message.ts'
import type { OutboxStore, StoredMessage } from './outbox-store.ts'
import { afterFailure, afterUnfiled, type RetryTimes } from './retry.ts'

/** What a due message is sent with. */
export interface DispatchOptions {
  readonly store: Pick<OutboxStore, 'replaceDue' | 'removeDue'>
  readonly sends: Pick<Sends, 'once'>
  readonly credentials: Pick<OutboxCredentials, 'find'>
  /** The owner's account, with the folders that they have chosen. */
  readonly accountOf: (owner: DocumentOwner, credential: Credential) => Account
  readonly submission: Pick<Submission, 'send'>
  /** Reads the keys again, where other instances may make new ones. */
  readonly refreshKeys: (() => Promise<void>) | undefined
  /** The submission server requests the owner's password. */
  readonly isAuthenticated: boolean
  readonly publish: (owner: DocumentOwner) => void
  /** Is told of errors that no one expects. */
  readonly report: (error: unknown) => void
  /** Of a draft; a larger one is not ours. */
  readonly maxBytes: () => number
  readonly instance: string
  /** Longer than any attempt takes. */
  readonly leaseMs: number
  readonly times: RetryTimes
  readonly signal: AbortSignal
  readonly now: () => number
}

/**
 * Sends a due message and files it, once, and stores what became of it. Nothing happens where another instance has taken
 * it. Throws StoreUnavailable, and the message stays as it is: its lease ends.
 */
export async function dispatch(
  owner: DocumentOwner,
  seen: StoredMessage,
  options: DispatchOptions,
): Promise<void> {
  const { store, publish, instance, leaseMs, now } = options
  const lease = { instance, until: now() + leaseMs }
  const leased = await store.replaceDue(owner, seen, { ...seen.message, lease })
  if (leased === undefined) return
  const next = await attempt(owner, leased.message, options)
  if (next === undefined) await store.removeDue(owner, leased)
  else await store.replaceDue(owner, leased, next)
  publish(owner)
}

/** What becomes of the message; undefined: there is nothing left to be done. */
async function attempt(
  owner: DocumentOwner,
  message: OutboxMessage,
  options: DispatchOptions,
): Promise<OutboxMessage | undefined> {
  const { credentials, signal, times, now } = options
  const credential = await credentials.find(owner, message.content.credential)
  if (credential === undefined) {
    const state = isDelivered(message) ? message.state : 'password'
    return { ...message, lease: undefined, state, dueAt: undefined }
  }
  const services = { account: options.accountOf(owner, credential), signal }
  try {
    if (message.content.unopened?.reason === 'key_not_here') await options.refreshKeys?.()
    return await sendAndFile(message, { ...services, credential }, options)
  } catch (error) {
    if (error instanceof StoreUnavailable) throw error
    // What was not delivered by then waits for the next start.
    const isStopped = signal.aborted || (error instanceof Refusal && error.code === 'shutting_down')
    if (isStopped && !(error instanceof MailFault)) return { ...message, lease: undefined }
    if (error instanceof Refusal && error.code === 'send_canceled') {
      await releaseDraft(message, services)
      return undefined
    }
    if (!isExpected(error)) options.report(error)
    if (isDelivered(message)) return afterUnfiled(message, error, { now: now(), times })
    const next = afterFailure(message, error, { now: now(), times })
    if (isOver(next)) await releaseDraft(next, services).catch(() => undefined)
    return next
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof MailFault || error instanceof Refusal || error instanceof DraftLost
}

interface Sender {
  readonly account: Account
  readonly credential: Credential
  readonly signal: AbortSignal
}

async function sendAndFile(
  message: OutboxMessage,
  sender: Sender,
  options: DispatchOptions,
): Promise<OutboxMessage | undefined> {
  const { sends, times, now } = options
  const { user, composeId, digest, isAgain } = message
  let fault: unknown
  const steps = sendSteps(message, sender, options)
  const request = { user, composeId, digest, isAgain, signal: sender.signal }
  const sending = sends.once(
    { ...request, isCopyOnly: isDelivered(message), isDue: true },
    {
      ...steps,
      file: (...filing) =>
        steps.file(...filing).catch((error: unknown) => {
          fault = error
          throw error
        }),
    },
  )
  const { isCopyPending } = await sending.catch(async (error: unknown) => {
    if (!isDelivered(message) || !isForgotten(error)) throw error
    await steps.file({ messageId: message.messageId, at: now() }, true, sender.signal)
    return { isCopyPending: false }
  })
  return isCopyPending ? afterUnfiled(message, fault, { now: now(), times }) : undefined
}

/** By the journal, which remembers a delivery for some days. */
function isForgotten(error: unknown): boolean {
  return error instanceof Refusal && error.code === 'not_sent'
}

function sendSteps(message: OutboxMessage, sender: Sender, options: DispatchOptions): SendSteps {
  const { submission, maxBytes, isAuthenticated, now } = options
  const { messageId, draft, origin } = message
  let source: Buffer | undefined
  return {
    newMessageId: () => messageId,
    async deliver(_stamp, signal) {
      source = await readDraft(message, maxBytes(), { ...sender, signal })
      const sent = {
        messageId,
        source: sentSource(source, now()),
        envelope: message.content.envelope,
      }
      await submission.send(sent, isAuthenticated ? sender.credential : undefined, signal)
    },
    async file(stamp: MessageStamp, mayBeThere, signal) {
      const services = { ...sender, signal }
      const traces = { storedDraft: undefined, unansweredSaves: [], origin }
      const file = () => fileDraft(message, source, services)
      return fileSentMessage({ stamp: { ...stamp, messageId }, mayBeThere, file, traces }, services)
    },
  }

  /** Moves the draft to Sent; uploads it again where another program deleted it meanwhile. */
  async function fileDraft(
    stored: OutboxMessage,
    read: Buffer | undefined,
    services: Pick<Sender, 'account' | 'signal'>,
  ): Promise<SentCopy> {
    if (!(await isThere(draft, services))) {
      return read === undefined
        ? { filedIn: undefined, filed: undefined }
        : fileCopy(read, services)
    }
    await unmarkDraft(stored, services)
    const { mailbox, uid, uidValidity } = draft
    const { account, signal } = services
    const sent = await specialMailbox('sent', services)
    const moved = await account.move(mailbox, [uid], sent, { uidValidity, signal })
    const [newUid, validity] = [moved.uidMap?.get(uid), moved.targetUidValidity]
    if (newUid === undefined || validity === undefined) return { filedIn: sent, filed: undefined }
    return { filedIn: sent, filed: { mailbox: sent, uid: newUid, uidValidity: validity } }
  }
}

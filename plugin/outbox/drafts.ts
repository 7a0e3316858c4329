import { createHash } from 'node:crypto'
import { type Account, isMessageMissing, type MessageName } from '../../proxy/mail/index.ts'
import { fileMessage } from '../actions/folder/special-mailbox.ts'
import { readWithin } from '../actions/part/read-parts.ts'
import { afterAction } from '../actions/result/after-action.ts'
import { findMessage } from '../actions/folder/find-message.ts'
import { Refusal } from '../http/refusal.ts'
import { OUTBOX_KEYWORD, type OutboxMessage } from './outbox-message.ts'

// The drafts of messages that wait, at their owner's mail server.

interface MailServices {
  readonly account: Account
  readonly signal: AbortSignal
}

/** Tells whether a draft is still the one that was stored. */
export function contentDigest(source: Buffer): string {
  return createHash('sha256').update(source).digest('base64url')
}

/** Uploads a draft that waits. Throws MailFault, and Refusal('outbox_unavailable') when it is not found afterwards. */
export async function storeDraft(
  source: Buffer,
  messageId: string,
  services: MailServices,
): Promise<{ readonly draft: MessageName; readonly hasKeyword: boolean }> {
  const flags = ['\\Draft', '\\Seen']
  const { mailbox, filed } = await fileMessage('drafts', { source, flags }, services)
  // Not every server tells (RFC 4315).
  const draft = filed ?? (await findMessage(mailbox, messageId, services))
  if (draft === undefined) throw new Refusal('outbox_unavailable')
  // A mailbox that keeps no keywords has the message all the same.
  const isMarked = await afterAction(async () => {
    await setFlags(draft, { add: [OUTBOX_KEYWORD], remove: [] }, services)
    return true
  })
  return { draft, hasKeyword: isMarked ?? false }
}

/** Why a draft can not be sent: another program changed or deleted it, or the key of its message is missing. */
export class DraftLost extends Error {
  override readonly name = 'DraftLost'
  readonly state: 'changed' | 'gone' | 'unreadable'

  constructor(state: DraftLost['state'], options: ErrorOptions = {}) {
    super(`the draft is ${state}`, options)
    this.state = state
  }
}

/** The draft as it was stored. Throws DraftLost, MailFault, and Refusal while only another instance has its key. */
export async function readDraft(
  { draft, contentDigest: stored, content }: OutboxMessage,
  maxBytes: number,
  { account, signal }: MailServices,
): Promise<Buffer> {
  const { mailbox, uid, uidValidity } = draft
  if (content.unopened?.reason === 'key_not_here') throw new Refusal('store_unavailable')
  if (content.unopened !== undefined) throw new DraftLost('unreadable')
  try {
    const stream = await account.source(mailbox, uid, { uidValidity, signal })
    const source = await readWithin(stream, maxBytes)
    if (source !== undefined && contentDigest(source) === stored) return source
    // A message that is deleted meanwhile may be read as an empty one.
    throw new DraftLost((await isThere(draft, { account, signal })) ? 'changed' : 'gone')
  } catch (error) {
    if (isMessageMissing(error)) throw new DraftLost('gone', { cause: error })
    throw error
  }
}

/** Makes an ordinary draft of it again; undefined when it is missing. Throws MailFault. */
export async function releaseDraft(
  message: OutboxMessage,
  services: MailServices,
): Promise<MessageName | undefined> {
  const { draft, hasKeyword } = message
  if (!(await isThere(draft, services))) return undefined
  if (hasKeyword) {
    await afterAction(() => setFlags(draft, { add: [], remove: [OUTBOX_KEYWORD] }, services))
  }
  return draft
}

/** False also where its mailbox is missing. Throws MailFault. */
export async function isThere(draft: MessageName, services: MailServices): Promise<boolean> {
  const { mailbox, uid, uidValidity } = draft
  const { account, signal } = services
  try {
    const range = [[uid, uid]] as const
    return (await account.missingUids(mailbox, range, { uidValidity, signal })).length === 0
  } catch (error) {
    if (isMessageMissing(error)) return false
    throw error
  }
}

/** Takes from a draft what makes it one, so that it can lie in Sent. Throws MailFault. */
export async function unmarkDraft(message: OutboxMessage, services: MailServices): Promise<void> {
  const keywords = message.hasKeyword ? [OUTBOX_KEYWORD] : []
  await setFlags(message.draft, { add: ['\\Seen'], remove: ['\\Draft', ...keywords] }, services)
}

function setFlags(
  { mailbox, uid, uidValidity }: MessageName,
  change: { readonly add: readonly string[]; readonly remove: readonly string[] },
  { account, signal }: MailServices,
): Promise<void> {
  return account.setFlags(mailbox, [uid], change, { uidValidity, signal })
}

import {
  MailFault,
  type MailboxName,
  type MessageName,
  type MessageStamp,
} from '../../../proxy/mail/index.ts'
import type { ActionContext } from '../contract/action.ts'
import { afterAct } from '../result/after-act.ts'
import type { SentCopy } from '../sent/journal.ts'
import { fileMessage, findSpecialMailbox } from '../folder/special-mailbox.ts'
import type { SentTraces } from '../sent/unfiled-copies.ts'
import { uidOptions } from '../input/named-messages.ts'
import type { SendInput } from '../compose/send-input.ts'

type MailServices = Pick<ActionContext, 'account' | 'signal'>

interface FilingRequest {
  readonly stamp: MessageStamp
  /** An earlier try may have filed it. */
  readonly mayBeThere: boolean
  /** The copy, with its blind copies, which only the sender may see. Asked for when there is none yet. */
  readonly source: () => Promise<Buffer>
  readonly traces: SentTraces
  /** The draft that was sent stays, because its mailbox lets nobody delete. */
  readonly onDraftLeft?: () => void
}

/**
 * Files the sender's copy of a message, once, and does what else is left of a message that was sent.
 * Throws MailFault when there is no copy.
 */
export async function fileSentMessage(
  { stamp, mayBeThere, source, traces, onDraftLeft }: FilingRequest,
  services: MailServices,
): Promise<SentCopy> {
  await afterAct(() => markOrigin(traces, services))
  const found = mayBeThere ? await findCopy(stamp.messageId, services) : undefined
  const copy = found ?? (await fileCopy(await source(), services))
  // Not before there is a copy: at no time is the text nowhere.
  if (await areStoredDraftsLeft(traces, services)) onDraftLeft?.()
  return copy
}

async function fileCopy(source: Buffer, services: MailServices): Promise<SentCopy> {
  const { mailbox, filed } = await fileMessage('sent', { source, flags: ['\\Seen'] }, services)
  return { filedIn: mailbox, filed }
}

async function findCopy(messageId: string, services: MailServices): Promise<SentCopy | undefined> {
  const mailbox = await findSpecialMailbox('sent', services)
  if (mailbox === undefined) return undefined
  const filed = await findMessage(mailbox, messageId, services)
  return filed === undefined ? undefined : { filedIn: mailbox, filed }
}

/** A message by its Message-ID, which no other one has (RFC 5322 3.6.4). Throws MailFault. */
export async function findMessage(
  mailbox: MailboxName,
  messageId: string,
  { account, signal }: Pick<ActionContext, 'account' | 'signal'>,
): Promise<MessageName | undefined> {
  const search = { text: messageId, fields: ['message-id'], filter: 'all' } as const
  const found = await account.matchingUids(mailbox, { search, flags: undefined }, { signal })
  const uid = /^\d+/.exec(found.set)?.[0]
  return uid === undefined
    ? undefined
    : { mailbox, uidValidity: found.uidValidity, uid: Number(uid) }
}

/** The traces of a message as the composer posts it. */
export function tracesOf(
  {
    mode,
    source,
    origin,
    unansweredSaves,
  }: Pick<SendInput, 'mode' | 'source' | 'origin' | 'unansweredSaves'>,
  context: Pick<ActionContext, 'views' | 'signal'>,
): SentTraces {
  const traces = { storedDraft: undefined, unansweredSaves, origin }
  if (mode !== 'draft' || source === undefined) return traces
  const { uidValidity } = uidOptions(source, context)
  return { ...traces, storedDraft: { ...source, uidValidity } }
}

const ORIGIN_FLAGS = {
  reply: '\\Answered',
  'reply-all': '\\Answered',
  forward: '$Forwarded',
} as const

/** Marks the message that was answered or forwarded. Throws MailFault. */
async function markOrigin(
  { origin }: Pick<SentTraces, 'origin'>,
  { account, signal }: MailServices,
): Promise<void> {
  if (origin === undefined) return
  const { mailbox, uid, mode, uidValidity } = origin
  const change = { add: [ORIGIN_FLAGS[mode]], remove: [] }
  await account.setFlags(mailbox, [uid], change, { uidValidity, signal })
}

/**
 * Does `removeStoredDrafts` after an act that has succeeded. True when what was to go stays, because the drafts
 * mailbox lets nobody delete; what an outage leaves behind is not that.
 */
export async function areStoredDraftsLeft(
  traces: Pick<SentTraces, 'storedDraft' | 'unansweredSaves'>,
  services: MailServices,
): Promise<boolean> {
  try {
    await removeStoredDrafts(traces, services)
    return false
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    return error.code === 'mailbox_refused'
  }
}

/**
 * Removes former versions of a draft: the one it came from, and what saves without an answer have left. Only ever removes
 * from the drafts mailbox, whatever the form says. Throws MailFault.
 */
async function removeStoredDrafts(
  { storedDraft, unansweredSaves }: Pick<SentTraces, 'storedDraft' | 'unansweredSaves'>,
  services: MailServices,
): Promise<void> {
  if (storedDraft === undefined && unansweredSaves.length === 0) return
  const drafts = await findSpecialMailbox('drafts', services)
  if (drafts === undefined) return
  const remove = async (one: SentTraces['storedDraft']) => {
    if (one?.mailbox !== drafts) return
    const { uid, uidValidity } = one
    await services.account.remove(drafts, [uid], { uidValidity, signal: services.signal })
  }
  await remove(storedDraft)
  for (const saveId of unansweredSaves) await remove(await findSaved(drafts, saveId, services))
}

/** What these saves of a draft have stored; nothing of one that stored none. Throws MailFault. */
export async function savedDrafts(
  saves: readonly string[],
  services: MailServices,
): Promise<readonly MessageName[]> {
  const drafts = await findSpecialMailbox('drafts', services)
  if (drafts === undefined) return []
  const found: MessageName[] = []
  for (const saveId of saves) {
    const saved = await findSaved(drafts, saveId, services)
    if (saved !== undefined) found.push(saved)
  }
  return found
}

function findSaved(
  drafts: MailboxName,
  saveId: string,
  services: MailServices,
): Promise<MessageName | undefined> {
  return findMessage(drafts, savedMessageIdStart(saveId), services)
}

/** How the Message-ID of a draft begins that was stored by this save. */
export function savedMessageIdStart(saveId: string): string {
  return `<${saveId}.`
}

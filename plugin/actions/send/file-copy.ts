import {
  isMessageMissing,
  MailFault,
  type MailFaultCode,
  type MailboxName,
  type MessageName,
  type MessageStamp,
} from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'
import { afterAction } from '../result/after-action.ts'
import type { SentCopy } from '../sent/send-log.ts'
import { findMessage } from '../folder/find-message.ts'
import { fileMessage, findSpecialMailbox } from '../folder/special-mailbox.ts'
import type { SentTraces } from '../sent/unfiled-copies.ts'
import { type NamedMessage, uidOptions } from '../input/named-messages.ts'
import type { SendInput } from '../compose/send-input.ts'

/** The drafts mailbox lets no one delete, or the mail server failed before it had. */
export type DraftLeft = 'refused' | 'unavailable'

type MailServices = Pick<MailContext, 'account' | 'signal'>

interface FilingRequest {
  readonly stamp: MessageStamp
  /** An earlier try may have filed it. */
  readonly mayBeThere: boolean
  /** Files the copy, with its blind copies, which only the sender may see. Called when there is none yet. */
  readonly file: () => Promise<SentCopy>
  readonly traces: SentTraces
  /** The draft that was sent stays, because its mailbox lets no one delete. */
  readonly onDraftLeft?: () => void
}

/**
 * Files the sender's copy of a message, once, and does what else is left of a message that was sent.
 * Throws MailFault when there is no copy.
 */
export async function fileSentMessage(
  { stamp, mayBeThere, file, traces, onDraftLeft }: FilingRequest,
  services: MailServices,
): Promise<SentCopy> {
  await afterAction(() => markOrigin(traces, services))
  const found = mayBeThere ? await findCopy(stamp.messageId, services) : undefined
  const copy = found ?? (await file())
  // Not before there is a copy: at no time is the text nowhere.
  const left = await removeStoredDrafts(traces, services)
  // Anyone who requests the copy again has the draft removed as well; left there it might be sent a second time.
  if (left === 'unavailable') throw new MailFault(left, 'What was stored of it is not removed yet')
  if (left === 'refused') onDraftLeft?.()
  return copy
}

/** Uploads the copy. Throws MailFault. */
export async function fileCopy(source: Buffer, services: MailServices): Promise<SentCopy> {
  const { mailbox, filed } = await fileMessage('sent', { source, flags: ['\\Seen'] }, services)
  return { filedIn: mailbox, filed }
}

async function findCopy(messageId: string, services: MailServices): Promise<SentCopy | undefined> {
  const mailbox = await findSpecialMailbox('sent', services)
  if (mailbox === undefined) return undefined
  const filed = await findMessage(mailbox, messageId, services)
  return filed === undefined ? undefined : { filedIn: mailbox, filed }
}

/** The stored draft that a save or a send takes the place of. */
export function replacedDraft({
  mode,
  source,
  isSeparate,
}: Pick<SendInput, 'mode' | 'source' | 'isSeparate'>): NamedMessage | undefined {
  return mode === 'draft' && !isSeparate ? source : undefined
}

/** The traces of a message as the composer posts it. */
export function tracesOf(
  input: Pick<SendInput, 'mode' | 'source' | 'isSeparate' | 'origin' | 'unansweredSaves'>,
  context: Pick<MailContext, 'views' | 'signal'>,
): SentTraces {
  const { origin, unansweredSaves } = input
  const draft = replacedDraft(input)
  if (draft === undefined) return { storedDraft: undefined, unansweredSaves, origin }
  const { uidValidity } = uidOptions(draft, context)
  return { storedDraft: { ...draft, uidValidity }, unansweredSaves, origin }
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
 * Removes former versions of a draft after an action that has succeeded: the one it came from, and what saves without an
 * answer have left. Only ever removes from the drafts mailbox, whatever the form says. Answers why something stays.
 */
export async function removeStoredDrafts(
  traces: Pick<SentTraces, 'storedDraft' | 'unansweredSaves'>,
  services: MailServices,
): Promise<DraftLeft | undefined> {
  try {
    await removeEach(traces, services)
    return undefined
  } catch (error) {
    if (!(error instanceof MailFault)) throw error
    if (isMessageMissing(error)) return undefined
    return outages.has(error.code) ? 'unavailable' : 'refused'
  }
}

const outages: ReadonlySet<MailFaultCode> = new Set([
  'unavailable',
  'closed',
  'timed_out',
  'limit_reached',
  'busy',
])

/** Throws MailFault. */
async function removeEach(
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

/** How the Message-ID of a draft starts that was stored by this save. */
export function savedMessageIdStart(saveId: string): string {
  return `<${saveId}.`
}

import {
  encodeModifiedUtf7,
  mailboxName,
  type Account,
  type MailboxState,
} from '../../../proxy/mail/index.ts'
import {
  writeGetunread,
  writeNothingNew,
  type CountedFolder,
} from '../../wire/roundcube/learned/quiet-answers.ts'
import type { HotRequest } from '../request/hot-request.ts'
import type { LearnedSession } from './learned-answers.ts'
import { passedOn, type Answer } from '../request/answer.ts'
import { readResultSet } from './result-set.ts'
import type { SessionView, ShownSearch } from '../session/roundcube-session.ts'

/** What counts are answered from. */
export interface CountsContext {
  readonly account: Account
  readonly view: SessionView
  readonly learned: LearnedSession | undefined
  readonly signal: AbortSignal
}

/** Answers `getunread` while every count is as the session was told before. */
export async function answerGetunread(
  request: Extract<HotRequest, { action: 'getunread' }>,
  { account, view, learned, signal }: CountsContext,
): Promise<Answer> {
  if (learned?.folders === undefined) return passedOn('not_learned')
  // Roundcube goes there in its session, and tells the page with the next refresh.
  if (request.page !== undefined && request.page !== view.page) return passedOn('not_understood')
  const { names, trash } = learned.folders
  const counts = await account.counts({ signal })
  const folders = foldersOf(names, counts)
  // Made, removed or subscribed elsewhere: the page does not show it yet, and Roundcube may.
  if (folders?.length !== counts.length) return passedOn('news')
  const isTold = folders.every(({ name, state }) => view.unseen[name] === state.unseen)
  if (!isTold) return passedOn('news')
  const body = writeGetunread(request, { folders, shown: view.mailbox, trash })
  return { kind: 'answered', body }
}

/** Folders that a refresh looks at: the one on show and INBOX, or all (Roundcube's check_all_folders). */
export type RefreshScope = 'shown' | 'all'

/**
 * Answers `refresh` and `check-recent` while nothing is new to the session: in the folder on show, or searched, not even a
 * flag, in INBOX, or all others, no message and no count.
 */
export async function answerRefresh(
  request: Extract<HotRequest, { action: 'refresh' | 'check-recent' }>,
  scope: RefreshScope,
  { account, view, learned, signal }: CountsContext,
): Promise<Answer> {
  const { mailbox, hasRows } = request
  if (learned?.folders === undefined) return passedOn('not_learned')
  const { names, trash } = learned.folders
  // Its count shows of an answer that Roundcube has looked at all folders.
  if (!names.includes(trash)) return passedOn('not_understood')
  if (mailbox !== view.mailbox || request.search !== view.search?.id)
    return passedOn('not_understood')
  const results = view.search === undefined ? undefined : shownResults(view.search, request)
  if (results === 'unsure') return passedOn('not_understood')
  const isWide = scope === 'all'
  const isOfInbox = mailbox === 'INBOX' && !isWide
  const counts = isOfInbox
    ? [await stateOfInbox(account, signal)]
    : await account.counts({ signal })
  const folders = foldersOf(isWide ? names : [...new Set([mailbox, 'INBOX'])], counts)
  if (folders?.every((folder) => isKnown(folder, view)) !== true) return passedOn('news')
  const { messages, highestModseq: modseq } =
    folders.find(({ name }) => name === mailbox)?.state ?? {}
  if (messages === undefined || messages > 0 !== hasRows) return passedOn('news')
  // Without mod-sequences (RFC 7162) a change of flags does not show.
  const isSameFlags = modseq !== undefined && view.listModseq === String(modseq)
  if (messages > 0 && !isSameFlags) return passedOn('news')
  return { kind: 'answered', body: writeNothingNew({ ...request, results }, folders, trash) }
}

/** The search whose results a page shows; `unsure` for none, several folders, threads, and a search that was not finished. */
function shownResults(
  { id, text, value }: ShownSearch,
  { mailbox, hasRows }: { readonly mailbox: string; readonly hasRows: boolean },
): { readonly id: string; readonly text: string } | 'unsure' {
  const isOfFolder = readResultSet(value)?.mailbox === mailbox
  return isOfFolder && hasRows && text !== undefined ? { id, text } : 'unsure'
}

async function stateOfInbox(account: Account, signal: AbortSignal): Promise<SeenState> {
  const mailbox = mailboxName('INBOX', undefined)
  const request = { mailbox, page: 1, pageSize: 1, sort: undefined, search: undefined }
  const { state, lastUid } = await account.page(request, { signal })
  return { ...state, lastUid }
}

/** The folders by these names; undefined when one is not there. */
function foldersOf(
  names: readonly string[],
  counts: readonly SeenState[],
): readonly CountedFolderState[] | undefined {
  const states = new Map(counts.map((state) => [encodeModifiedUtf7(state.path), state]))
  const folders = names.flatMap((name) => {
    const state = states.get(name)
    return state === undefined ? [] : [{ name, state }]
  })
  return folders.length === names.length ? folders : undefined
}

/** A mailbox as counts tell it, or a list. */
type SeenState = MailboxState & {
  /** undefined: only the next UID is known, and the last message may be gone. */
  readonly lastUid?: number
}

interface CountedFolderState extends CountedFolder {
  readonly state: SeenState
}

/** True when the session has seen all messages of a folder, and their count of unread ones. */
function isKnown({ name, state }: CountedFolderState, { folders, unseen }: SessionView): boolean {
  return (
    hasSeenAll(state, folders[name], state.lastUid ?? state.uidNext - 1) &&
    unseen[name] === state.unseen
  )
}

/** True when no message has come or gone since a session has looked. */
export function hasSeenAll(
  { messages }: Pick<MailboxState, 'messages'>,
  seen: SessionView['folders'][string] | undefined,
  lastUid: number,
): boolean {
  return seen?.cnt === messages && (messages === 0 || seen.maxuid === lastUid)
}

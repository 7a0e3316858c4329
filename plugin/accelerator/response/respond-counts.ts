import {
  decodeModifiedUtf7,
  encodeModifiedUtf7,
  mailboxName,
  type Account,
  type MailboxState,
  type MessageRow,
} from '../../../proxy/mail/index.ts'
import {
  writeGetunread,
  writeRefresh,
  type CountedFolder,
} from '../../wire/roundcube/learned/quiet-responses.ts'
import type { HotRequest } from '../request/hot-request.ts'
import { isNumber } from './plain-row.ts'
import type { ResponseForms } from './response-forms.ts'
import { passedOn, type Response } from '../request/response.ts'
import { readResultSet } from './result-set.ts'
import type { SessionView, ShownSearch } from '../session/roundcube-session.ts'
import type { ReportedCounts } from '../session/view-state.ts'

/** What counts are answered from. */
export interface CountsContext {
  readonly account: Account
  readonly view: SessionView
  readonly forms: ResponseForms
  readonly signal: AbortSignal
  /** Makes the session know what it was told; false when the session has ended. */
  readonly rememberCounts: (reported: ReportedCounts) => Promise<boolean>
}

/** Answers `getunread`. */
export async function respondGetunread(
  request: Extract<HotRequest, { action: 'getunread' }>,
  { account, view, forms, signal }: CountsContext,
): Promise<CountsResponse> {
  if (forms.folders === undefined) return passedOn('not_learned')
  // Roundcube goes there in its session, and notifies the page with the next refresh.
  if (request.page !== undefined && request.page !== view.page) return passedOn('not_understood')
  const { names, trash } = forms.folders
  const counted = await account.counts({ signal })
  const folders = foldersOf(names, counted)
  // Made, removed or subscribed elsewhere: the page does not show it yet, and Roundcube may.
  if (folders?.length !== counted.length) return passedOn('news')
  const { mailbox: shown, unseen: before } = view
  // Roundcube counts a folder that is not on show again only where its settings say so, and reports the old count else.
  const isOfOldCounts = ({ name, state }: CountedFolderState) =>
    name !== shown && (before[name] ?? state.unseen) !== state.unseen
  if (folders.some(isOfOldCounts)) return passedOn('news')
  const body = writeGetunread(request, { folders, shown, trash, reported: before })
  return { kind: 'answered', body, reported: reportedCounts(folders, view) }
}

/** A response, with what the session has to know once it is given. */
export type CountsResponse =
  | Extract<Response, { kind: 'passed-on' }>
  | {
      readonly kind: 'answered'
      readonly body: string
      /** undefined: it knows all of it. */
      readonly reported: ReportedCounts | undefined
    }

/** Folders that a refresh looks at: the one on show and INBOX, or all (Roundcube's check_all_folders). */
export type RefreshScope = 'shown' | 'all'

/**
 * Answers `refresh` and `check-recent` while no message has come or gone: not in the folder on show, or searched, and in
 * INBOX, or all others. Flags of messages on show and counts of unread ones are told, and the session made to know them.
 */
export async function respondRefresh(
  request: RefreshRequest,
  scope: RefreshScope,
  context: CountsContext,
): Promise<CountsResponse> {
  const { view, forms } = context
  const { mailbox, uids } = request
  if (forms.folders === undefined) return passedOn('not_learned')
  const { names, trash } = forms.folders
  if (mailbox !== view.mailbox || request.search !== view.search?.id)
    return passedOn('not_understood')
  const results = view.search === undefined ? undefined : shownResults(view.search, request)
  if (results === 'unsure') return passedOn('not_understood')
  // INBOX is not looked at from the results of a search in another folder.
  const narrow = results === undefined ? [mailbox, 'INBOX'] : [mailbox]
  const wanted = scope === 'all' ? names : [...new Set(narrow)]
  const shown = await shownState(request, context)
  const others = wanted.length === 1 ? [] : await context.account.counts({ signal: context.signal })
  const folders = foldersOf(wanted, [...others.filter(isNot(shown.state)), shown.state])
  if (folders?.every((folder) => hasSeen(folder, view)) !== true) return passedOn('news')
  const { messages } = shown.state
  const hasRows = results === undefined ? messages > 0 : results.hasRows
  if (hasRows !== uids.length > 0) return passedOn('news')
  const flags = !hasRows ? undefined : flagsSince(view.listModseq, shown)
  if (flags === 'unsure') return passedOn('news')
  // Of results Roundcube was not seen to tell what has changed.
  const isQuiet =
    (flags?.changed.size ?? 0) === 0 &&
    folders.every(({ name, state }) => isReported(name, state, view))
  if (results !== undefined && !isQuiet) return passedOn('news')
  return {
    kind: 'answered',
    body: writeRefresh({ ...request, results, flags: flags?.changed }, folders, {
      trash,
      reported: view.unseen,
    }),
    reported: reportedCounts(folders, view, flags?.listModseq),
  }
}

type RefreshRequest = Extract<HotRequest, { action: 'refresh' | 'check-recent' }>

/** The folder on show, with the messages that the page shows of it. */
interface ShownFolder {
  readonly state: SeenState
  readonly rows: readonly MessageRow[]
  readonly isWhole: boolean
}

async function shownState(
  { mailbox, uids }: RefreshRequest,
  { account, view, signal }: CountsContext,
): Promise<ShownFolder> {
  const name = mailboxName(decodeModifiedUtf7(mailbox), undefined)
  const of = { mailbox: name, page: 1, sort: undefined, search: undefined }
  const first = await account.page({ ...of, pageSize: 1 }, { signal })
  const state = { ...first.state, lastUid: first.lastUid }
  if (uids.length === 0 || view.listModseq === String(state.highestModseq))
    return { state, rows: [], isWhole: true }
  const shown = await account.page({ ...of, pageSize: uids.length, only: uids }, { signal })
  return {
    state: { ...shown.state, lastUid: shown.lastUid },
    rows: shown.rows,
    isWhole: shown.total === uids.length,
  }
}

function isNot({ path }: SeenState) {
  return (other: SeenState): boolean => other.path !== path
}

/** What changed since the page was made; `unsure` without mod-sequences (RFC 7162), and where a message is missing. */
function flagsSince(
  seen: string | undefined,
  { state: { highestModseq }, rows, isWhole }: ShownFolder,
):
  | 'unsure'
  | { readonly changed: ReadonlyMap<number, readonly string[]>; readonly listModseq: string } {
  if (highestModseq === undefined || seen === undefined || !/^\d+$/.test(seen)) return 'unsure'
  if (!isWhole || BigInt(seen) > highestModseq) return 'unsure'
  if (rows.some(({ modseq }) => modseq === undefined)) return 'unsure'
  const changed = rows.filter(({ modseq }) => modseq !== undefined && modseq > BigInt(seen))
  if (changed.some(({ flags }) => flags.some(isNumber))) return 'unsure'
  const byUid = changed.map(
    ({ summary, flags }) => [summary.uid, flags.filter((flag) => flag !== '\\Recent')] as const,
  )
  return { changed: new Map(byUid), listModseq: String(highestModseq) }
}

function isReported(name: string, { unseen }: SeenState, view: SessionView): boolean {
  return view.unseen[name] === unseen
}

/** What the session does not know yet of counts, and of flags. */
function reportedCounts(
  folders: readonly CountedFolderState[],
  view: SessionView,
  listModseq = view.listModseq,
): ReportedCounts | undefined {
  const changes = folders.filter(({ name, state }) => !isReported(name, state, view))
  if (changes.length === 0 && listModseq === view.listModseq) return undefined
  const unseen = Object.fromEntries(changes.map(({ name, state }) => [name, state.unseen]))
  return { unseen, listModseq }
}

/**
 * What the session has last seen of each folder that has changed since, beside the one on show and INBOX: Roundcube sees
 * it with a refresh of all folders alone. undefined: where a response itself shows which folders were looked at.
 */
export async function unseenFolders(
  mailbox: string,
  { account, view, forms, signal }: CountsContext,
): Promise<ReadonlyMap<string, SeenFolder | undefined> | undefined> {
  const { names, trash } = forms.folders ?? { names: [], trash: '' }
  // The number of its messages is told whenever it is looked at.
  if (names.includes(trash)) return undefined
  const folders = foldersOf(names, await account.counts({ signal })) ?? []
  const unseen = folders.filter(
    (folder) => folder.name !== mailbox && folder.name !== 'INBOX' && !hasSeen(folder, view),
  )
  return new Map(unseen.map(({ name }) => [name, view.folders[name]]))
}

/** What a session has seen of a folder. */
type SeenFolder = SessionView['folders'][string]

/** The search whose results a page shows; `unsure` for several folders, threads, and a search that was not finished. */
function shownResults(
  { id, text, value }: ShownSearch,
  { mailbox }: RefreshRequest,
): { readonly id: string; readonly text: string; readonly hasRows: boolean } | 'unsure' {
  const set = readResultSet(value)
  if (set?.mailbox !== mailbox || text === undefined) return 'unsure'
  return { id, text, hasRows: set.uids.length > 0 }
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
  /** undefined: only the next UID is known, and the last message may be missing. */
  readonly lastUid?: number
}

interface CountedFolderState extends CountedFolder {
  readonly state: SeenState
}

/** True when the session has seen all messages of a folder. */
function hasSeen({ name, state }: CountedFolderState, { folders }: SessionView): boolean {
  return hasSeenAll(state, folders[name], state.lastUid ?? state.uidNext - 1)
}

/** True when no message has come or gone since a session has looked. */
export function hasSeenAll(
  { messages }: Pick<MailboxState, 'messages'>,
  seen: SessionView['folders'][string] | undefined,
  lastUid: number,
): boolean {
  return seen?.cnt === messages && (messages === 0 || seen.maxuid === lastUid)
}

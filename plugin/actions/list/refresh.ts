import type { MailboxState, MessageRow, UidRange } from '../../../proxy/mail/index.ts'
import type { Action, ActionContext, ShownView } from '../contract/action.ts'
import { heldState, stateToken, type HeldState } from '../result/mailbox.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { listShownPage, pageRequest, type ListInput } from './list.ts'
import type { ListResult, RefreshResult } from '../result/result.ts'

/** What a page knows already, to be told what is new. */
export interface RefreshInput {
  /** What is shown; undefined when only counts are wanted. */
  readonly list: ListInput | undefined
  /** The rows shown. */
  readonly uids: readonly number[] | undefined
  /** Token of the last list; empty for a client that keeps none. */
  readonly state: string
  readonly isCounting: boolean
  /** What the person has ticked, on the page or beyond it. */
  readonly ticked: readonly UidRange[]
}

/** mail/refresh: what changed in the mailbox on show, and counts of it and INBOX. */
export const refresh: Action<RefreshInput> = refreshAction('refresh')

/** mail/check-recent: as refresh, with counts of every subscribed mailbox. */
export const checkRecent: Action<RefreshInput> = refreshAction('check-recent')

function refreshAction(name: 'refresh' | 'check-recent'): Action<RefreshInput> {
  return {
    method: 'POST',
    async run(input, context) {
      if (input.list === undefined) return countsOnly(name, input.isCounting, context)
      // Looked up first: asking for the page notes a new view.
      const view = context.views.get(input.list.mailbox)
      const list = await listShownPage(pageRequest(input.list, context), context, input.list)
      const { mailbox, page, special } = list
      const isWide = name === 'check-recent' || mailbox !== 'INBOX'
      const counts = input.isCounting ? await countsWith(page.state, isWide, context) : [page.state]
      const state = stateToken(page.state)
      const told = { kind: 'refresh', action: name, counts, special, mailbox, state } as const
      const gone = await goneOf(input.ticked, list, context)
      // Last, as what is taken is told nobody else.
      const notices = context.account.takeNotices()
      return { ...told, ...news(input, list, view), gone, notices }
    },
  }
}

/** Of what is ticked, what is not in the mailbox any more. In another UIDVALIDITY nothing of it means anything. */
async function goneOf(
  ticked: readonly UidRange[],
  { mailbox, page }: ListResult,
  { account, signal }: ActionContext,
): Promise<readonly UidRange[]> {
  if (ticked.length === 0) return []
  return account.missingUids(mailbox, ticked, { signal, uidValidity: page.state.uidValidity })
}

async function countsOnly(
  action: 'refresh' | 'check-recent',
  isCounting: boolean,
  { account, signal }: ActionContext,
): Promise<RefreshResult> {
  const nothing = {
    kind: 'refresh',
    action,
    mailbox: undefined,
    state: undefined,
    list: undefined,
    changed: [],
    gone: [],
  } as const
  if (!isCounting) {
    return { ...nothing, counts: [], special: {}, notices: account.takeNotices() }
  }
  const [counts, mailboxes] = await Promise.all([
    account.counts({ signal }),
    account.mailboxes({ signal }),
  ])
  const { special } = mailboxListingOf(mailboxes)
  return { ...nothing, counts, special, notices: account.takeNotices() }
}

/** INBOX on show has told its own counts already; any other mailbox costs one round trip for all counts. */
async function countsWith(
  shown: MailboxState,
  isWide: boolean,
  { account, signal }: ActionContext,
): Promise<readonly MailboxState[]> {
  if (!isWide) return [shown]
  const counts = await account.counts({ signal })
  const isCounted = counts.some(({ path }) => path === shown.path)
  // The list and its count are one answer: they must not contradict each other.
  const agreed = counts.map((state) => (state.path === shown.path ? shown : state))
  return isCounted ? agreed : [...agreed, shown]
}

/**
 * The whole list when messages came or went, on the page shown or on another, else the rows whose flags
 * changed since the client's last answer. A thread counts its unread answers, so there flags are not all.
 */
function news(
  { state, uids, list: asked }: RefreshInput,
  list: ListResult,
  view: ShownView | undefined,
): { readonly list: ListResult | undefined; readonly changed: readonly MessageRow[] } {
  const { page } = list
  if (page.state.highestModseq !== undefined && state === stateToken(page.state)) {
    return { list: undefined, changed: [] }
  }
  const held = heldList(state, list, view)
  const isSameList =
    held === undefined || (held.uidValidity === page.state.uidValidity && held.total === page.total)
  const isShown = uids !== undefined && isSameSet(uids, page.rows)
  if (!isShown || !isSameList || asked?.isThreaded === true) return { list, changed: [] }
  return { list: undefined, changed: changedSince(held?.highestModseq, page.rows) }
}

/** What the client holds, by its own word or by what its session was last shown. */
function heldList(
  token: string,
  { search }: ListResult,
  view: ShownView | undefined,
): (HeldState & { readonly total: number | undefined }) | undefined {
  const told = heldState(token)
  if (told === undefined) return view && { ...view, highestModseq: view.modseq }
  // The token counts the mailbox and not what matched a search.
  return { ...told, total: search === undefined ? told.messages : undefined }
}

function isSameSet(uids: readonly number[], rows: readonly MessageRow[]): boolean {
  const shown = new Set(uids)
  return shown.size === rows.length && rows.every((row) => shown.has(row.summary.uid))
}

/** Without a known start, or from a server without CONDSTORE, every row is told: more than needed, never less. */
function changedSince(
  modseq: bigint | undefined,
  rows: readonly MessageRow[],
): readonly MessageRow[] {
  if (modseq === undefined) return rows
  return rows.filter((row) => row.modseq === undefined || row.modseq > modseq)
}

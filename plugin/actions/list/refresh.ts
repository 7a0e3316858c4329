import { z } from 'zod'
import type { MailboxState, MessageRow, UidRange } from '../../../proxy/mail/index.ts'
import type { MailContext, ShownView } from '../contract/contexts.ts'
import { defineAction } from '../contract/contract.ts'
import { oneLine, uidInput } from '../contract/input.ts'
import { listInput, type ListInput } from '../contract/list-input.ts'
import { list as listOutput, mailboxCount, uid } from '../contract/output.ts'
import { heldState, stateToken, type HeldState } from '../result/mailbox.ts'
import { mailboxListingOf } from '../../settings/folder-choices.ts'
import { listShownPage, pageRequest } from './list.ts'
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
  /** What the user has selected, on the page or beyond it. */
  readonly selected: readonly UidRange[]
}

const MAX_STATE_CHARS = 128
/** Rows of a page are far fewer. */
const MAX_UIDS = 5_000
/** More of them than anyone selects manually. */
const MAX_RANGES = 5_000

const input = z
  .strictObject({
    list: listInput.describe('What is on show; left out when only counts are wanted').optional(),
    uids: z.array(uidInput).max(MAX_UIDS).describe('The rows on show').optional(),
    state: oneLine(MAX_STATE_CHARS).describe('As of the last list').default(''),
    isCounting: z.boolean().describe('Counts of other mailboxes are wanted'),
    selected: z
      .array(z.tuple([uidInput, uidInput]))
      .max(MAX_RANGES)
      .refine(isAscending)
      .describe('Ranges of UIDs, ascending: what of them is gone is told')
      .default([]),
  })
  .transform(({ list, uids, ...rest }): RefreshInput => ({ list, uids, ...rest }))

/** Each UID is looked up once at most. */
function isAscending(ranges: readonly UidRange[]): boolean {
  return ranges.every(
    ([first, last], index) => first <= last && first > (ranges[index - 1]?.[1] ?? 0),
  )
}

const output = z.strictObject({
  kind: z.literal('refresh'),
  counts: z.array(mailboxCount),
  state: z
    .string()
    .nullable()
    .describe(
      'State this is about; null for counts only. In another one than asked about, other pages may differ',
    ),
  list: listOutput
    .nullable()
    .describe('null when the same messages are shown; then changed tells new flags'),
  changed: z.array(z.strictObject({ uid, flags: z.array(z.string()) })),
  gone: z
    .string()
    .describe('Of what is selected, what is not in the mailbox any more: a sequence set'),
  notices: z
    .array(z.string())
    .describe('What the mail server wants its user to read, in its words: plain text, told once'),
})

export const refresh = defineAction({
  name: 'refresh',
  method: 'POST',
  about: 'what changed in the mailbox on show, with counts of it and of INBOX',
  context: 'mail',
  input,
  output,
  run: (requested, context) => whatChanged('refresh', requested, context),
})

export const checkRecent = defineAction({
  name: 'check-recent',
  method: 'POST',
  about: 'as `refresh`, with counts of every subscribed mailbox',
  context: 'mail',
  input,
  output,
  run: (requested, context) => whatChanged('check-recent', requested, context),
})

async function whatChanged(
  name: 'refresh' | 'check-recent',
  requested: RefreshInput,
  context: MailContext,
): Promise<RefreshResult> {
  if (requested.list === undefined) return countsOnly(name, requested.isCounting, context)
  // Looked up first: requesting the page notes a new view.
  const view = context.views.get(requested.list.mailbox)
  const list = await listShownPage(pageRequest(requested.list, context), context, requested.list)
  const { mailbox, page, special } = list
  const isWide = name === 'check-recent' || mailbox !== 'INBOX'
  const counts = requested.isCounting ? await countsWith(page.state, isWide, context) : [page.state]
  const state = stateToken(page.state)
  const token = { kind: 'refresh', action: name, counts, special, mailbox, state } as const
  const gone = await deletedOf(requested.selected, list, context)
  // Last, as what is taken is told no one else.
  const notices = context.account.takeNotices()
  return { ...token, ...changes(requested, list, view), gone, notices }
}

/** Of what is selected, what is not in the mailbox any more. In another UIDVALIDITY nothing of it means anything. */
async function deletedOf(
  selected: readonly UidRange[],
  { mailbox, page }: ListResult,
  { account, signal }: MailContext,
): Promise<readonly UidRange[]> {
  if (selected.length === 0) return []
  return account.missingUids(mailbox, selected, { signal, uidValidity: page.state.uidValidity })
}

async function countsOnly(
  action: 'refresh' | 'check-recent',
  isCounting: boolean,
  { account, signal }: MailContext,
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
  { account, signal }: MailContext,
): Promise<readonly MailboxState[]> {
  if (!isWide) return [shown]
  const counts = await account.counts({ signal })
  const isCounted = counts.some(({ path }) => path === shown.path)
  // The list and its count are one response: they must not contradict each other.
  const agreed = counts.map((state) => (state.path === shown.path ? shown : state))
  return isCounted ? agreed : [...agreed, shown]
}

/**
 * The whole list when messages came or went, on the page shown or on another, else the rows whose flags
 * changed since the client's last response. A thread counts its unread answers, so there flags are not all.
 */
function changes(
  { state, uids, list: requested }: RefreshInput,
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
  if (!isShown || !isSameList || requested?.isThreaded === true) return { list, changed: [] }
  return { list: undefined, changed: changedSince(held?.highestModseq, page.rows) }
}

/** What the client holds, by its own word or by what its session was last shown. */
function heldList(
  token: string,
  { search }: ListResult,
  view: ShownView | undefined,
): (HeldState & { readonly total: number | undefined }) | undefined {
  const clientState = heldState(token)
  if (clientState === undefined) return view && { ...view, highestModseq: view.modseq }
  // The token counts the mailbox and not what matched a search.
  return { ...clientState, total: search === undefined ? clientState.messages : undefined }
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

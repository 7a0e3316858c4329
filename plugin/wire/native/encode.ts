import type { ActionResult } from '../../actions/index.ts'
import { summaryOutput, threadOutput } from '../../actions/contract/row.ts'
import { stateToken } from '../../actions/result/mailbox.ts'
import type {
  DoneResult,
  FileResult,
  ListResult,
  RefreshResult,
  SearchResult,
} from '../../actions/result/result.ts'
import type {
  MailboxState,
  MessagePage,
  MessageRow,
  Summary,
  UidRange,
} from '../../../proxy/mail/index.ts'
import type { EncodedResponse } from '../encoded-response.ts'
import { NATIVE_TYPE, NATIVE_VERSION } from './media-type.ts'
import type { NativeCount, NativeDone } from './types.ts'

/** The results that are told in JSON; frames and streams are sent as what they are. */
export type NativeResult = Exclude<ActionResult, FileResult>

/** A result as our own page reads it (plugin/wire/native/types.ts, plugin/docs/native.schema.json). */
export function renderNative(result: NativeResult): EncodedResponse {
  const body = `{"version":${NATIVE_VERSION},${bodyOf(result).slice(1)}`
  return { status: 200, type: NATIVE_TYPE, body }
}

function bodyOf(result: NativeResult): string {
  if (result.kind === 'list') return listText(result)
  if (result.kind === 'refresh') return refreshText(result)
  if (result.kind === 'done') return doneText(result)
  if (result.kind === 'search') return searchText(result)
  if (result.kind === 'unread') {
    return JSON.stringify({ kind: 'unread', counts: result.counts.map(nativeCount) })
  }
  return JSON.stringify(result)
}

/** Lists are written manually, from row texts kept per summary: they are the responses asked for all the time. */
function listText(list: ListResult): string {
  const { page, mailbox, pageSize } = list
  const cached = listTexts.get(page)
  if (cached?.mailbox === mailbox && cached.pageSize === pageSize) return cached.text
  const text = writeList(list)
  listTexts.set(page, { mailbox, pageSize, text })
  return text
}

/** A page is the same object for as long as nothing of its mailbox changes: so is its text. */
const listTexts = new WeakMap<
  MessagePage,
  Pick<ListResult, 'mailbox' | 'pageSize'> & { readonly text: string }
>()

function writeList({ page, mailbox, pageSize }: ListResult): string {
  const { state } = page
  const rows = page.rows.map(nativeRowText).join(',')
  return `{"kind":"list","mailbox":${JSON.stringify(mailbox)},"uidValidity":"${state.uidValidity}","state":"${stateToken(state)}","messages":${state.messages},"unseen":${state.unseen},"total":${page.total},"page":${page.page},"pageSize":${pageSize},"pageCount":${page.pageCount},"rows":[${rows}]}`
}

function refreshText({ counts, state, list, changed, gone, notices }: RefreshResult): string {
  const flags = changed.map((row) => ({ uid: row.summary.uid, flags: row.flags }))
  return `{"kind":"refresh","counts":${JSON.stringify(counts.map(nativeCount))},"state":${JSON.stringify(state ?? null)},"list":${optionalList(list)},"changed":${JSON.stringify(flags)},"gone":"${gone.map(setOf).join(',')}","notices":${JSON.stringify(notices)}}`
}

function searchText({ searchId, list }: SearchResult): string {
  return `{"kind":"search","searchId":${JSON.stringify(searchId)},"list":${listText(list)}}`
}

function setOf([first, last]: UidRange): string {
  return first === last ? `${first}` : `${first}:${last}`
}

function doneText(result: DoneResult): string {
  const { action, mailbox, uids, counts, target, uidMap, targetUidValidity, list } = result
  const head: Omit<NativeDone, 'list'> = {
    kind: 'done',
    action,
    mailbox,
    uids,
    counts: counts.map(nativeCount),
    target: target ?? null,
    uidMap: [...(uidMap ?? [])],
    targetUidValidity: targetUidValidity?.toString() ?? null,
  }
  return `${JSON.stringify(head).slice(0, -1)},"list":${optionalList(list)}}`
}

function optionalList(list: ListResult | undefined): string {
  return list === undefined ? 'null' : listText(list)
}

function nativeCount({ path, messages, unseen }: MailboxState): NativeCount {
  return { mailbox: path, messages, unseen }
}

/** A row as it is in JSON. What never changes is written once per summary; only flags are rewritten. */
function nativeRowText(row: MessageRow): string {
  const fixed = fixedTexts.get(row.summary) ?? writeFixed(row.summary)
  const thread =
    row.thread === undefined ? '' : `,"thread":${JSON.stringify(threadOutput(row.thread))}`
  return `${fixed}${JSON.stringify(row.flags)}${thread}}`
}

const fixedTexts = new WeakMap<Summary, string>()

function writeFixed(summary: Summary): string {
  const text = `${JSON.stringify(summaryOutput(summary)).slice(0, -1)},"flags":`
  fixedTexts.set(summary, text)
  return text
}

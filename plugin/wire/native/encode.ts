import type {
  Address,
  Mailbox,
  MailboxState,
  MessageName,
  MessagePage,
  MessageRow,
  Summary,
  ThreadPlace,
  UidRange,
} from '../../../proxy/mail/index.ts'
import type {
  ActionResult,
  ComposeResult,
  DoneResult,
  FoldersResult,
  FrameResult,
  ListResult,
  ListedPart,
  MessageResult,
  OfferedPart,
  RefreshResult,
  SentResult,
  StreamResult,
} from '../../actions/result/result.ts'
import type { ContactActionResult } from '../../actions/result/contacts.ts'
import { nativeContactResult } from './encode-contact.ts'
import { stateToken } from '../../actions/result/mailbox.ts'
import {
  NATIVE_TYPE,
  type NativeAddress,
  type NativeBody,
  type NativeCompose,
  type NativeCount,
  type NativeDone,
  type NativeFolders,
  type NativeListedPart,
  type NativeMailbox,
  type NativeMessage,
  type NativeMessageName,
  type NativePart,
  type NativeResponse,
  type NativeRow,
  type NativeSent,
  type NativeThread,
} from './types.ts'
import type { EncodedResponse } from '../encoded-response.ts'

/** The results that are told in JSON; frames and streams are sent as what they are. */
export type NativeResult = OfNativeKind<Exclude<ActionResult, FrameResult | StreamResult>>

/** Does not compile for a kind that the schema lacks. */
type OfNativeKind<Result extends { readonly kind: NativeResponse['kind'] }> = Result

/** A result as our own page reads it (plugin/wire/native/types.ts, plugin/docs/native.schema.json). */
export function renderNative(result: NativeResult): EncodedResponse {
  return { status: 200, type: NATIVE_TYPE, body: `{"version":1,${bodyOf(result).slice(1)}` }
}

function bodyOf(result: NativeResult): string {
  switch (result.kind) {
    case 'list':
      return listText(result)
    case 'refresh':
      return refreshText(result)
    case 'done':
      return doneText(result)
    case 'search':
      return `{"kind":"search","searchId":${JSON.stringify(result.searchId)},"list":${listText(result.list)}}`
    case 'unread':
    case 'folders':
    case 'folder-size':
    case 'uids':
    case 'previews':
    case 'recipients':
    case 'message':
    case 'compose':
    case 'sent':
    case 'saved-drafts':
    case 'receipt':
    case 'settings':
    case 'templates':
    case 'sessions':
    case 'password-changed':
    case 'second-factor-invitation':
    case 'second-factor-on':
    case 'second-factor-off':
    case 'passkeys':
    case 'passkey-question':
    case 'keep-alive':
      return JSON.stringify(valueOf(result))
    case 'contacts':
    case 'collected':
    case 'contact':
    case 'contact-conflict':
    case 'contacts-changed':
    case 'contact-doubles':
    case 'completions':
    case 'directory':
    case 'contact-import':
    case 'contact-photo':
      return JSON.stringify(nativeContactResult(result))
  }
}

/** Lists are written by hand, from row texts kept per summary: they are the answers asked for all the time. */
function listText(list: ListResult): string {
  const { page, mailbox, pageSize } = list
  const known = listTexts.get(page)
  if (known?.mailbox === mailbox && known.pageSize === pageSize) return known.text
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

type PlainResult = Exclude<
  NativeResult,
  ContactActionResult | { kind: 'list' | 'refresh' | 'done' | 'search' }
>

function valueOf(result: PlainResult): NativeBody<PlainResult['kind']> {
  switch (result.kind) {
    case 'unread':
      return { kind: 'unread', counts: result.counts.map(nativeCount) }
    case 'folders':
      return nativeFolders(result)
    case 'folder-size':
    case 'previews':
      return result
    case 'uids':
      return { ...result, uidValidity: result.uidValidity.toString() }
    case 'recipients':
      return { kind: 'recipients', addresses: nativeAddresses(result.addresses) }
    case 'message':
      return nativeMessage(result)
    case 'compose':
      return nativeCompose(result)
    case 'sent':
      return nativeSent(result)
    case 'saved-drafts':
      return { kind: 'saved-drafts', drafts: result.drafts.map(nativeName) }
    case 'settings':
      return {
        ...result,
        passwordMinLength: result.passwordMinLength ?? null,
        hasSecondFactor: result.hasSecondFactor ?? null,
      }
    case 'templates':
    case 'sessions':
    case 'password-changed':
    case 'second-factor-invitation':
    case 'second-factor-off':
    case 'passkey-question':
    case 'receipt':
      return result
    case 'passkeys':
      return { ...result, passkeys: [...result.passkeys] }
    case 'second-factor-on':
      return { ...result, recoveryCodes: [...result.recoveryCodes] }
    case 'keep-alive':
      return { kind: 'keep-alive' }
  }
}

function nativeCount({ path, messages, unseen }: MailboxState): NativeCount {
  return { mailbox: path, messages, unseen }
}

function nativeFolders({ path, mailboxes, counts, quota }: FoldersResult): NativeFolders {
  const states = new Map(counts.map((state) => [state.path, state]))
  return {
    kind: 'folders',
    path: path ?? null,
    quota: quota === undefined ? null : { used: quota.usedBytes, limit: quota.limitBytes },
    mailboxes: mailboxes.map((mailbox) => nativeMailbox(mailbox, states.get(mailbox.path))),
  }
}

function nativeMailbox(mailbox: Mailbox, state: MailboxState | undefined): NativeMailbox {
  return {
    path: mailbox.path,
    name: mailbox.name,
    delimiter: mailbox.delimiter ?? null,
    specialUse: mailbox.specialUse ?? null,
    isUseChosen: mailbox.isUseChosen === true,
    isSubscribed: mailbox.isSubscribed,
    isSelectable: mailbox.isSelectable,
    messages: state?.messages ?? null,
    unseen: state?.unseen ?? null,
  }
}

function nativeMessage(result: MessageResult): NativeMessage {
  const { isTextMissing, html, ...told } = result
  return {
    ...told,
    html: html === undefined ? null : { ...html, base: html.base ?? null },
    uidValidity: result.uidValidity.toString(),
    row: nativeRow(result.row),
    replyTo: nativeAddresses(result.replyTo),
    bcc: nativeAddresses(result.bcc),
    receipt: result.receipt ? { ...result.receipt, to: nativeAddresses(result.receipt.to) } : null,
    ...(isTextMissing ? { isTextMissing } : {}),
    attachments: result.attachments.map(nativeListedPart),
  }
}

function nativeCompose(result: ComposeResult): NativeCompose {
  const { source, draftOf } = result
  return {
    ...result,
    to: nativeAddresses(result.to),
    cc: nativeAddresses(result.cc),
    bcc: nativeAddresses(result.bcc),
    html: result.html ?? null,
    inReplyTo: result.inReplyTo ?? null,
    source: source === undefined ? null : nativeName(source),
    composeId: result.composeId ?? null,
    typed: result.typed ?? null,
    draftOf: draftOf === undefined ? null : { mode: draftOf.mode, ...nativeName(draftOf) },
    isCut: result.isCut,
    original: result.original ?? null,
    identity: result.identity ?? null,
    attachments: result.attachments.map(nativePart),
  }
}

function nativeSent(result: SentResult): NativeSent {
  const { filedIn, filed, copyRefusal, draftLeft } = result
  return {
    ...result,
    copyRefusal: copyRefusal ?? null,
    draftLeft: draftLeft ?? null,
    filedIn: filedIn ?? null,
    filed: filed === undefined ? null : nativeName(filed),
  }
}

function nativeName({ mailbox, uidValidity, uid }: MessageName): NativeMessageName {
  return { mailbox, uidValidity: uidValidity.toString(), uid }
}

function nativeListedPart({ imageNames, ...part }: ListedPart): NativeListedPart {
  return {
    ...nativePart(part),
    ...(imageNames === undefined ? {} : { imageNames: [...imageNames] }),
  }
}

function nativePart({ id, type, filename, size }: OfferedPart): NativePart {
  return { id, type, filename, size }
}

/** A row as it stands in JSON. What never changes is written once per summary; only flags are written anew. */
function nativeRowText(row: MessageRow): string {
  const fixed = fixedTexts.get(row.summary) ?? writeFixed(row.summary)
  const thread = row.thread === undefined ? '' : `,"thread":${JSON.stringify(threadOf(row.thread))}`
  return `${fixed}${JSON.stringify(row.flags)}${thread}}`
}

/** A row as a value, for the answers that are not lists. */
function nativeRow({ summary, flags, thread }: MessageRow): NativeRow {
  const place = thread === undefined ? {} : { thread: threadOf(thread) }
  return { ...fixedFields(summary), flags, ...place }
}

function threadOf({ depth, parentUid, hasChildren, unreadChildren }: ThreadPlace): NativeThread {
  return { depth, parentUid: parentUid ?? null, hasChildren, unreadChildren }
}

/** Addresses with nothing but what the wire names. */
function nativeAddresses(people: readonly Address[]): readonly NativeAddress[] {
  return people.map(({ name, address }) => ({ name, address }))
}

const fixedTexts = new WeakMap<Summary, string>()

function writeFixed(summary: Summary): string {
  const text = `${JSON.stringify(fixedFields(summary)).slice(0, -1)},"flags":`
  fixedTexts.set(summary, text)
  return text
}

function fixedFields(summary: Summary): Omit<NativeRow, 'flags' | 'thread'> {
  return {
    uid: summary.uid,
    subject: summary.subject,
    from: nativeAddresses(summary.from),
    to: nativeAddresses(summary.to),
    cc: nativeAddresses(summary.cc),
    date: summary.date,
    size: summary.size,
    hasAttachment: summary.hasAttachment,
    contentType: summary.contentType,
    priority: summary.priority ?? null,
    ...(summary.isIncomplete === true ? { isIncomplete: true } : {}),
  }
}

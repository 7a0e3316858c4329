import type {
  NativeResponse,
  NativeCompose,
  NativeAddress,
  NativeCompletions,
  NativeDirectory,
  NativeDone,
  NativeFolders,
  NativeFolderSize,
  NativeMailbox,
  NativeList,
  NativeMessage,
  NativeMessageName,
  NativePreviews,
  NativeRefresh,
  NativeSent,
  NativeSettings,
  NativeUids,
} from '../../wire/native/types.ts'
import type { HttpClient, Fields, UploadWatch } from './http/http-client.ts'
import { messageKey, uidFields, type MailboxName } from './message-name.ts'
import { unreadable } from './http/problem.ts'
import { readerFields } from './http/reader.ts'
import { isNarrowed, queryFields, type ListQuery } from './query.ts'
import { uidSetText, type UidSet } from './uid-set.ts'

export type MarkFlag = 'read' | 'unread' | 'flagged' | 'unflagged'
/** `send-unasked`: as the owner has it for all messages. */
export type ReceiptAnswer = 'send' | 'send-unasked' | 'ignore'
/** A use that a folder can be made for. */
export type CreatableUse = Exclude<NonNullable<NativeMailbox['specialUse']>, 'inbox'>
export type ComposeMode = Exclude<NativeCompose['mode'], 'new'>

/** What the page has on show when it asks what changed. */
export interface Shown {
  readonly query: ListQuery
  readonly page: number
  readonly uids: readonly number[]
  readonly state: string
}

/** Which UIDs of a list are meant. */
export interface WhichUids {
  /** Those this mark would change. */
  readonly flag?: MarkFlag
  /** Those from one message to another, in the order of the list. */
  readonly ends?: readonly [one: number, other: number] | undefined
  readonly uidValidity?: string
}

/** The text of a message, or the beginning of it. */
export type MessageText = Pick<NativeMessage, 'text' | 'isTruncated'>

export type SettingsAct = 'save-settings' | 'save-identity' | 'delete-identity'

/** The server's verbs. Every one throws Problem. */
export interface Api {
  folders(signal: AbortSignal): Promise<NativeFolders>
  createFolder(parent: string | null, name: string, signal: AbortSignal): Promise<NativeFolders>
  /** Where there is one already, nothing is made. */
  createSpecialFolder(use: CreatableUse, signal: AbortSignal): Promise<NativeFolders>
  /** `none` takes the owner's choice back. */
  useFolder(path: string, use: CreatableUse | 'none', signal: AbortSignal): Promise<NativeFolders>
  /** What it and all below it hold. */
  folderSize(path: string, signal: AbortSignal): Promise<NativeFolderSize>
  renameFolder(
    path: string,
    parent: string | null,
    name: string,
    signal: AbortSignal,
  ): Promise<NativeFolders>
  deleteFolder(path: string, isForGood: boolean, signal: AbortSignal): Promise<NativeFolders>
  subscribeFolder(path: string, isSubscribed: boolean, signal: AbortSignal): Promise<NativeFolders>
  list(query: ListQuery, page: number, signal: AbortSignal): Promise<NativeList>
  /** Every message of a list as it is now, or those that `which` names. */
  uids(query: ListQuery, which: WhichUids, signal: AbortSignal): Promise<NativeUids>
  recipients(signal: AbortSignal): Promise<readonly NativeAddress[]>
  /** People and groups for what is typed in a field of addresses. */
  completeAddress(typed: string, signal: AbortSignal): Promise<NativeCompletions>
  /** People of the company's directory: few and soon for an address that is being typed, else all that may be shown. */
  directory(typed: string, completes: boolean, signal: AbortSignal): Promise<NativeDirectory>
  /** `ticked` is a set of UIDs of the mailbox on show: the answer says which of them are gone. */
  refresh(shown: Shown | undefined, ticked: UidSet, signal: AbortSignal): Promise<NativeRefresh>
  /** A message as far as it can be told without rendering its HTML. */
  message(name: NativeMessageName, signal: AbortSignal): Promise<NativeMessage>
  /** The same for one that nobody asked for yet: refused while others wait for the mail server. */
  messageAhead(name: NativeMessageName, signal: AbortSignal): Promise<NativeMessage>
  /** First words of messages: refused while others wait for the mail server. */
  previews(
    mailbox: MailboxName,
    uids: readonly number[],
    signal: AbortSignal,
  ): Promise<NativePreviews>
  /** Its text, made from the HTML where there is no other. */
  messageText(name: NativeMessageName, signal: AbortSignal): Promise<MessageText>
  /** The bytes of a part. */
  part(name: NativeMessageName, part: string, signal: AbortSignal): Promise<Blob>
  mark(
    mailbox: MailboxName,
    uids: readonly number[],
    flag: MarkFlag,
    signal: AbortSignal,
  ): Promise<NativeDone>
  /** Sends the receipt that a message asks for, or says to all programs that none is sent. True once it is sent. */
  answerReceipt(
    name: NativeMessageName,
    answer: ReceiptAnswer,
    signal: AbortSignal,
  ): Promise<boolean>
  move(
    mailbox: MailboxName,
    uids: readonly number[],
    target: string,
    signal: AbortSignal,
  ): Promise<NativeDone>
  /** Refused where it would be for good and that is not said. */
  remove(
    mailbox: MailboxName,
    uids: readonly number[],
    isForGood: boolean,
    signal: AbortSignal,
  ): Promise<NativeDone>
  /** With the folders below it, and with its UIDVALIDITY when the page has the mailbox on show. */
  purge(mailbox: string, uidValidity: string | undefined, signal: AbortSignal): Promise<NativeDone>
  compose(mode: ComposeMode, name: NativeMessageName, signal: AbortSignal): Promise<NativeCompose>
  /** A forward that holds these messages as files. */
  attach(mailbox: MailboxName, uids: readonly number[], signal: AbortSignal): Promise<NativeCompose>
  send(form: FormData, watch: UploadWatch): Promise<NativeSent>
  /** What saves have stored that were not answered. */
  savedDrafts(saves: readonly string[], signal: AbortSignal): Promise<readonly NativeMessageName[]>
  settings(signal: AbortSignal): Promise<NativeSettings>
  /** Nothing was saved where the answer names conflicts. */
  changeSettings(act: SettingsAct, body: Fields, signal: AbortSignal): Promise<NativeSettings>
  /** Resolves when the mail server answers as well. */
  readonly keepAlive: (signal: AbortSignal) => Promise<void>
}

/** Gives the client's responses their types. `charsets`: what the person says messages are written in, by messageKey. */
export function createApi(
  http: HttpClient,
  charsets: { get(key: string): string | undefined },
): Api {
  const oneMessage = (name: NativeMessageName): Fields => ({
    ...uidFields(name, [name.uid]),
    _charset: charsets.get(messageKey(name)),
  })
  const ask = (query: ListQuery, action: string, fields: Fields, signal: AbortSignal) =>
    isNarrowed(query) ? http.search(action, fields, signal) : http.get(action, fields, signal)

  return {
    async folders(signal) {
      return expect(await http.get('folders', {}, signal), 'folders')
    },
    async createFolder(parent, name, signal) {
      const body = { _parent: parent ?? undefined, _name: name }
      return expect(await http.post('create-folder', body, signal), 'folders')
    },
    async createSpecialFolder(use, signal) {
      return expect(await http.post('create-special-folder', { _use: use }, signal), 'folders')
    },
    async useFolder(path, use, signal) {
      return expect(await http.post('use-folder', { _mbox: path, _use: use }, signal), 'folders')
    },
    async folderSize(path, signal) {
      return expect(await http.get('folder-size', { _mbox: path }, signal), 'folder-size')
    },
    async renameFolder(path, parent, name, signal) {
      const body = { _mbox: path, _parent: parent ?? undefined, _name: name }
      return expect(await http.post('rename-folder', body, signal), 'folders')
    },
    async deleteFolder(path, isForGood, signal) {
      const body = { _mbox: path, _forever: isForGood ? 1 : undefined }
      return expect(await http.post('delete-folder', body, signal), 'folders')
    },
    async subscribeFolder(path, isSubscribed, signal) {
      const body = { _mbox: path, _subscribed: isSubscribed ? 1 : 0 }
      return expect(await http.post('subscribe-folder', body, signal), 'folders')
    },
    async uids(query, { flag, ends, uidValidity }, signal) {
      const which = { _flag: flag, _ends: ends?.join(','), _uidvalidity: uidValidity }
      return expect(await ask(query, 'uids', { ...queryFields(query), ...which }, signal), 'uids')
    },
    async recipients(signal) {
      return expect(await http.get('recipients', {}, signal), 'recipients').addresses
    },
    async completeAddress(typed, signal) {
      const answer = await http.get('complete-address', { _search: typed }, signal)
      return expect(answer, 'completions')
    },
    async directory(typed, completes, signal) {
      const fields = { _search: typed, _completes: completes ? 1 : 0 }
      return expect(await http.get('directory', fields, signal), 'directory')
    },
    async list(query, page, signal) {
      const answer = await ask(query, 'list', { ...queryFields(query), _page: page }, signal)
      return answer.kind === 'search' ? answer.list : expect(answer, 'list')
    },
    async refresh(shown, ticked, signal) {
      const body = shown === undefined ? {} : { ...shownFields(shown), ...tickedFields(ticked) }
      return expect(await http.post('check-recent', { ...body, _folderlist: 1 }, signal), 'refresh')
    },
    async message(name, signal) {
      const fields = { ...oneMessage(name), _unrendered: 1 }
      return expect(await http.get('show', fields, signal), 'message')
    },
    async previews(mailbox, uids, signal) {
      return expect(await http.get('previews', uidFields(mailbox, uids), signal), 'previews')
        .previews
    },
    async messageAhead(name, signal) {
      const fields = { ...oneMessage(name), _unrendered: 1, _ahead: 1 }
      return expect(await http.get('show', fields, signal), 'message')
    },
    async messageText(name, signal) {
      return expect(await http.get('show', oneMessage(name), signal), 'message')
    },
    part: (name, part, signal) =>
      http.bytes('get', { ...uidFields(name, [name.uid]), _part: part }, signal),
    async mark(mailbox, uids, flag, signal) {
      const body = { ...uidFields(mailbox, uids), _flag: flag }
      return expect(await http.post('mark', body, signal), 'done')
    },
    async answerReceipt(name, answer, signal) {
      const body = { ...uidFields(name, [name.uid]), _answer: answer }
      return expect(await http.post('receipt', body, signal), 'receipt').isSent
    },
    async move(mailbox, uids, target, signal) {
      const body = { ...uidFields(mailbox, uids), _target_mbox: target }
      return expect(await http.post('move', body, signal), 'done')
    },
    async remove(mailbox, uids, isForGood, signal) {
      const body = { ...uidFields(mailbox, uids), _forever: isForGood ? 1 : undefined }
      return expect(await http.post('delete', body, signal), 'done')
    },
    async purge(mailbox, uidValidity, signal) {
      const body = { _mbox: mailbox, _uidvalidity: uidValidity, _folders: 1 }
      return expect(await http.post('purge', body, signal), 'done')
    },
    async compose(mode, name, signal) {
      const fields = { _mode: mode, ...readerFields(), ...oneMessage(name) }
      return expect(await http.get('compose', fields, signal), 'compose')
    },
    async savedDrafts(saves, signal) {
      const answer = await http.get('saved-drafts', { _unanswered_saves: saves.join(',') }, signal)
      return expect(answer, 'saved-drafts').drafts
    },
    async attach(mailbox, uids, signal) {
      const fields = { _mode: 'attach', ...uidFields(mailbox, uids) }
      return expect(await http.get('compose', fields, signal), 'compose')
    },
    async send(form, watch) {
      return expect(await http.upload('send', form, watch), 'sent')
    },
    async settings(signal) {
      return expect(await http.get('settings', {}, signal), 'settings')
    },
    async changeSettings(act, body, signal) {
      return expect(await http.post(act, body, signal), 'settings')
    },
    async keepAlive(signal) {
      expect(await http.get('keep-alive', { _mail: 1 }, signal), 'keep-alive')
    },
  }
}

function shownFields({
  query,
  page,
  uids,
  state,
}: Shown): Record<string, string | number | undefined> {
  return { ...queryFields(query), _page: page, _uids: uids.join(','), _state: state, _list: 1 }
}

/** More ranges than the server looks through are not told: what is gone of them shows when they are acted on. */
const maxRanges = 5_000

function tickedFields(ticked: UidSet): Record<string, string | undefined> {
  const isTold = ticked.size > 0 && ticked.ranges.length <= maxRanges
  return { _ticked: isTold ? uidSetText(ticked) : undefined }
}

type Answer<Kind extends NativeResponse['kind']> = Extract<NativeResponse, { readonly kind: Kind }>

/** The answer as one of a kind. Throws Problem for another one. */
export function expect<Kind extends NativeResponse['kind']>(
  answer: NativeResponse,
  kind: Kind,
): Answer<Kind> {
  if (isKind(answer, kind)) return answer
  throw unreadable(200, answer.kind)
}

function isKind<Kind extends NativeResponse['kind']>(
  answer: NativeResponse,
  kind: Kind,
): answer is Answer<Kind> {
  return answer.kind === kind
}

import type { NativeMessageName, NativeRow } from '../wire/native-types.ts'
import type { Acts, Target } from './state/acts.ts'
import type { Bulk } from './state/bulk.ts'
import type { Composer } from './state/composer.ts'
import type { Dialogs } from './state/dialogs.ts'
import { isFlagged, isSeen } from './state/flags.ts'
import type { ListPreference } from './state/list-preference.ts'
import type { MessageList } from './state/list.ts'
import type { Mailboxes } from './state/mailboxes.ts'
import type { Navigation } from './state/navigation.ts'
import type { Reader } from './state/reader.ts'
import type { Selection } from './state/selection.ts'
import type { SpecialFolders } from './state/special-folders.ts'
import type { ComposeMode } from './wire/api.ts'
import { isSameMailbox } from './wire/message-name.ts'
import { isNarrowed, wholeMailbox } from './wire/query.ts'

/** What a person can do, from a key, a button or a row alike. Without a target the selected or the open messages are meant. */
export interface Commands {
  target(): Target
  openMailbox(path: string): void
  openRow(index: number, row: NativeRow): void
  openCursor(): void
  step(by: number, options?: { readonly extend?: boolean }): void
  compose(mode: ComposeMode): void
  archive(target?: Target): void
  junk(target?: Target): void
  remove(target?: Target): void
  move(folder: string, target?: Target): void
  toggleSeen(target?: Target): void
  toggleFlag(target?: Target): void
  toggleTick(): void
  /** Conversations or single messages; the choice is remembered. */
  readonly toggleThreads: () => void
  /** Asks, then empties the trash or the junk folder. */
  readonly empty: (path: string) => void
  escape(): void
  /** A message has been put on the screen: it counts as read. */
  readShown(name: NativeMessageName): void
}

interface CommandsOptions {
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly listPreference: ListPreference
  readonly selection: Selection
  readonly reader: Reader
  readonly acts: Acts
  readonly bulk: Bulk
  readonly composer: Composer
  readonly navigation: Navigation
  readonly dialogs: Dialogs
  readonly specialFolders: SpecialFolders
  readonly empty: Commands['empty']
}

/** Builds the commands on the parts of the application. */
export function createCommands(options: CommandsOptions): Commands {
  const { mailboxes, list, listPreference, selection, reader, acts, bulk } = options
  const { composer, navigation, dialogs, specialFolders } = options

  function target(): Target {
    const name = list.name.value
    const ticked = [...selection.ticked.value].map((uid) => list.row(uid)).filter(isPresent)
    if (ticked.length > 0) return { ...name, rows: ticked }
    const open = reader.reading.value
    if (open.kind === 'message') {
      return { ...open.name, rows: [list.rowOf(open.name) ?? open.message.row] }
    }
    const row = list.rows.value.get(selection.cursor.value)
    return { ...name, rows: row === undefined ? [] : [row] }
  }

  function takeAway(target: Target, act: () => void): void {
    const { rows } = target
    if (rows.length === 0) return
    const hadFocusInList = navigation.pane.value === 'list' || !navigation.isNarrow.value
    const open = reader.reading.value
    const losesOpen =
      open.kind !== 'nothing' &&
      isSameMailbox(open.name, target) &&
      rows.some((row) => row.uid === open.name.uid)
    if (losesOpen) reader.close()
    act()
    selection.clear()
    if (losesOpen && navigation.isNarrow.value) navigation.back()
    else if (losesOpen) openCursor()
    if (hadFocusInList) selection.requestFocus()
  }

  /** True when the command was about the whole list: then it is done in bulk. */
  function takesWhole(chosen: Target | undefined, act: () => void, leaves = true): boolean {
    if (chosen !== undefined || !selection.isWhole.value) return false
    if (leaves) reader.close()
    act()
    selection.clear()
    selection.requestFocus()
    return true
  }

  function openCursor(): void {
    const index = selection.cursor.value
    const row = list.rows.value.get(index)
    if (row !== undefined) openRow(index, row)
  }

  function openRow(index: number, row: NativeRow): void {
    selection.moveTo(index)
    reader.open({ ...list.name.value, uid: row.uid })
    navigation.go('message')
  }

  function openMailbox(path: string): void {
    if (mailboxes.find(path)?.isSelectable === false) return
    reader.close()
    list.open(wholeMailbox(path, list.query.value.isThreaded))
    navigation.go('list')
  }

  function move(folder: string, given: Target | undefined): void {
    const chosen = given ?? target()
    if (folder === chosen.mailbox) return
    if (takesWhole(given, () => bulk.move(list.query.value, folder))) return
    takeAway(chosen, () => acts.move(chosen, folder))
  }

  return {
    target,
    openMailbox,
    openRow,
    openCursor,
    step(by, extension) {
      selection.step(by, extension)
      const row = list.rows.value.get(selection.cursor.value)
      if (row === undefined || navigation.isNarrow.value || extension?.extend === true) return
      reader.openSoon({ ...list.name.value, uid: row.uid })
    },
    compose(mode) {
      const { mailbox, uidValidity, rows } = target()
      const [row] = rows
      if (row !== undefined) composer.start(mode, { mailbox, uidValidity, uid: row.uid })
    },
    archive(given) {
      if (given === undefined && target().rows.length === 0) return
      specialFolders.need('archive', (path) => move(path, given))
    },
    junk(given) {
      if (given === undefined && target().rows.length === 0) return
      specialFolders.need('junk', (path) => move(path, given))
    },
    remove(given) {
      const chosen = given ?? target()
      const isWhole = given === undefined && selection.isWhole.value
      const count = isWhole ? list.total.value : chosen.rows.length
      if (count === 0) return
      specialFolders.confirmDelete(chosen.mailbox, count, (isForGood) => {
        if (takesWhole(given, () => bulk.remove(list.query.value, isForGood))) return
        takeAway(chosen, () => acts.remove(chosen, isForGood))
      })
    },
    move(folder, given) {
      dialogs.close()
      move(folder, given)
    },
    toggleSeen(given) {
      const chosen = given ?? target()
      if (chosen.rows.length === 0) return
      const flag = chosen.rows.some((row) => !isSeen(row.flags)) ? 'read' : 'unread'
      if (takesWhole(given, () => bulk.mark(list.query.value, flag), false)) return
      acts.mark(chosen, flag)
    },
    toggleFlag(given) {
      const chosen = given ?? target()
      if (chosen.rows.length === 0) return
      const flag = chosen.rows.every((row) => isFlagged(row.flags)) ? 'unflagged' : 'flagged'
      if (takesWhole(given, () => bulk.mark(list.query.value, flag), false)) return
      acts.mark(chosen, flag)
    },
    toggleTick() {
      const index = selection.cursor.value
      const row = list.rows.value.get(index)
      if (row !== undefined) selection.toggle(row, index)
    },
    empty: options.empty,
    toggleThreads() {
      const query = list.query.value
      const isThreaded = !query.isThreaded
      listPreference.keep(isThreaded)
      list.open({ ...query, isThreaded })
    },
    escape() {
      if (navigation.isNarrow.value && navigation.pane.value !== 'list') navigation.back()
      else if (navigation.pane.value === 'folders') navigation.go('list')
      else if (selection.ticked.value.size > 0) selection.clear()
      else if (isNarrowed(list.query.value))
        list.open({ ...list.query.value, search: '', scope: 'usual', filter: 'ALL' })
      selection.requestFocus()
    },
    readShown(name) {
      const row = list.rowOf(name)
      if (row !== undefined && !isSeen(row.flags)) acts.mark({ ...name, rows: [row] }, 'read')
    },
  }
}

function isPresent<Value>(value: Value | undefined): value is Value {
  return value !== undefined
}

import type { NativeMessage, NativeMessageName, NativeRow } from '../../wire/native/types.ts'
import type { MessageActions } from '../state/action/message-actions.ts'
import type { Bulk } from '../state/action/bulk.ts'
import type { LazyComposer } from '../state/composer/lazy-composer.ts'
import type { Dialogs } from '../state/notice/dialogs.ts'
import { flagEdit, isFlagged, isSeen, oppositeFlag } from '../state/action/flags.ts'
import type { ListPreference } from '../state/settings/list-preference.ts'
import type { MessageList } from '../state/list/list.ts'
import type { Mailboxes } from '../state/folder/mailboxes.ts'
import type { Navigation } from '../state/message/navigation.ts'
import type { Reader } from '../state/message/reader.ts'
import type { Selection } from '../state/list/selection.ts'
import type { SpecialFolders } from '../state/folder/special.ts'
import { chosenTarget, isAmong, oneMessage, type MessageTarget } from '../state/message/target.ts'
import type { UndoLastAction } from '../state/notice/notices.ts'
import type { ComposeMode, MarkFlag } from '../wire/inputs.ts'
import { isNarrowed, wholeMailbox } from '../wire/query.ts'
import { uidsOf } from '../wire/uid-set.ts'

/**
 * What a user can do, from a key, a button or a row alike. Without a target the selected messages or the
 * open one are meant; with neither nothing happens.
 */
export interface Commands {
  openMailbox(path: string): void
  openRow(index: number, row: NativeRow): void
  openCursor(): void
  step(by: number, options?: { readonly extend?: boolean }): void
  compose(mode: ComposeMode): void
  archive(target?: MessageTarget): void
  /** To the junk folder, and from there back to INBOX. */
  junk(target?: MessageTarget): void
  remove(target?: MessageTarget): void
  /** Lets the user pick the folder; the messages are those that are chosen now. */
  pickFolder(target?: MessageTarget): void
  move(folder: string, target: MessageTarget): void
  toggleSeen(target?: MessageTarget): void
  toggleFlag(target?: MessageTarget): void
  toggleSelected(): void
  /** Conversations or single messages; the choice is remembered. */
  readonly toggleThreads: () => void
  escape(): void
  /** Prints the open message; without one nothing happens. */
  print(): void
  /** The user has read a message that is on the screen. */
  markRead(name: NativeMessageName): void
}

interface CommandsOptions {
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly listPreference: ListPreference
  readonly selection: Selection
  readonly reader: Reader
  readonly actions: MessageActions
  readonly bulk: Bulk
  readonly composer: Pick<LazyComposer, 'start'>
  readonly navigation: Navigation
  readonly dialogs: Dialogs
  readonly specialFolders: SpecialFolders
  /** Messages of one request; more are done in steps. */
  readonly stepSize: number
  /** Whether the next message is shown in the place of one that was moved away. */
  readonly showsNext: () => boolean
  readonly undo: UndoLastAction
  readonly print: (message: NativeMessage) => void
}

/** Builds the commands on the parts of the application. */
export function createCommands(options: CommandsOptions): Commands {
  const { mailboxes, list, listPreference, selection, reader, actions, bulk } = options
  const { composer, navigation, dialogs, specialFolders, undo, stepSize } = options

  /** Runs the action on what was given or chosen; in bulk when that is more than one request can name. */
  function action(
    given: MessageTarget | undefined,
    one: (target: MessageTarget) => void,
    many = one,
  ): void {
    const target = given ?? chosenTarget(options)
    const isMany = target.uids.size > stepSize
    if (target.uids.size === 0 || (isMany && bulk.progress.value !== undefined)) return
    if (isMany) many(target)
    else one(target)
  }

  /** Takes messages off the page; when the open one is among them, the next one that stays is shown. */
  function takeAway(target: MessageTarget, run: () => void): void {
    const hadFocusInList = navigation.pane.value === 'list' || !navigation.isNarrow.value
    const cursor = list.rows.value.get(selection.cursor.value)
    const losesCursor =
      cursor !== undefined && isAmong(target, { ...list.name.value, uid: cursor.uid })
    const open = reader.opened.value
    const losesOpen = open !== undefined && isAmong(target, open)
    const next = losesOpen && options.showsNext() ? neighbourOf(open, target) : undefined
    if (losesOpen) reader.close()
    run()
    selection.untick(target.uids)
    if (next !== undefined && !navigation.isNarrow.value) {
      selection.moveTo(list.positionOf.value.get(next.uid) ?? 0)
      reader.show(next)
    }
    // A row that was acted on by pointer, far from the cursor, does not move the list.
    if (hadFocusInList && (losesOpen || losesCursor)) selection.requestFocus()
  }

  /** The nearest message that stays: below, else above. */
  function neighbourOf(
    open: NativeMessageName,
    target: MessageTarget,
  ): NativeMessageName | undefined {
    const rows = list.rows.value
    const position = list.rowOf(open) && list.positionOf.value.get(open.uid)
    if (position === undefined) return undefined
    for (const by of [1, -1]) {
      let index = position
      for (let row = rows.get(index); row !== undefined; row = rows.get((index += by))) {
        const name = { ...list.name.value, uid: row.uid }
        if (!isAmong(target, name)) return name
      }
    }
    return undefined
  }

  function toggle(given: MessageTarget | undefined, flag: MarkFlag, back: MarkFlag): void {
    const inSteps = (target: MessageTarget) => bulk.toggle(target, flag)
    action(
      given,
      (target) => {
        const open = reader.opened.value
        if (flag === 'read' && open !== undefined && isAmong(target, open)) reader.leaveMark()
        const { rows, uids } = target
        const isOn = rows.every((row) =>
          flag === 'read' ? isSeen(row.flags) : isFlagged(row.flags),
        )
        if (rows.length < uids.size) inSteps(target)
        else mark(target, isOn ? back : flag)
      },
      inSteps,
    )
  }

  function openCursor(): void {
    const index = selection.cursor.value
    const row = list.rows.value.get(index)
    if (row !== undefined) openRow(index, row)
  }

  function openRow(index: number, row: NativeRow): void {
    selection.moveTo(index)
    reader.open({ ...list.name.value, uid: row.uid })
    navigation.hideFolders()
  }

  function openMailbox(path: string): void {
    if (mailboxes.find(path)?.isSelectable === false) return
    reader.close()
    list.open(wholeMailbox(path, list.query.value.isThreaded))
    navigation.showList()
  }

  function mark(target: MessageTarget, flag: MarkFlag): void {
    actions.mark(target, flag)
    const [row, other] = target.rows
    // Of several the notice offers the way back; one shows its mark itself.
    if (row === undefined || other !== undefined) return
    const marked = { ...row, flags: flagEdit(flag)(row.flags) }
    undo.remember(() => actions.mark(oneMessage(target, marked), oppositeFlag(flag)))
  }

  function move(folder: string, target: MessageTarget): void {
    if (folder === target.mailbox) return
    action(
      target,
      () => takeAway(target, () => actions.move(target, folder)),
      () => takeAway(target, () => bulk.move(target, folder)),
    )
  }

  /** Moves to a special folder, which may have to be made first: the messages are those chosen now. */
  function moveTo(use: 'archive' | 'junk', given: MessageTarget | undefined): void {
    const target = given ?? chosenTarget(options)
    if (target.uids.size > 0) specialFolders.need(use, (path) => move(path, target))
  }

  function remove(target: MessageTarget): void {
    specialFolders.confirmDelete(target.mailbox, target.uids.size, (isPermanent) =>
      action(
        target,
        () => takeAway(target, () => actions.remove(target, isPermanent)),
        () => takeAway(target, () => bulk.remove(target, isPermanent)),
      ),
    )
  }

  return {
    openMailbox,
    openRow,
    openCursor,
    step(by, extension) {
      selection.step(by, extension)
      const row = list.rows.value.get(selection.cursor.value)
      if (row === undefined || navigation.isNarrow.value || extension?.extend === true) return
      reader.showSoon({ ...list.name.value, uid: row.uid })
    },
    compose(mode) {
      const { mailbox, uidValidity, uids } = chosenTarget(options)
      // One message is answered at a time, and no guess is made which of several.
      if (uids.size !== 1) return
      for (const uid of uidsOf(uids)) composer.start(mode, { mailbox, uidValidity, uid })
    },
    archive: (given) => moveTo('archive', given),
    junk(given) {
      const target = given ?? chosenTarget(options)
      const inbox = mailboxes.special('inbox')
      const isJunk = mailboxes.special('junk')?.path === target.mailbox
      if (isJunk && inbox !== undefined && target.uids.size > 0) move(inbox.path, target)
      else moveTo('junk', target)
    },
    remove: (given) => action(given, remove),
    pickFolder(given) {
      action(given, dialogs.pickFolder)
    },
    move(folder, target) {
      dialogs.close()
      move(folder, target)
    },
    toggleSeen: (given) => toggle(given, 'read', 'unread'),
    toggleFlag: (given) => toggle(given, 'flagged', 'unflagged'),
    toggleSelected() {
      const index = selection.cursor.value
      const row = list.rows.value.get(index)
      if (row !== undefined) selection.toggle(row, index)
    },
    toggleThreads() {
      const query = list.query.value
      const isThreaded = !query.isThreaded
      listPreference.keep(isThreaded)
      list.open({ ...query, isThreaded })
    },
    escape() {
      if (navigation.isNarrow.value && navigation.pane.value !== 'list') navigation.back()
      else if (navigation.pane.value === 'folders') navigation.hideFolders()
      else if (selection.selected.value.size > 0 || selection.isChoosing.value) selection.clear()
      else if (isNarrowed(list.query.value))
        list.open({ ...list.query.value, search: '', scope: 'usual', filter: 'ALL' })
      selection.requestFocus()
    },
    print() {
      const reading = reader.reading.value
      if (reading.kind === 'message') options.print(reading.message)
    },
    markRead(name) {
      const { reading } = reader
      const shown = reading.value.kind === 'message' ? reading.value.message.row : undefined
      const row = list.rowOf(name) ?? shown
      if (row?.uid === name.uid && !isSeen(row.flags)) actions.markRead(oneMessage(name, row))
    },
  }
}

import type { App } from '../app.ts'
import type { Commands } from '../commands.ts'
import { isFlagged, isSeen } from '../../state/action/flags.ts'
import type { MessageTarget } from '../../state/message/target.ts'
import type { MarkFlag } from '../../wire/inputs.ts'
import type { Found } from '../../state/found/found.ts'
import type { FoundChoice } from '../../state/found/found-choice.ts'
import { keyOf, rowNamed, targetsOf, type FoundRow } from '../../state/found/found-rows.ts'

interface FoundParts {
  readonly app: App
  readonly found: Found
  readonly choice: FoundChoice
  /** Lets the user pick the folder that these are moved to. */
  readonly pickFolder: (rows: readonly FoundRow[]) => void
}

/** The commands on what is found: each folder's messages are an action of their own. */
export interface FoundCommands extends Pick<
  Commands,
  | 'step'
  | 'openCursor'
  | 'compose'
  | 'archive'
  | 'junk'
  | 'remove'
  | 'pickFolder'
  | 'toggleSeen'
  | 'toggleFlag'
  | 'toggleSelected'
  | 'escape'
> {
  openAt(index: number): void
  moveTo(folder: string, rows: readonly FoundRow[]): void
}

/** Builds the commands. What names its messages is of the page and goes there; without any the selected or the open one is meant. */
export function createFoundCommands({ app, found, choice, pickFolder }: FoundParts): FoundCommands {
  const { actions, commands, composer, mailboxes, navigation, reader, specialFolders } = app

  /** The selected messages, else the open one. */
  function chosen(): readonly FoundRow[] {
    if (choice.selected.peek().length > 0) return choice.selected.peek()
    const open = reader.opened.peek()
    const one = open === undefined ? undefined : rowNamed(found.rows.peek(), open)
    return one === undefined ? [] : [one]
  }

  /** On what is chosen here, or as the page does it. */
  function onChosen(
    run: (rows: readonly FoundRow[]) => void,
    ofPage: (given?: MessageTarget) => void,
  ) {
    return (given?: MessageTarget): void => {
      const rows = given === undefined ? chosen() : []
      if (rows.length === 0) ofPage(given)
      else run(rows)
    }
  }

  function openAt(index: number): void {
    const one = found.rows.peek()[index]
    if (one === undefined) return
    choice.moveTo(index)
    reader.open(one.name)
    navigation.hideFolders()
  }

  /** The open message is taken away: the next one that stays takes its place, where its reader wants that. */
  function takeAway(rows: readonly FoundRow[], run: (target: MessageTarget) => void): void {
    const open = reader.opened.peek()
    const all = found.rows.peek()
    const at = open === undefined ? undefined : rowNamed(rows, open)
    if (at !== undefined) {
      const going = new Set(rows.map(keyOf))
      const isStaying = (one: FoundRow) => !going.has(keyOf(one))
      const index = all.indexOf(at)
      const next = all.slice(index).find(isStaying) ?? all.slice(0, index).findLast(isStaying)
      const showsNext = app.settings.preferences.peek().afterMove === 'next'
      if (next !== undefined && showsNext && !navigation.isNarrow.peek()) reader.show(next.name)
      else reader.close()
    }
    targetsOf(rows).forEach(run)
    choice.clear()
  }

  function moveTo(folder: string, rows: readonly FoundRow[]): void {
    const moved = rows.filter(({ name }) => name.mailbox !== folder)
    takeAway(moved, (target) => actions.move(target, folder))
  }

  function remove(rows: readonly FoundRow[]): void {
    const trash = mailboxes.special('trash')?.path
    const isInTrash = ({ name }: FoundRow) => name.mailbox === trash
    for (const part of [rows.filter((one) => !isInTrash(one)), rows.filter(isInTrash)]) {
      const [first] = part
      if (first === undefined) continue
      specialFolders.confirmDelete(first.name.mailbox, part.length, (isPermanent) =>
        takeAway(part, (target) => actions.remove(target, isPermanent)),
      )
    }
  }

  /** The same mark for all: the opposite only where every one has it. */
  function toggle(flag: MarkFlag, back: MarkFlag, isOn: (flags: readonly string[]) => boolean) {
    return (rows: readonly FoundRow[]): void => {
      if (flag === 'read') reader.leaveMark()
      const mark = rows.every(({ row }) => isOn(row.flags)) ? back : flag
      for (const target of targetsOf(rows)) actions.mark(target, mark)
    }
  }

  return {
    openAt,
    moveTo,
    step(by, { extend = false } = {}) {
      choice.step(by, extend)
      const one = found.rows.peek()[choice.cursor.peek()]
      if (one !== undefined && !extend && !navigation.isNarrow.peek()) reader.showSoon(one.name)
    },
    openCursor: () => openAt(choice.cursor.peek()),
    compose(mode) {
      const [one, other] = choice.selected.peek()
      if (one === undefined) commands.compose(mode)
      else if (other === undefined) composer.start(mode, one.name)
    },
    archive: onChosen(
      (rows) => specialFolders.need('archive', (path) => moveTo(path, rows)),
      (given) => commands.archive(given),
    ),
    junk: onChosen(
      (rows) => specialFolders.need('junk', (path) => moveTo(path, rows)),
      (given) => commands.junk(given),
    ),
    remove: onChosen(remove, (given) => commands.remove(given)),
    pickFolder: onChosen(pickFolder, (given) => commands.pickFolder(given)),
    toggleSeen: onChosen(toggle('read', 'unread', isSeen), (given) => commands.toggleSeen(given)),
    toggleFlag: onChosen(toggle('flagged', 'unflagged', isFlagged), (given) =>
      commands.toggleFlag(given),
    ),
    toggleSelected: () => choice.toggle(choice.cursor.peek()),
    escape() {
      if (navigation.isNarrow.peek() && navigation.pane.peek() !== 'list') navigation.back()
      else if (navigation.pane.peek() === 'folders') navigation.hideFolders()
      else if (choice.selected.peek().length > 0) choice.clear()
      else found.close()
    },
  }
}

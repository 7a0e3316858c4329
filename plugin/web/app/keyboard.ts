import type { App } from './app.ts'
import type { KeyMap, KeyName } from './keys.ts'
import type { Catalogue } from '../texts/first-texts.ts'
import type { MailCatalogue } from '../texts/later-texts.ts'

/** One key of the page, with the words of the help dialog. */
export interface KeyBinding {
  /** Set where the owner may choose another key. */
  readonly name?: KeyName
  /** Values of `KeyboardEvent.key` that always do it. */
  readonly keys: readonly string[]
  /** Together with Ctrl, on a Mac with Command. */
  readonly isCombined?: boolean
  /** Goes on while the key is held down. */
  readonly isRepeated?: boolean
  readonly label: (text: Catalogue & MailCatalogue) => string
  /** Where it is false the key is the browser's. */
  readonly isActive?: (app: App) => boolean
  readonly run: (app: App, event: KeyboardEvent) => void
}

/** What the keys of the page do, in the order of the help dialog. */
export const keyBindings: readonly KeyBinding[] = [
  {
    name: 'next',
    keys: ['ArrowDown'],
    isRepeated: true,
    label: (text) => text.keyNext,
    run: stepBy(1),
  },
  {
    name: 'previous',
    keys: ['ArrowUp'],
    isRepeated: true,
    label: (text) => text.keyPrevious,
    run: stepBy(-1),
  },
  { keys: ['PageDown'], isRepeated: true, label: (text) => text.keyTenDown, run: stepBy(10) },
  { keys: ['PageUp'], isRepeated: true, label: (text) => text.keyTenUp, run: stepBy(-10) },
  { keys: ['Home'], label: (text) => text.keyFirst, run: stepBy(Number.NEGATIVE_INFINITY) },
  { keys: ['End'], label: (text) => text.keyLast, run: stepBy(Number.POSITIVE_INFINITY) },
  {
    name: 'open',
    keys: ['Enter'],
    label: (text) => text.keyOpen,
    run: ({ commands, reader }) => {
      commands.openCursor()
      reader.requestFocus()
    },
  },
  {
    name: 'select',
    keys: [],
    label: (text) => text.keySelect,
    run: ({ commands }) => commands.toggleSelected(),
  },
  {
    name: 'compose',
    keys: [],
    label: (text) => text.compose,
    run: ({ composer }) => composer.startNew(),
  },
  {
    name: 'reply',
    keys: [],
    label: (text) => text.reply,
    run: ({ commands }) => commands.compose('reply'),
  },
  {
    name: 'replyAll',
    keys: [],
    label: (text) => text.replyAll,
    run: ({ commands }) => commands.compose('reply-all'),
  },
  {
    name: 'forward',
    keys: [],
    label: (text) => text.forward,
    run: ({ commands }) => commands.compose('forward'),
  },
  {
    name: 'archive',
    keys: [],
    label: (text) => text.archive,
    run: ({ commands }) => commands.archive(),
  },
  {
    name: 'junk',
    keys: [],
    label: (text) => text.markJunk,
    run: ({ commands }) => commands.junk(),
  },
  {
    name: 'delete',
    keys: ['Delete'],
    label: (text) => text.delete,
    run: ({ commands }) => commands.remove(),
  },
  {
    name: 'move',
    keys: [],
    label: (text) => text.moveTo,
    run: ({ commands }) => commands.pickFolder(),
  },
  {
    name: 'unread',
    keys: [],
    label: (text) => text.markUnread,
    run: ({ commands }) => commands.toggleSeen(),
  },
  {
    name: 'flag',
    keys: [],
    label: (text) => text.flag,
    run: ({ commands }) => commands.toggleFlag(),
  },
  {
    keys: ['a'],
    isCombined: true,
    label: (text) => text.keySelectAll,
    run: ({ selection }) => selection.selectAll(),
  },
  {
    keys: ['p'],
    isCombined: true,
    label: (text) => text.print,
    isActive: ({ reader }) => reader.reading.peek().kind === 'message',
    run: ({ commands }) => commands.print(),
  },
  { name: 'undo', keys: [], label: (text) => text.keyUndo, run: ({ undo }) => undo.run() },
  { keys: ['z'], isCombined: true, label: (text) => text.keyUndo, run: ({ undo }) => undo.run() },
  { name: 'search', keys: [], label: (text) => text.keySearch, run: focusSearch },
  {
    name: 'goTo',
    keys: [],
    label: (text) => text.goToFolder,
    run: ({ dialogs }) => dialogs.show('goTo'),
  },
  { keys: ['Escape'], label: (text) => text.keyEscape, run: ({ commands }) => commands.escape() },
  {
    name: 'contacts',
    keys: [],
    label: (text) => text.contacts,
    run: ({ dialogs }) => dialogs.show('contacts'),
  },
  {
    name: 'settings',
    keys: [],
    label: (text) => text.settings,
    run: ({ dialogs }) => dialogs.show('settings'),
  },
  {
    name: 'help',
    keys: [],
    label: (text) => text.keyHelp,
    run: ({ dialogs }) => dialogs.show('help'),
  },
]

const laterBindings = new WeakMap<App, readonly KeyBinding[]>()

/** Adds the keys of a view whose code came later. */
export function addKeyBindings(app: App, bindings: readonly KeyBinding[]): void {
  laterBindings.set(app, bindings)
}

/** All keys of the page, in the order of the help dialog. A key that its owner chose comes before one that is added. */
export function keyBindingsOf(app: App): readonly KeyBinding[] {
  return [...keyBindings, ...(laterBindings.get(app) ?? [])]
}

/** Id of the search field, which a key leads to. */
export const searchFieldId = 'search'

/** Listens for the keys of the page. Fields, dialogs and the browser's other combinations keep theirs. */
export function listenToKeys(app: App, page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    if (isElsewhere(event.target) || page.querySelector('dialog[open]') !== null) return
    // What is typed is meant for a dialog whose code is on its way.
    if (app.dialogs.open.peek() !== undefined || app.dialogs.viewing.peek() !== undefined) {
      if (event.key === 'Escape') app.dialogs.close()
      return
    }
    const binding = bindingOf(event, app)
    if (binding === undefined || binding.isActive?.(app) === false || !mayTake(event)) return
    event.preventDefault()
    // A key that is held down would continue with messages that no one has looked at.
    if (event.repeat && binding.isRepeated !== true) return
    // What is typed now is meant for fields that are not there yet.
    const front = app.front.peek()
    const inFront = front?.text.peek() === undefined ? app : { ...app, ...front.ofKeys }
    if (!app.composer.isOpening.peek()) binding.run(inFront, event)
    else if (event.key === 'Escape') app.composer.close()
  })
}

function bindingOf(event: KeyboardEvent, app: App): KeyBinding | undefined {
  const isCombined = event.ctrlKey || event.metaKey
  if (isCombined && event.shiftKey) return undefined
  // A letter is the same key while Caps Lock is on.
  const isLetter = event.key.length === 1 && !event.shiftKey
  const key = isLetter ? event.key.toLowerCase() : event.key
  return keyBindingsOf(app).find(
    (binding) =>
      keysOf(binding, app.keys.peek()).includes(key) &&
      (binding.isCombined ?? false) === isCombined,
  )
}

/** All keys that do it, the chosen one first. */
export function keysOf({ name, keys }: KeyBinding, chosen: KeyMap): readonly string[] {
  return name === undefined ? keys : [chosen[name], ...keys]
}

function stepBy(by: number): KeyBinding['run'] {
  return (app, event) => {
    const isFirst = by === 1 && !event.shiftKey && isBeforeFirst(app, event)
    app.commands.step(isFirst ? 0 : by, { extend: event.shiftKey })
  }
}

/** No one has been in the list yet: the first step goes to its first message. */
function isBeforeFirst({ selection, reader }: App, { target }: KeyboardEvent): boolean {
  const isInList = target instanceof HTMLElement && target.closest('[role=row]') !== null
  return !isInList && selection.cursor.peek() === 0 && reader.reading.peek().kind === 'nothing'
}

function focusSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}

/** In a field keys are text, and what one does in the composer is not about the list behind it. */
function isElsewhere(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  const elsewhere = 'input:not([type=checkbox]), textarea, select, [contenteditable], .composer'
  return target.closest(elsewhere) !== null
}

// A button that has the focus keeps Enter, and a pane that scrolls keeps its arrows.
function mayTake({ key, target, ctrlKey, metaKey }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return true
  // In an open message "all" is its text.
  if (ctrlKey || metaKey) return key !== 'a' || target.closest('.message-pane') === null
  if (key === 'Enter' && target.closest('button, a, summary, [role=checkbox]') !== null)
    return false
  const isMovement = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].includes(key)
  return !(isMovement && target.closest('[data-keeps-arrows]') !== null)
}

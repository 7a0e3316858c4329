import type { App } from './app.ts'
import type { Catalogue } from '../messages/en.ts'

/** One key of the page, with the words of the help dialog. */
export interface KeyBinding {
  /** Values of `KeyboardEvent.key`; the help shows them all. */
  readonly keys: readonly string[]
  /** Together with Ctrl, on a Mac with Command. */
  readonly isCombined?: boolean
  readonly label: (text: Catalogue) => string
  readonly run: (app: App, event: KeyboardEvent) => void
}

/** The keys of the page: the set that Gmail made the custom, and the arrows. */
export const keyBindings: readonly KeyBinding[] = [
  { keys: ['j', 'ArrowDown'], label: (text) => text.keyNext, run: stepBy(1) },
  { keys: ['k', 'ArrowUp'], label: (text) => text.keyPrevious, run: stepBy(-1) },
  { keys: ['PageDown'], label: (text) => text.keyTenDown, run: stepBy(10) },
  { keys: ['PageUp'], label: (text) => text.keyTenUp, run: stepBy(-10) },
  { keys: ['Home'], label: (text) => text.keyFirst, run: stepBy(Number.NEGATIVE_INFINITY) },
  { keys: ['End'], label: (text) => text.keyLast, run: stepBy(Number.POSITIVE_INFINITY) },
  {
    keys: ['o', 'Enter'],
    label: (text) => text.keyOpen,
    run: ({ commands, reader }) => {
      commands.openCursor()
      reader.requestFocus()
    },
  },
  { keys: ['x'], label: (text) => text.keySelect, run: ({ commands }) => commands.toggleTick() },
  { keys: ['c'], label: (text) => text.compose, run: ({ composer }) => composer.startNew() },
  { keys: ['r'], label: (text) => text.reply, run: ({ commands }) => commands.compose('reply') },
  {
    keys: ['a'],
    label: (text) => text.replyAll,
    run: ({ commands }) => commands.compose('reply-all'),
  },
  {
    keys: ['f'],
    label: (text) => text.forward,
    run: ({ commands }) => commands.compose('forward'),
  },
  { keys: ['e'], label: (text) => text.archive, run: ({ commands }) => commands.archive() },
  { keys: ['!'], label: (text) => text.markJunk, run: ({ commands }) => commands.junk() },
  { keys: ['#', 'Delete'], label: (text) => text.delete, run: ({ commands }) => commands.remove() },
  { keys: ['v'], label: (text) => text.moveTo, run: ({ commands }) => commands.pickFolder() },
  { keys: ['u'], label: (text) => text.markUnread, run: ({ commands }) => commands.toggleSeen() },
  { keys: ['s'], label: (text) => text.flag, run: ({ commands }) => commands.toggleFlag() },
  {
    keys: ['a'],
    isCombined: true,
    label: (text) => text.keySelectAll,
    run: ({ selection }) => selection.tickAll(),
  },
  { keys: ['z'], label: (text) => text.keyUndo, run: ({ undo }) => undo.run() },
  { keys: ['z'], isCombined: true, label: (text) => text.keyUndo, run: ({ undo }) => undo.run() },
  { keys: ['/'], label: (text) => text.keySearch, run: focusSearch },
  { keys: ['Escape'], label: (text) => text.keyEscape, run: ({ commands }) => commands.escape() },
  { keys: ['b'], label: (text) => text.contacts, run: ({ dialogs }) => dialogs.show('contacts') },
  { keys: [','], label: (text) => text.settings, run: ({ dialogs }) => dialogs.show('settings') },
  { keys: ['?'], label: (text) => text.keyHelp, run: ({ dialogs }) => dialogs.show('help') },
]

/** Id of the search field, which a key leads to. */
export const searchFieldId = 'search'

/** Listens for the keys of the page. Fields, dialogs and the browser's other combinations keep theirs. */
export function listenToKeys(app: App, page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey) return
    if (isElsewhere(event.target) || page.querySelector('dialog[open]') !== null) return
    const binding = bindingOf(event)
    if (binding === undefined || !mayTake(event)) return
    event.preventDefault()
    // What is typed now is meant for fields that are not there yet.
    if (!app.composer.isOpening.peek()) binding.run(app, event)
    else if (event.key === 'Escape') app.composer.close()
  })
}

function bindingOf(event: KeyboardEvent): KeyBinding | undefined {
  const isCombined = event.ctrlKey || event.metaKey
  if (isCombined && event.shiftKey) return undefined
  // A letter is the same key while Caps Lock is on.
  const isLetter = event.key.length === 1 && !event.shiftKey
  const key = isLetter ? event.key.toLowerCase() : event.key
  return keyBindings.find(
    (binding) => binding.keys.includes(key) && (binding.isCombined ?? false) === isCombined,
  )
}

function stepBy(by: number): KeyBinding['run'] {
  return (app, event) => {
    const isFirst = by === 1 && !event.shiftKey && isBeforeFirst(app, event)
    app.commands.step(isFirst ? 0 : by, { extend: event.shiftKey })
  }
}

/** Nobody has been in the list yet: the first step goes to its first message. */
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

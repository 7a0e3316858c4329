import type { App } from './app.ts'
import type { Catalogue } from './messages/en.ts'

/** One key of the page, with the words of the help dialog. */
export interface KeyBinding {
  /** Values of `KeyboardEvent.key`; the first is the one shown in the help. */
  readonly keys: readonly string[]
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
  { keys: ['/'], label: (text) => text.keySearch, run: focusSearch },
  { keys: ['Escape'], label: (text) => text.keyEscape, run: ({ commands }) => commands.escape() },
  { keys: ['?'], label: (text) => text.keyHelp, run: ({ dialogs }) => dialogs.show('help') },
]

/** Id of the search field, which a key leads to. */
export const searchFieldId = 'search'

/** Listens for the keys of the page. Fields, dialogs and the browser's own combinations keep theirs. */
export function listenToKeys(app: App, page: Document): void {
  page.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (isInField(event.target) || page.querySelector('dialog[open]') !== null) return
    const binding = keyBindings.find(({ keys }) => keys.includes(event.key))
    if (binding === undefined || !mayTake(event)) return
    event.preventDefault()
    binding.run(app, event)
  })
}

function stepBy(by: number): KeyBinding['run'] {
  return ({ commands }, event) => commands.step(by, { extend: event.shiftKey })
}

function focusSearch(): void {
  document.getElementById(searchFieldId)?.focus()
}

function isInField(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return target.closest('input:not([type=checkbox]), textarea, select, [contenteditable]') !== null
}

// A button that has the focus keeps Enter, and a pane that scrolls keeps its arrows.
function mayTake({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return true
  if (key === 'Enter' && target.closest('button, a, summary, [role=checkbox]') !== null)
    return false
  const isMovement = ['ArrowDown', 'ArrowUp', 'PageDown', 'PageUp', 'Home', 'End'].includes(key)
  return !(isMovement && target.closest('[data-keeps-arrows]') !== null)
}

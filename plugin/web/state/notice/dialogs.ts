import { batch, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { NativeMessage, NativePart } from '../../../wire/native/types.ts'
import type { MessageTarget } from '../message/target.ts'

export type DialogKind = 'help' | 'message' | 'settings' | 'contacts' | 'goTo' | 'outbox'

/** What is asked before an action without a way back, or one that needs something first. */
export interface Question {
  readonly title: string
  readonly text: string
  /** What the button says that does the action without a way back. */
  readonly confirm?: string
  readonly run?: () => void
  /** A way that loses nothing. */
  readonly other?: { readonly label: string; readonly run: () => void }
}

/** What a menu is opened for, and where in the window. */
export interface RowMenuRequest {
  readonly target: MessageTarget
  readonly x: number
  readonly y: number
}

/** The message a file is of. */
export type ViewedMessage = NativeMessage

/** A file of an open message that is shown over the page. */
export interface ViewedFile {
  readonly message: ViewedMessage
  readonly part: NativePart
}

/** Which dialog is above the page. */
export interface Dialogs {
  readonly open: ReadonlySignal<DialogKind | undefined>
  /** Which page of the dialog is on show, as its address names it; empty for the first one. */
  readonly section: Signal<string>
  readonly question: ReadonlySignal<Question | undefined>
  /** The messages a folder is being picked for: those that were chosen when it was asked. */
  readonly moving: ReadonlySignal<MessageTarget | undefined>
  readonly rowMenu: ReadonlySignal<RowMenuRequest | undefined>
  readonly viewing: ReadonlySignal<ViewedFile | undefined>
  /** How many modal dialogs lie over each other. */
  readonly depth: Signal<number>
  show(kind: DialogKind, section?: string): void
  showRowMenu(request: RowMenuRequest): void
  view(file: ViewedFile): void
  readonly pickFolder: (target: MessageTarget) => void
  confirm(question: Question): void
  readonly close: () => void
}

/** Builds the dialogs; one is open at a time. */
export function createDialogs(): Dialogs {
  const open = signal<DialogKind | undefined>(undefined)
  const section = signal('')
  const question = signal<Question | undefined>(undefined)
  const moving = signal<MessageTarget | undefined>(undefined)
  const rowMenu = signal<RowMenuRequest | undefined>(undefined)
  const viewing = signal<ViewedFile | undefined>(undefined)
  return {
    open,
    section,
    question,
    moving,
    rowMenu,
    viewing,
    depth: signal(0),
    showRowMenu: (request) => (rowMenu.value = request),
    view: (file) => (viewing.value = file),
    pickFolder: (target) => (moving.value = target),
    show: (kind, wanted = '') =>
      batch(() => {
        section.value = wanted
        open.value = kind
      }),
    confirm: (requested) => (question.value = requested),
    close() {
      open.value = undefined
      question.value = undefined
      moving.value = undefined
      rowMenu.value = undefined
      viewing.value = undefined
    },
  }
}

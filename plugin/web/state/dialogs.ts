import { signal, type ReadonlySignal } from '@preact/signals'

export type DialogKind = 'help' | 'move' | 'purge'

/** Which dialog stands above the page. */
export interface Dialogs {
  readonly open: ReadonlySignal<DialogKind | undefined>
  show(kind: DialogKind): void
  readonly close: () => void
}

/** Builds the dialogs; one is open at a time. */
export function createDialogs(): Dialogs {
  const open = signal<DialogKind | undefined>(undefined)
  return {
    open,
    show: (kind) => (open.value = kind),
    close: () => (open.value = undefined),
  }
}

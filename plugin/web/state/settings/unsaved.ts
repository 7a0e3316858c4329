import { signal, type ReadonlySignal } from '@preact/signals'

/** Asks before what was entered in a form of the settings is given up for something else. */
export interface Unsaved {
  /** What goes on once it is given up; undefined: nothing is asked. */
  readonly leaving: ReadonlySignal<(() => void) | undefined>
  /** Told by the form that is open: whether it holds what the server does not have. */
  noteForm(isChanged: boolean): void
  /** Goes on, or asks first. */
  readonly leave: (go: () => void) => void
  readonly stay: () => void
  readonly giveUp: () => void
}

/** Builds it; nothing is entered yet. */
export function createUnsaved(): Unsaved {
  const leaving = signal<(() => void) | undefined>(undefined)
  let isChanged = false
  return {
    leaving,
    noteForm(isFormChanged) {
      isChanged = isFormChanged
      if (!isChanged) leaving.value = undefined
    },
    leave(go) {
      if (isChanged) leaving.value = go
      else go()
    },
    stay: () => (leaving.value = undefined),
    giveUp() {
      const go = leaving.peek()
      isChanged = false
      leaving.value = undefined
      go?.()
    },
  }
}

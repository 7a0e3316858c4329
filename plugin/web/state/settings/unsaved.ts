import { signal, type ReadonlySignal } from '@preact/signals'

/** How it is asked. */
export interface UnsavedWords {
  readonly notSaved: string
  readonly goOn: string
  readonly discard: string
}

/** Asks before what was entered in a form of the settings, or is shown there once, is given up for something else. */
export interface Unsaved {
  /** What goes on once it is given up; undefined: nothing is asked. */
  readonly leaving: ReadonlySignal<(() => void) | undefined>
  /** Words of what is open; undefined for those of a form. */
  readonly ownWords: ReadonlySignal<UnsavedWords | undefined>
  /** Told by the form that is open: whether it holds what the server does not have, or shows once. */
  noteForm(isChanged: boolean, words?: UnsavedWords): void
  /** Goes on, or asks first. */
  readonly leave: (go: () => void) => void
  readonly stay: () => void
  readonly giveUp: () => void
}

/** Builds it; nothing is entered yet. */
export function createUnsaved(): Unsaved {
  const leaving = signal<(() => void) | undefined>(undefined)
  const ownWords = signal<UnsavedWords | undefined>(undefined)
  let isChanged = false
  return {
    leaving,
    ownWords,
    noteForm(isFormChanged, words) {
      isChanged = isFormChanged
      ownWords.value = words
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

import { signal, type ReadonlySignal } from '@preact/signals'

/** The question, and its two buttons. */
export interface UnsavedWords {
  readonly notSaved: string
  readonly goOn: string
  readonly discard: string
}

/** Asks before what was entered in a form, or is shown there once, is discarded for something else. */
export interface Unsaved {
  /** What runs once it is discarded; undefined: nothing is asked. */
  readonly leaving: ReadonlySignal<(() => void) | undefined>
  /** How the open form asks; undefined: it holds nothing that the server does not have. */
  readonly texts: ReadonlySignal<UnsavedWords | undefined>
  /** Called by the form that is open. */
  note(texts: UnsavedWords | undefined): void
  /** Runs it at once, or asks first. */
  readonly leave: (run: () => void) => void
  readonly stay: () => void
  readonly discard: () => void
}

/** Builds it; nothing is entered yet. */
export function createUnsaved(): Unsaved {
  const leaving = signal<(() => void) | undefined>(undefined)
  const texts = signal<UnsavedWords | undefined>(undefined)
  const stay = () => (leaving.value = undefined)
  function note(next: UnsavedWords | undefined): void {
    texts.value = next
    if (next === undefined) stay()
  }
  return {
    leaving,
    texts,
    note,
    leave(run) {
      if (texts.peek() === undefined) run()
      else leaving.value = run
    },
    stay,
    discard() {
      const run = leaving.peek()
      note(undefined)
      run?.()
    },
  }
}

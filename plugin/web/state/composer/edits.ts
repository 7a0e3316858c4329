import type { ReadonlySignal, Signal } from '@preact/signals'
import { createAfterPause } from './after-pause.ts'
import type { ComposerStatus } from './composer-state.ts'
import { isLong, type Draft } from './draft.ts'
import type { DraftCopy } from './storage/draft-copy.ts'

interface EditsOptions {
  readonly draft: Signal<Draft | undefined>
  readonly status: ReadonlySignal<ComposerStatus>
  readonly copy: Pick<DraftCopy, 'keep'>
}

/** Changes of the draft by the user. A long one is read, and stored in the browser, once typing pauses. */
export interface Edits {
  readonly edit: (change: Partial<Draft>) => void
  /** As `edit`, of what the field shows when it is read. */
  readonly editAsShown: (read: () => Partial<Draft>) => void
  /** Does now what waits for a pause. */
  readonly settle: () => void
  /** Forgets what waits for a pause. */
  readonly drop: () => void
}

/** Nothing waits at first. */
export function createEdits({ draft, status, copy }: EditsOptions): Edits {
  const reading = createAfterPause()
  const keeping = createAfterPause()

  function apply(change: Partial<Draft>): void {
    // What is changed while the message goes out would not be in it, and leave with it.
    if (draft.value === undefined || status.value.kind === 'sending') return
    draft.value = { ...draft.value, ...change, isChanged: true }
    if (isLong(draft.value)) keeping.later(keepCurrent)
    else copy.keep(draft.value)
  }

  function keepCurrent(): void {
    if (draft.value !== undefined) copy.keep(draft.value)
  }

  function edit(change: Partial<Draft>): void {
    reading.settle()
    apply(change)
  }

  return {
    edit,
    editAsShown(read) {
      if (draft.value === undefined || !isLong(draft.value)) {
        edit(read())
        return
      }
      if (!draft.value.isChanged) apply({})
      reading.later(() => apply(read()))
    },
    settle() {
      reading.settle()
      keeping.settle()
    },
    drop() {
      reading.drop()
      keeping.drop()
    },
  }
}

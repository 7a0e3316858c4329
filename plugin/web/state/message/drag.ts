import { signal, type ReadonlySignal } from '@preact/signals'
import type { MessageTarget } from './target.ts'

/** Messages that are dragged to a folder: one, or all that are ticked when it is one of them. */
export interface Drag {
  /** The messages as they were named when the drag began; undefined while nothing is dragged. */
  readonly taken: ReadonlySignal<MessageTarget | undefined>
  readonly start: (target: MessageTarget) => void
  readonly end: () => void
}

/** Builds the drag. It stays inside the page: what another window drops here is no message of ours. */
export function createDrag(): Drag {
  const taken = signal<MessageTarget | undefined>(undefined)
  return {
    taken,
    start: (target) => (taken.value = target),
    end: () => (taken.value = undefined),
  }
}

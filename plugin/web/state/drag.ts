import { signal, type ReadonlySignal } from '@preact/signals'
import type { Target } from './acts.ts'

/** A message that is dragged to a folder. When it is one of the selected ones, they all go. */
export interface Drag {
  /** The message in the hand, with the mailbox it was taken from; undefined while nothing is dragged. */
  readonly taken: ReadonlySignal<Target | undefined>
  readonly start: (target: Target) => void
  readonly end: () => void
}

/** Builds the drag. It stays inside the page: what another window drops here is no message of ours. */
export function createDrag(): Drag {
  const taken = signal<Target | undefined>(undefined)
  return {
    taken,
    start: (target) => (taken.value = target),
    end: () => (taken.value = undefined),
  }
}

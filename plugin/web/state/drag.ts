import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeRow } from '../../wire/native-types.ts'

/** A message that is dragged to a folder. When it is one of the selected ones, they all go. */
export interface Drag {
  /** The message in the hand; undefined while nothing is dragged. */
  readonly row: ReadonlySignal<NativeRow | undefined>
  start(row: NativeRow): void
  readonly end: () => void
}

/** Builds the drag. It stays inside the page: what another window drops here is no message of ours. */
export function createDrag(): Drag {
  const row = signal<NativeRow | undefined>(undefined)
  return {
    row,
    start: (taken) => (row.value = taken),
    end: () => (row.value = undefined),
  }
}

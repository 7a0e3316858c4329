import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { Found } from './found.ts'
import { keyOf, type FoundRow } from './found-rows.ts'

/** Where the cursor stands among what is found, and what of it is selected. */
export interface FoundChoice {
  readonly cursor: ReadonlySignal<number>
  /** Rows that are selected and still there. */
  readonly selected: ReadonlySignal<readonly FoundRow[]>
  /** Grows when the keyboard moved the cursor. */
  readonly focusRequests: ReadonlySignal<number>
  isSelected(one: FoundRow): boolean
  moveTo(index: number): void
  /** Moves and takes the focus along; with `extend` all from where it started are selected. */
  step(by: number, extend: boolean): void
  toggle(index: number): void
  selectTo(index: number): void
  readonly selectAll: () => void
  readonly clear: () => void
}

/** Builds the choice; it is about messages and not about places. */
export function createFoundChoice({ rows }: Pick<Found, 'rows'>): FoundChoice {
  const at = signal(0)
  const keys = signal<ReadonlySet<string>>(new Set())
  const focusRequests = signal(0)
  let start = 0

  function within(index: number): number {
    return Math.max(0, Math.min(index, rows.peek().length - 1))
  }

  function selectTo(index: number): void {
    at.value = within(index)
    const [first, last] = [Math.min(start, at.value), Math.max(start, at.value)]
    keys.value = new Set(
      rows
        .peek()
        .slice(first, last + 1)
        .map(keyOf),
    )
  }

  function moveTo(index: number): void {
    at.value = within(index)
    start = at.value
  }

  return {
    cursor: computed(() => Math.max(0, Math.min(at.value, rows.value.length - 1))),
    selected: computed(() => rows.value.filter((one) => keys.value.has(keyOf(one)))),
    focusRequests,
    isSelected: (one) => keys.value.has(keyOf(one)),
    moveTo,
    step(by, extend) {
      if (extend) selectTo(at.peek() + by)
      else moveTo(at.peek() + by)
      focusRequests.value += 1
    },
    toggle(index) {
      const one = rows.peek()[index]
      moveTo(index)
      if (one === undefined) return
      const key = keyOf(one)
      const others = [...keys.value].filter((other) => other !== key)
      keys.value = new Set(keys.value.has(key) ? others : [...others, key])
    },
    selectTo,
    selectAll: () => (keys.value = new Set(rows.peek().map(keyOf))),
    clear: () => (keys.value = new Set()),
  }
}

import { batch, effect, signal, type ReadonlySignal } from '@preact/signals'
import type { NativeRow } from '../../wire/native-types.ts'
import type { MessageList } from './list.ts'

/** Where the cursor stands and which messages are ticked. Both follow the messages when the list moves. */
export interface Selection {
  /** Place of the cursor in the list. */
  readonly cursor: ReadonlySignal<number>
  readonly ticked: ReadonlySignal<ReadonlySet<number>>
  /** True when every message of the list is meant, also those that were never loaded. */
  readonly isWhole: ReadonlySignal<boolean>
  /** Grows when the keyboard moved the cursor, so that the view moves the focus along. */
  readonly focusRequests: ReadonlySignal<number>
  moveTo(index: number): void
  /** The focus went to a row, e.g. by the press of a pointer: a range still starts where it did. */
  readonly followFocus: (index: number) => void
  /** Moves and takes the focus along; with `extend` everything passed over is ticked. */
  step(by: number, options?: { readonly extend?: boolean }): void
  requestFocus(): void
  toggle(row: NativeRow, index: number): void
  tickRange(index: number): void
  readonly tickAll: () => void
  readonly clear: () => void
}

/** Builds the selection of a list. */
export function createSelection(list: MessageList): Selection {
  const cursor = signal(0)
  const ticked = signal<ReadonlySet<number>>(new Set())
  const isWhole = signal(false)
  const focusRequests = signal(0)
  /** The message under the cursor, so that the cursor stays on it when rows come and go. */
  let cursorUid: number | undefined
  let anchor = 0

  function tick(uids: ReadonlySet<number>): void {
    batch(() => {
      ticked.value = uids
      isWhole.value = false
    })
  }

  function startAnew(): void {
    cursor.value = 0
    cursorUid = undefined
    anchor = 0
    tick(new Set())
  }

  let shown = list.name.peek()
  effect(() => {
    // Another mailbox, also one made anew under the same name: nothing of the old one is ticked.
    if (list.name.value !== shown) startAnew()
    shown = list.name.value
    const places = list.placeOf.value
    const moved = cursorUid === undefined ? undefined : places.get(cursorUid)
    const index = moved ?? Math.min(cursor.peek(), Math.max(0, list.total.value - 1))
    cursor.value = index
    cursorUid = list.rows.value.get(index)?.uid
  })

  function moveTo(index: number): void {
    const last = Math.max(0, list.total.peek() - 1)
    cursor.value = Math.min(Math.max(0, index), last)
    cursorUid = list.rows.peek().get(cursor.value)?.uid
  }

  function tickRange(index: number): void {
    const uids = new Set(ticked.value)
    for (let at = Math.min(anchor, index); at <= Math.max(anchor, index); at += 1) {
      const row = list.rows.peek().get(at)
      if (row !== undefined) uids.add(row.uid)
    }
    tick(uids)
    moveTo(index)
  }

  return {
    cursor,
    ticked,
    isWhole,
    focusRequests,
    tickRange,
    followFocus: moveTo,
    moveTo(index) {
      moveTo(index)
      anchor = cursor.value
    },
    step(by, { extend = false } = {}) {
      if (extend) tickRange(Math.min(Math.max(0, cursor.value + by), list.total.peek() - 1))
      else {
        moveTo(cursor.value + by)
        anchor = cursor.value
      }
      focusRequests.value += 1
    },
    requestFocus: () => (focusRequests.value += 1),
    toggle(row, index) {
      const uids = new Set(ticked.value)
      if (!uids.delete(row.uid)) uids.add(row.uid)
      tick(uids)
      anchor = index
      moveTo(index)
    },
    tickAll() {
      const loaded = new Set(list.placeOf.value.keys())
      batch(() => {
        tick(loaded)
        isWhole.value = loaded.size < list.total.value
      })
    },
    clear: () => tick(new Set()),
  }
}

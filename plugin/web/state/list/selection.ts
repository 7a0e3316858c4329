import { batch, effect, signal, untracked, type ReadonlySignal } from '@preact/signals'
import type { NativeRow } from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { requestUids } from '../../wire/list-requests.ts'
import { isAborted } from '../../wire/http/http-client.ts'
import { hasUid, noUids, parseUidSet, uidSetOf, united, without } from '../../wire/uid-set.ts'
import type { UidSet } from '../../wire/uid-set.ts'
import type { Connection } from '../session/connection.ts'
import { rowsBetween } from './rows.ts'
import type { MessageList } from './list.ts'

/** Where the cursor stands and which messages are selected: a set of UIDs, fixed when it was chosen. */
export interface Selection {
  /** Place of the cursor in the list; it stays on its message when the list moves. */
  readonly cursor: ReadonlySignal<number>
  readonly selected: ReadonlySignal<UidSet>
  /** True while the server is asked which messages a choice is about: till then nothing can be done with it. */
  readonly isChoosing: ReadonlySignal<boolean>
  /** Grows when the keyboard moved the cursor, so that the view moves the focus along. */
  readonly focusRequests: ReadonlySignal<number>
  moveTo(index: number): void
  /** The focus went to a row, e.g. by the press of a pointer: a range still starts where it did. */
  readonly followFocus: (index: number) => void
  /** Moves and takes the focus along; with `extend` the range from where it started is selected. */
  step(by: number, options?: { readonly extend?: boolean }): void
  requestFocus(): void
  toggle(row: NativeRow, index: number): void
  /** Ticks from where the last choice was made to here, loaded or not, instead of the range before. */
  selectRange(index: number): void
  /** Ticks every message of the list as it is now. */
  readonly selectAll: () => void
  /** These messages left the mailbox or were acted on. */
  untick(uids: UidSet): void
  readonly clear: () => void
}

interface SelectionOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly list: MessageList
  /** The server could not tell what a choice is about; what was selected before still is. */
  readonly onFailed: (error: unknown) => void
}

type Ends = readonly [one: number, other: number]

/** Builds the selection of a list. */
export function createSelection({ http, connection, list, onFailed }: SelectionOptions): Selection {
  const cursor = signal(0)
  const selected = signal(noUids)
  const isChoosing = signal(false)
  const focusRequests = signal(0)
  /** The message under the cursor. */
  let cursorUid: number | undefined
  /** Where a range starts, and what was selected besides. */
  let start: { readonly index: number; readonly uid: number | undefined } = indexAt(0)
  let besides = noUids
  /** Place of the other end of a range while its row is on the way. */
  let awaited: number | undefined
  let pending = new AbortController()

  function indexAt(index: number): typeof start {
    return { index, uid: list.rows.peek().get(index)?.uid }
  }

  function toggle(uids: UidSet): void {
    pending.abort()
    pending = new AbortController()
    awaited = undefined
    batch(() => {
      selected.value = uids
      isChoosing.value = false
    })
  }

  function startAt(index: number): void {
    start = indexAt(index)
    besides = selected.peek()
  }

  let shown = list.name.peek()
  effect(() => {
    // Another mailbox, also one made again under the same name: nothing of the old one is selected.
    if (list.name.value !== shown) {
      cursorUid = undefined
      cursor.value = 0
      toggle(noUids)
      startAt(0)
    }
    shown = list.name.value
    const moved = cursorUid === undefined ? undefined : list.positionOf.value.get(cursorUid)
    const index = moved ?? Math.min(cursor.peek(), Math.max(0, list.total.value - 1))
    cursor.value = index
    cursorUid = list.rows.value.get(index)?.uid
    if (start.uid === undefined) start = indexAt(start.index)
    untracked(loadRange)
  })

  function moveTo(index: number): void {
    const last = Math.max(0, list.total.peek() - 1)
    cursor.value = Math.min(Math.max(0, index), last)
    cursorUid = indexAt(cursor.value).uid
  }

  function selectRange(index: number): void {
    toggle(selected.peek())
    moveTo(index)
    const { uid } = start
    const first = (uid === undefined ? undefined : list.positionOf.peek().get(uid)) ?? start.index
    const rows = rowsBetween(list.rows.peek(), first, cursor.value)
    if (rows === undefined) {
      awaited = cursor.value
      isChoosing.value = true
      loadRange()
    } else toggle(united(besides, uidSetOf(rows.map((row) => row.uid))))
  }

  /** The ends are named by their messages, so that the range is right whatever came or went meanwhile. */
  function loadRange(): void {
    if (awaited === undefined) return
    const end = indexAt(awaited).uid
    if (end === undefined || start.uid === undefined) return
    awaited = undefined
    void choose([start.uid, end])
  }

  async function choose(ends?: Ends): Promise<void> {
    const { signal: abort } = pending
    const [query, { uidValidity }] = [list.query.peek(), list.name.peek()]
    isChoosing.value = true
    try {
      const found = await connection.reach(
        () => requestUids(http, query, { ends, uidValidity }, abort),
        abort,
      )
      const uids = found.uidValidity === uidValidity ? parseUidSet(found.set) : noUids
      if (ends === undefined) besides = uids
      toggle(united(besides, uids))
    } catch (error) {
      if (isAborted(error, abort)) return
      toggle(selected.peek())
      onFailed(error)
    }
  }

  return {
    cursor,
    selected,
    isChoosing,
    focusRequests,
    selectRange,
    followFocus: moveTo,
    moveTo(index) {
      moveTo(index)
      startAt(cursor.value)
    },
    step(by, { extend = false } = {}) {
      if (extend) selectRange(cursor.value + by)
      else {
        moveTo(cursor.value + by)
        startAt(cursor.value)
      }
      focusRequests.value += 1
    },
    requestFocus: () => (focusRequests.value += 1),
    toggle({ uid }, index) {
      const only = uidSetOf([uid])
      toggle(
        hasUid(selected.value, uid) ? without(selected.value, only) : united(selected.value, only),
      )
      moveTo(index)
      startAt(index)
    },
    selectAll() {
      const rows = rowsBetween(list.rows.peek(), 0, list.total.peek() - 1)
      toggle(rows === undefined ? selected.peek() : uidSetOf(rows.map(({ uid }) => uid)))
      if (rows === undefined) void choose()
      else besides = selected.peek()
    },
    untick(uids) {
      if (uids.size === 0) return
      besides = without(besides, uids)
      selected.value = without(selected.value, uids)
    },
    clear() {
      toggle(noUids)
      startAt(cursor.value)
    },
  }
}

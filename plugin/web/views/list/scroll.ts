import { batch, untracked, useSignal, useSignalEffect, type ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { rearrange, type Placing } from './row/positions.ts'
import { maxOverscan, scrollTopAt, scrollWindow, type ScrollParts } from './scroll-window.ts'

/** How long the list counts as pointed at after the pointer left it: a tap clicks only after the finger is deleted. */
const releaseMs = 700
/** When a new list is surely on the screen, and the rows around those in view are drawn as well. */
const afterFirstDrawingMs = 50

/** The scrolled element of the list, and where its rows stand. */
export interface ListScroll {
  readonly element: RefObject<HTMLDivElement | null>
  readonly parts: ScrollParts
  readonly gaps: readonly number[]
  /** Messages that came in above what is visible, since it was last the top of the list. */
  readonly newAbove: ReadonlySignal<number>
  readonly goUp: () => void
  readonly onScroll: () => void
  /** The pointer or a finger is on the list, at this height of the window. */
  readonly point: (clientY: number) => void
  readonly release: () => void
}

/**
 * Scrolls the list, and keeps its rows where they are while the user points at them or has scrolled:
 * what comes in above is scrolled over, what goes away leaves a gap until the pointer has left.
 */
export function useListScroll(rowHeight: number): ListScroll {
  const { list } = useApp()
  const element = useRef<HTMLDivElement>(null)
  const scrollTop = useSignal(0)
  // Nothing is measured before the first drawing, and nothing is drawn that is not in view: it is waited for.
  const viewportHeight = useSignal(window.innerHeight)
  const overscan = useSignal(0)
  const leastHeight = useSignal(0)
  const gaps = useSignal<readonly number[]>([])
  const newAbove = useSignal(0)
  /** Pixels from the top of the list to the pointer, while there is one on it. */
  const pointer = useRef<number | undefined>(undefined)
  const leaving = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  /** Set where the page scrolls automatically; the element follows once the rows are in their places. */
  const wanted = useRef<number | undefined>(undefined)
  /** A new element is at its top: to put it there would lay out the whole page. */
  const isNew = useRef(true)

  const partsFor = (total: number, empty: number): ScrollParts => ({
    scrollTop: scrollTop.value,
    viewportHeight: viewportHeight.value,
    rowHeight,
    total: total + empty,
    leastHeight: leastHeight.value,
    overscan: overscan.value,
  })

  function keepRows(before: Placing, beforeTotal: number, leavesGaps: boolean): void {
    const { offset, firstVisible, lastVisible } = scrollWindow(
      partsFor(beforeTotal, before.gaps.length),
    )
    const pointed = pointer.current
    // The first row that is visible as a whole, or the one that is pointed at.
    const fraction =
      pointed === undefined ? Math.ceil(offset / rowHeight) : (offset + pointed) / rowHeight
    const visible = { first: firstVisible, last: lastVisible, fraction: Math.floor(fraction) }
    const next = rearrange(before, list.positionOf.peek(), visible, leavesGaps)
    if (!next.isRetained) leastHeight.value = 0
    const isSameGaps = next.gaps.length === 0 && before.gaps.length === 0
    if (next.by === 0 && isSameGaps) return
    const nextOffset = Math.max(0, offset + next.by * rowHeight)
    batch(() => {
      gaps.value = next.gaps
      leastHeight.value = next.isRetained ? nextOffset + viewportHeight.peek() : 0
      scrollTop.value = scrollTopAt(nextOffset, partsFor(list.total.peek(), next.gaps.length))
      newAbove.value = Math.max(0, newAbove.peek() + newRows(next.arrived, beforeTotal))
      if (nextOffset === 0) startAtTop()
    })
    wanted.current = scrollTop.peek()
  }

  /** A conversation moves up as a whole when one message joins it: only that one is new. */
  function newRows(arrived: number, beforeTotal: number): number {
    const growth = Math.max(1, list.total.peek() - beforeTotal)
    return list.query.peek().isThreaded && arrived > 0 ? Math.min(arrived, growth) : arrived
  }

  function startAtTop(): void {
    newAbove.value = 0
    leastHeight.value = 0
  }

  function scrollToRow(index: number): void {
    scrollTop.value = scrollTopAt(index * rowHeight, partsFor(list.total.peek(), 0))
    if (element.current === null || (isNew.current && scrollTop.peek() === 0)) return
    isNew.current = false
    element.current.scrollTop = scrollTop.peek()
  }

  const shown = useRef({ rows: list.rows.peek(), total: 0, own: 0, list: list.name.peek() })
  useSignalEffect(() => {
    const before = shown.current
    shown.current = {
      rows: list.rows.value,
      total: list.total.value,
      own: list.ownChanges.value,
      list: list.name.value,
    }
    const isOther = shown.current.list !== before.list
    if (isOther) gaps.value = []
    if (isOther || shown.current.own !== before.own) {
      leastHeight.value = 0
      return
    }
    const isPointedAt = pointer.current !== undefined
    if (!isPointedAt && scrollTop.peek() <= 0) return
    untracked(() => keepRows({ rows: before.rows, gaps: gaps.value }, before.total, isPointedAt))
  })

  const query = list.query.value
  useLayoutEffect(() => {
    scrollToRow(list.openedAt.peek())
    batch(() => {
      gaps.value = []
      startAtTop()
    })
  }, [query])
  // Rows that turn out to be of another height are still the same rows.
  useLayoutEffect(() => scrollToRow(list.firstVisible.peek()), [rowHeight])

  useLayoutEffect(() => {
    if (wanted.current === undefined || element.current === null) return
    element.current.scrollTop = wanted.current
    wanted.current = undefined
  })

  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      if (height === 0) return
      const measured = () =>
        batch(() => {
          viewportHeight.value = height
          overscan.value = maxOverscan
        })
      if (overscan.peek() > 0) measured()
      else setTimeout(measured, afterFirstDrawingMs)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])

  return {
    element,
    parts: partsFor(list.total.value, gaps.value.length),
    gaps: gaps.value,
    newAbove,
    goUp() {
      if (element.current !== null) element.current.scrollTop = 0
    },
    onScroll() {
      isNew.current = false
      scrollTop.value = element.current?.scrollTop ?? 0
      if (scrollTop.value <= 0) startAtTop()
    },
    point(clientY) {
      clearTimeout(leaving.current)
      pointer.current = clientY - (element.current?.getBoundingClientRect().top ?? 0)
    },
    release() {
      clearTimeout(leaving.current)
      leaving.current = setTimeout(() => {
        pointer.current = undefined
        const before = { rows: list.rows.peek(), gaps: gaps.peek() }
        if (before.gaps.length > 0) keepRows(before, list.total.peek(), false)
      }, releaseMs)
    },
  }
}

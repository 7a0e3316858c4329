import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { useApp } from '../app-context.ts'
import { MessageRow } from './message-row.tsx'
import { scrollTopFor, scrollWindow } from './scroll-window.ts'

/** The messages as a grid (ARIA APG) whose scroll bar is that of the whole folder, with elements only for what is in sight. */
export function MessageGrid() {
  const { text, list, selection, layout } = useApp()
  const grid = useRef<HTMLDivElement>(null)
  const scrollTop = useSignal(0)
  const viewportHeight = useSignal(600)
  const rowHeight = layout.rowHeight.value
  const total = list.total.value
  const query = list.query.value
  const parts = {
    scrollTop: scrollTop.value,
    viewportHeight: viewportHeight.value,
    rowHeight,
    total,
  }
  const shown = scrollWindow(parts)

  useLayoutEffect(() => {
    if (grid.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.height > 0) {
        viewportHeight.value = entry.contentRect.height
      }
    })
    observer.observe(grid.current)
    return () => observer.disconnect()
  }, [])

  useLayoutEffect(() => {
    if (grid.current !== null) grid.current.scrollTop = 0
    scrollTop.value = 0
  }, [query])

  useEffect(
    () => list.look(shown.firstInSight, shown.lastInSight),
    [query, shown.firstInSight, shown.lastInSight, total],
  )

  // The keyboard moved the cursor: the row comes into sight and takes the focus.
  const focusRequest = selection.focusRequests.value
  useLayoutEffect(() => {
    if (focusRequest === 0 || grid.current === null) return
    const wanted = scrollTopFor(selection.cursor.peek(), parts)
    if (wanted !== undefined) grid.current.scrollTop = wanted
    grid.current
      .querySelector<HTMLElement>('[role=row][tabindex="0"]')
      ?.focus({ preventScroll: true })
  }, [focusRequest])

  // The row under the cursor always has an element: it holds the focus while the list is scrolled away.
  const cursor = selection.cursor.value
  const indexes = range(shown.first, shown.last)
  if (cursor < shown.first) indexes.unshift(cursor)
  if (cursor > shown.last && cursor < total) indexes.push(cursor)

  return (
    <div
      ref={grid}
      class="grid"
      role={query.isThreaded ? 'treegrid' : 'grid'}
      aria-label={text.messages}
      aria-rowcount={total}
      aria-multiselectable="true"
      onScroll={(event) => (scrollTop.value = event.currentTarget.scrollTop)}
    >
      <div
        class={selection.ticked.value.size > 0 ? 'grid-rows is-ticking' : 'grid-rows'}
        role="rowgroup"
        ref={(element) => {
          // Through CSSOM: the policy of the page forbids style attributes (security 5.3).
          if (element !== null) element.style.height = `${shown.height}px`
        }}
      >
        {indexes.map((index) => (
          <MessageRow
            key={list.rows.value.get(index)?.uid ?? `place-${index}`}
            index={index}
            row={list.rows.value.get(index)}
            top={shown.topOf(index)}
          />
        ))}
      </div>
    </div>
  )
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

import { useEffect, useLayoutEffect } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { useListScroll, type ListScroll } from './scroll.ts'
import { scrollTopFor, scrollWindow } from './scroll-window.ts'
import { DeletedRow, ListRow } from './row/row.tsx'
import { positionOfRow, rowAtPosition, rowNear } from './row/positions.ts'

/** The messages as a grid (ARIA APG) whose scroll bar is that of the whole folder, with elements only for what is visible. */
export function MessageGrid() {
  const { text, list, selection, layout } = useApp()
  const scroll = useListScroll(layout.rowHeight.value)
  const { element, parts, gaps } = scroll
  const total = list.total.value
  const query = list.query.value
  const shown = scrollWindow(parts)
  const first = rowNear(shown.firstVisible, gaps)
  const last = rowNear(shown.lastVisible, gaps)

  useEffect(() => list.look(first, last), [query, first, last, total])

  // The keyboard moved the cursor: the row comes into sight and takes the focus.
  const focusRequest = selection.focusRequests.value
  useLayoutEffect(() => {
    if (focusRequest === 0 || element.current === null) return
    const wanted = scrollTopFor(positionOfRow(selection.cursor.peek(), gaps), parts)
    if (wanted !== undefined) element.current.scrollTop = wanted
    element.current
      .querySelector<HTMLElement>('[role=row][tabindex="0"]')
      ?.focus({ preventScroll: true })
  }, [focusRequest])

  // The row under the cursor always has an element: it holds the focus while the list is scrolled away.
  const cursorIndex = selection.cursor.value
  const cursor = positionOfRow(cursorIndex, gaps)
  const locations = range(shown.first, shown.last)
  if (cursor < shown.first) locations.unshift(cursor)
  if (cursor > shown.last && cursor < parts.total) locations.push(cursor)

  return (
    <>
      <NewAbove scroll={scroll} />
      <div
        ref={element}
        class="grid"
        role={query.isThreaded ? 'treegrid' : 'grid'}
        aria-label={text.messages}
        aria-rowcount={total}
        aria-multiselectable="true"
        onScroll={scroll.onScroll}
        {...pointing(scroll)}
      >
        <div
          class={selection.selected.value.size > 0 ? 'grid-rows is-ticking' : 'grid-rows'}
          role="rowgroup"
          ref={(rows) => {
            // Through CSSOM: the policy of the page forbids style attributes (plugin/gate/cross-site.ts).
            if (rows !== null) rows.style.height = `${shown.height}px`
          }}
        >
          {locations.map((position) => {
            const index = rowAtPosition(position, gaps)
            const top = shown.topOf(position)
            if (index === undefined) return <DeletedRow key={`gone-${position}`} top={top} />
            const row = list.rows.value.get(index)
            return (
              <ListRow
                key={row?.uid ?? `place-${position}`}
                index={index}
                row={row}
                top={top}
                isCursor={index === cursorIndex}
              />
            )
          })}
        </div>
      </div>
    </>
  )
}

/** Offers to go up to what came in above, which did not move the rows in view. */
function NewAbove({ scroll }: { readonly scroll: ListScroll }) {
  const { text, selection } = useApp()
  const count = scroll.newAbove.value

  return (
    <div class="new-above-place">
      {count === 0 ? null : (
        <button
          type="button"
          class="new-above"
          title={text.goUp}
          onClick={() => {
            scroll.goUp()
            selection.moveTo(0)
            selection.requestFocus()
          }}
        >
          <Icon name="ascending" size={14} />
          {text.newAbove({ count })}
        </button>
      )}
    </div>
  )
}

/** A finger points as long as it touches; what the browser makes of it for the pointer ends too early. */
function pointing({ point, release }: ListScroll) {
  const onPointer = (event: PointerEvent) => {
    if (event.pointerType !== 'touch') point(event.clientY)
  }
  const onTouch = (event: TouchEvent) => point(event.touches[0]?.clientY ?? 0)
  return {
    onPointerEnter: onPointer,
    onPointerMove: onPointer,
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType !== 'touch') release()
    },
    onTouchStart: onTouch,
    onTouchMove: onTouch,
    onTouchEnd: release,
    onTouchCancel: release,
  }
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

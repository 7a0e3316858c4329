import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { scrollTopFor, scrollWindow } from '../list/scroll-window.ts'
import { useContacts } from './context.ts'
import { ContactRow } from './contact-row.tsx'

/** The height of a row in contacts.css. */
const rowHeightRem = 3.25

interface ContactRowsProps {
  /** Requests the focus on the row under the cursor, each time it grows. */
  readonly entered: ReadonlySignal<number>
  /** What is typed, and what is above the first row, belongs to the search. */
  readonly toSearch: () => void
}

/** The contacts as a listbox (ARIA APG) with elements only for those in view and the one under the cursor. */
export function ContactRows({ entered, toSearch }: ContactRowsProps) {
  const { contacts, texts } = useContacts()
  const { choice } = contacts
  const element = useRef<HTMLDivElement>(null)
  const scrollTop = useSignal(0)
  const viewportHeight = useSignal(window.innerHeight)
  const cursor = useSignal(0)
  const focusRequests = useSignal(0)
  const rows = contacts.rows.value
  const total = contacts.total.value
  const query = contacts.query.value
  const rowHeight = rowHeightRem * rootFontSize()
  const parts = {
    ...{ scrollTop: scrollTop.value, viewportHeight: viewportHeight.value },
    ...{ rowHeight, total },
  }
  const shown = scrollWindow(parts)
  const { firstVisible, lastVisible } = shown
  const current = Math.min(cursor.value, Math.max(0, total - 1))

  useEffect(() => contacts.see(firstVisible, lastVisible), [rows, firstVisible, lastVisible])

  // Another list starts at its top.
  useLayoutEffect(() => {
    cursor.value = 0
    if (element.current !== null) element.current.scrollTop = 0
  }, [query])

  useLayoutEffect(() => {
    if (element.current === null) return
    const observer = new ResizeObserver(([entry]) => {
      const height = entry?.contentRect.height ?? 0
      // Nothing is measured while a contact covers it on a phone.
      if (height > 0) viewportHeight.value = height
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])

  // The keyboard moved the cursor: its row comes into sight and takes the focus.
  const wish = focusRequests.value + entered.value
  useLayoutEffect(() => {
    if (wish === 0 || element.current === null) return
    const wanted = scrollTopFor(current, parts)
    if (wanted !== undefined) element.current.scrollTop = wanted
    const row = element.current.querySelector<HTMLElement>('[tabindex="0"]')
    row?.focus({ preventScroll: true })
  }, [wish])

  function keys(event: KeyboardEvent): void {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event
    const canChoose = !query.isDirectory
    if ((ctrlKey || metaKey) && key === 'a' && canChoose) {
      event.preventDefault()
      void choice.chooseAll()
    }
    if (ctrlKey || metaKey || altKey) return
    const row = rows.get(current)
    if (key === 'Enter') {
      if (row !== undefined) contacts.show(row.id)
    } else if (key === ' ' && canChoose) choice.toggle(current)
    else if (key === 'Escape' && choice.rows.peek().size > 0) choice.chooseNone()
    else if (key === 'ArrowUp' && current === 0) toSearch()
    else {
      const next = positionBehind(key)
      if (next === undefined) {
        // Its letter goes into the field that has the focus then.
        if (key.length === 1) toSearch()
        return
      }
      if (shiftKey && canChoose && choice.rows.peek().size === 0) choice.toggle(current)
      cursor.value = Math.min(Math.max(0, next), total - 1)
      if (shiftKey && canChoose) void choice.extend(cursor.value)
      focusRequests.value += 1
    }
    event.preventDefault()
  }

  function positionBehind(key: string): number | undefined {
    const page = Math.max(1, Math.floor(viewportHeight.peek() / rowHeight) - 1)
    switch (key) {
      case 'ArrowDown':
        return current + 1
      case 'ArrowUp':
        return current - 1
      case 'PageDown':
        return current + page
      case 'PageUp':
        return current - page
      case 'Home':
        return 0
      case 'End':
        return total - 1
    }
    return undefined
  }

  const locations = positionsOf(shown, current, total)

  return (
    <div
      ref={element}
      class="contact-rows"
      onScroll={() => (scrollTop.value = element.current?.scrollTop ?? 0)}
    >
      {total === 0 ? null : (
        <ul
          role="listbox"
          aria-multiselectable={!query.isDirectory}
          aria-label={texts.list}
          onKeyDown={keys}
          ref={(list) => {
            // Through CSSOM: the policy of the page forbids style attributes (plugin/gate/cross-site.ts).
            if (list !== null) list.style.height = `${shown.height}px`
          }}
        >
          {locations.map((index) => (
            <ContactRow
              key={index}
              index={index}
              row={rows.get(index)}
              top={shown.topOf(index)}
              isCursor={index === current}
              onPoint={() => (cursor.value = index)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

/** Those of the window, and the one under the cursor, which holds the focus while the list is scrolled away. */
function positionsOf(
  { first, last }: ReturnType<typeof scrollWindow>,
  cursor: number,
  total: number,
): readonly number[] {
  const locations = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  if (cursor < first) locations.unshift(cursor)
  if (cursor > last && cursor < total) locations.push(cursor)
  return locations
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

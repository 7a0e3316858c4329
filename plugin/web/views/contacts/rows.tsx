import { useSignal, type ReadonlySignal } from '@preact/signals'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { NativeContactRow } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { Avatar } from '../icon/avatar.tsx'
import { scrollTopFor, scrollWindow } from '../list/scroll-window.ts'
import { useContacts } from './context.ts'

/** The height of a row in contacts.css. */
const rowHeightRem = 3.25

interface ContactRowsProps {
  /** Asks for the focus on the row under the cursor, each time it grows. */
  readonly entered: ReadonlySignal<number>
  /** What is typed, and what is above the first row, belongs to the search. */
  readonly toSearch: () => void
}

/** The people as a listbox (ARIA APG) with elements only for those in sight and the one under the cursor. */
export function ContactRows({ entered, toSearch }: ContactRowsProps) {
  const { contacts, words } = useContacts()
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
  const { firstInSight, lastInSight } = shown
  const current = Math.min(cursor.value, Math.max(0, total - 1))

  useEffect(() => contacts.see(firstInSight, lastInSight), [rows, firstInSight, lastInSight])

  // Another list begins at its top.
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
    const { key, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const row = rows.get(current)
    if (key === 'Enter' || key === ' ') {
      if (row !== undefined) contacts.show(row.id)
    } else if (key === 'ArrowUp' && current === 0) toSearch()
    else {
      const next = placeBehind(key)
      if (next === undefined) {
        // Its letter goes into the field that has the focus then.
        if (key.length === 1) toSearch()
        return
      }
      cursor.value = Math.min(Math.max(0, next), total - 1)
      focusRequests.value += 1
    }
    event.preventDefault()
  }

  function placeBehind(key: string): number | undefined {
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

  const places = placesOf(shown, current, total)

  return (
    <div
      ref={element}
      class="contact-rows"
      onScroll={() => (scrollTop.value = element.current?.scrollTop ?? 0)}
    >
      {total === 0 ? null : (
        <ul
          role="listbox"
          aria-label={words.list}
          onKeyDown={keys}
          ref={(list) => {
            // Through CSSOM: the policy of the page forbids style attributes (plugin/gate/security-headers.ts).
            if (list !== null) list.style.height = `${shown.height}px`
          }}
        >
          {places.map((place) => (
            <ContactRow
              key={place}
              place={place}
              row={rows.get(place)}
              top={shown.topOf(place)}
              isCursor={place === current}
              onPoint={() => (cursor.value = place)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

interface ContactRowProps {
  readonly place: number
  /** undefined while it is on its way. */
  readonly row: NativeContactRow | undefined
  /** Pixels from the top of the list. */
  readonly top: number
  readonly isCursor: boolean
  readonly onPoint: () => void
}

function ContactRow({ place, row, top, isCursor, onPoint }: ContactRowProps) {
  const { text } = useApp()
  const { contacts } = useContacts()
  const second = row === undefined ? '' : (row.emails[0] ?? (row.organisation || row.phone))
  const isOpen = row !== undefined && openId(contacts) === row.id

  return (
    <li
      ref={(item) => {
        if (item !== null) item.style.transform = `translateY(${top}px)`
      }}
      class={row === undefined ? 'contact-row is-coming' : 'contact-row'}
      role="option"
      aria-setsize={contacts.total.value}
      aria-posinset={place + 1}
      aria-selected={isOpen}
      aria-label={row === undefined ? text.loading : undefined}
      tabIndex={isCursor ? 0 : -1}
      onFocus={onPoint}
      onClick={() => {
        if (row !== undefined) contacts.show(row.id)
      }}
    >
      {row === undefined ? null : (
        <>
          <Avatar name={row.name} />
          <span class="contact-names">
            <span class="contact-name" dir="auto">
              {row.name}
            </span>
            <span class="contact-second">{second}</span>
          </span>
        </>
      )}
    </li>
  )
}

function openId({ open }: ReturnType<typeof useContacts>['contacts']): string | undefined {
  const { value } = open
  if (value.kind === 'loading' || value.kind === 'person') return value.id
  return value.kind === 'shown' || value.kind === 'edited' ? value.entry?.id : undefined
}

/** Those of the window, and the one under the cursor, which holds the focus while the list is scrolled away. */
function placesOf(
  { first, last }: ReturnType<typeof scrollWindow>,
  cursor: number,
  total: number,
): readonly number[] {
  const places = Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
  if (cursor < first) places.unshift(cursor)
  if (cursor > last && cursor < total) places.push(cursor)
  return places
}

function rootFontSize(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}

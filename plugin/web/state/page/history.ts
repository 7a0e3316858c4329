import { effect, untracked, type ReadonlySignal } from '@preact/signals'
import { isNarrowed } from '../../wire/query.ts'
import {
  addressOf,
  isSameOpen,
  isSameLocation,
  layerOfFragment,
  locationOfFragment,
  type PageLocation,
} from './location.ts'

/** What is above the page and is closed before anything else: a dialog, or the folders on a phone. */
export type Layer = string

/** A place with the layer above it, as an entry of the browser's history holds it. */
export interface HistoryEntry extends PageLocation {
  readonly layer: Layer | undefined
}

interface HistoryOptions {
  readonly window: Window
  /** What is on show now. */
  readonly view: ReadonlySignal<HistoryEntry>
  /** True when the open message was chosen, rather than reached by a step through the list. */
  readonly isChosen: () => boolean
  readonly isThreaded: () => boolean
  /** Shows an entry that the user went to. What can not be shown any more stays as it is. */
  readonly show: (view: HistoryEntry) => void
  /** From the last scroll to the note of where the list is. */
  readonly settleMs: number
}

/**
 * Keeps the browser's history in step with the page. What is opened gets an entry, so
 * that going back closes what was opened last; what is closed in the page takes its entry along; everything
 * else is noted in the entry that is there.
 */
export function createPageHistory(options: HistoryOptions) {
  const { window, view, isChosen, isThreaded, show, settleMs } = options
  const { history, location } = window
  let current: HistoryEntry = view.peek()
  /** How many entries of this page lie below. */
  let depth = 0
  /** A step back of our own is on its way: where it leads to is no wish of the user. */
  let isReturning = false
  let isPlanned = false
  let settling: ReturnType<typeof setTimeout> | undefined

  function write(next: HistoryEntry, method: 'pushState' | 'replaceState'): void {
    clearTimeout(settling)
    settling = undefined
    current = next
    const state = { depth, layer: next.layer, isThreaded: next.query.isThreaded }
    history[method](state, '', addressOf(next, next.layer))
  }

  /** Each entry that is written keeps the whole browser busy, which a page that is loaded again has to wait for. */
  function isWritten(next: HistoryEntry): boolean {
    const entry = entryOf(history.state)
    return (
      entry?.layer === next.layer &&
      entry?.isThreaded === next.query.isThreaded &&
      location.search + location.hash === addressOf(next, next.layer)
    )
  }

  function push(next: HistoryEntry): void {
    // The entry that is left says where its list is, even when no one rested there.
    if (settling !== undefined) replace(current)
    depth += 1
    write(next, 'pushState')
  }

  function replace(next: HistoryEntry): void {
    write(next, 'replaceState')
  }

  function stepBack(): void {
    isReturning = true
    history.back()
  }

  // All changes of one action count together: a message that takes another's place was not closed before.
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    queueMicrotask(() => {
      isPlanned = false
      if (!isReturning) follow(view.peek())
    })
  }

  function follow(next: HistoryEntry): void {
    switch (changeOf(current, next, isChosen())) {
      case 'none':
        return
      case 'opened':
        push(next)
        return
      case 'closed':
        if (depth > 0) stepBack()
        else replace(next)
        return
      case 'other':
        replace(next)
    }
  }

  function noteRow(row: number): void {
    current = { ...current, row }
    clearTimeout(settling)
    // Browsers refuse an address that changes with every scrolled row.
    settling = setTimeout(() => replace(current), settleMs)
  }

  function arrived(state: unknown): void {
    const entry = entryOf(state)
    depth = entry?.depth ?? depth + 1
    // An address that was typed may name a dialog; an entry of ours knows of all layers.
    const layer = entry === undefined ? layerOfFragment(location.hash) : entry.layer
    current = { ...locationOfFragment(location.hash, isThreaded()), layer }
    if (isReturning) isReturning = false
    else {
      if (entry === undefined) replace(current)
      show(current)
    }
    // What stays open, or was opened on the way, gets an entry; what can not come back loses it.
    follow(view.peek())
  }

  return {
    /** Starts at the place the page opened with; what is open beyond it becomes an entry of its own. */
    start(location: PageLocation) {
      const entry = entryOf(history.state)
      depth = entry?.depth ?? 0
      window.addEventListener('popstate', (event) => arrived(event.state))
      current = { ...location, layer: entry?.layer }
      // Also takes the request token of the sign-in's redirect out of the address.
      if (!isWritten(current)) replace(current)
      effect(() => {
        const next = view.value
        untracked(() => {
          if (isSameView(current, next)) noteRowOf(next)
          plan()
        })
      })
    },
  }

  function noteRowOf({ row }: HistoryEntry): void {
    if (row !== current.row && !isReturning) noteRow(row)
  }
}

function isSameView(one: HistoryEntry, other: HistoryEntry): boolean {
  return (
    one.layer === other.layer &&
    one.query.isThreaded === other.query.isThreaded &&
    isSameLocation(one, other)
  )
}

type Change = 'none' | 'opened' | 'closed' | 'other'

function changeOf(from: HistoryEntry, to: HistoryEntry, isChosen: boolean): Change {
  if (isSameView(from, to)) return 'none'
  // What a layer leads to takes the layer's entry.
  if (isOpened(from, to, isChosen)) return isClosedLayer(from.layer, to.layer) ? 'other' : 'opened'
  return isClosed(from, to) ? 'closed' : 'other'
}

function isOpened(from: HistoryEntry, to: HistoryEntry, isChosen: boolean): boolean {
  if (isOpenedLayer(from.layer, to.layer)) return true
  if (!from.isComposing && to.isComposing) return true
  if (to.query.mailbox !== from.query.mailbox) return true
  if (isNarrowed(to.query) && narrowing(to) !== narrowing(from)) return true
  if (to.message === undefined) return false
  if (from.message === undefined) return true
  // The message of a bookmark gets its full name with the response: it was open before.
  return isChosen && from.message.uidValidity !== '' && !isSameOpen(from.message, to.message)
}

function isClosed(from: HistoryEntry, to: HistoryEntry): boolean {
  return (
    isClosedLayer(from.layer, to.layer) ||
    (from.isComposing && !to.isComposing) ||
    (from.message !== undefined && to.message === undefined) ||
    (isNarrowed(from.query) && !isNarrowed(to.query))
  )
}

function isOpenedLayer(from: Layer | undefined, to: Layer | undefined): boolean {
  if (from === undefined || to === undefined) return to !== undefined
  // A page of the settings takes the place of the one before; a contact or a group has an entry of its own.
  return to.startsWith('contacts') && from.startsWith('contacts') && !from.startsWith(to)
}

function isClosedLayer(from: Layer | undefined, to: Layer | undefined): boolean {
  if (from === undefined || to === undefined) return from !== undefined
  return from !== to && from.startsWith(to)
}

function narrowing({ query: { search, scope, filter } }: HistoryEntry): string {
  return JSON.stringify([search, search === '' ? '' : scope, filter])
}

interface EntryState {
  readonly depth: number
  readonly layer: Layer | undefined
  /** Whether its list shows conversations. */
  readonly isThreaded: boolean | undefined
}

/** Whether the entry of a page that is loaded again shows conversations; undefined for no entry of ours. */
export function isThreadedEntry(state: unknown): boolean | undefined {
  return entryOf(state)?.isThreaded
}

/** Undefined for an address that was typed or followed: no entry of ours. */
function entryOf(state: unknown): EntryState | undefined {
  if (typeof state !== 'object' || state === null || !('depth' in state)) return undefined
  const { depth } = state
  if (typeof depth !== 'number') return undefined
  const layer = 'layer' in state && typeof state.layer === 'string' ? state.layer : undefined
  const isThreaded =
    'isThreaded' in state && typeof state.isThreaded === 'boolean' ? state.isThreaded : undefined
  return { depth, layer, isThreaded }
}

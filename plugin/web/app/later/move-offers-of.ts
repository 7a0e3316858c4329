import { effect, signal, untracked, type Signal } from '@preact/signals'
import {
  createMoveCounts,
  isFiltered,
  withOffered,
  type MoveOffer,
} from '../../state/filters/move-offers.ts'
import type { App } from '../app.ts'
import { filtersOf } from './filters-of.ts'
import { oncePerApp } from './once-per-app.ts'

/** Senders of rows that were shown: what is moved is no longer in the list when that is done. */
const MAX_KNOWN = 2_000

/** The filter that is suggested now. Follows what is moved on this page from the first call on. */
export const moveOfferOf = oncePerApp(followMoves)

function followMoves(app: App): Signal<MoveOffer | undefined> {
  const { list, lastDone, mailboxes, settings } = app
  const offer = signal<MoveOffer | undefined>(undefined)
  const counts = createMoveCounts()
  const senders = new Map<string, string>()

  effect(() => {
    const { mailbox } = list.name.value
    for (const { uid, from } of list.rows.value.values()) {
      const [sender, ...others] = from
      if (sender !== undefined && others.length === 0)
        senders.set(keyOf(mailbox, uid), sender.address)
    }
    for (const key of senders.keys()) {
      if (senders.size <= MAX_KNOWN) break
      senders.delete(key)
    }
  })

  function take(found: MoveOffer): void {
    const { filterOffers } = settings.preferences.peek()
    const entries = filtersOf(app).filters.peek()?.entries ?? []
    if (filterOffers === null || filterOffers.includes(found.address)) return
    if (isFiltered(entries, found.address)) return
    offer.value = found
    const offered = [...withOffered(filterOffers, found.address)]
    // Where this is not stored it is suggested again another day.
    settings.prefer('filterOffers', offered).catch(() => undefined)
  }

  effect(() => {
    const { done } = lastDone.value ?? {}
    if (done?.action !== 'move') return
    untracked(() => {
      const target = done.target === null ? undefined : mailboxes.find(done.target)
      const folder = target?.specialUse === null ? target.path : undefined
      const moved = done.uids.flatMap((uid) => senders.get(keyOf(done.mailbox, uid)) ?? [])
      const found = counts.note(moved, folder)
      if (found !== undefined) take(found)
    })
  })
  return offer
}

function keyOf(mailbox: string, uid: number): string {
  return `${uid} ${mailbox}`
}

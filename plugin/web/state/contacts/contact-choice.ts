import { signal, type ReadonlySignal } from '@preact/signals'
import type { NativeContactRow } from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { ContactList } from './contact-list.ts'

/** Contacts of one request (plugin/actions/contact/input.ts). */
export const MAX_CHOSEN = 5_000

/** The contacts that are chosen for one action. Each act ends the choice; so does another list. */
export interface ContactChoice {
  /** By id, as they were seen when they were chosen. */
  readonly rows: ReadonlySignal<ReadonlyMap<string, NativeContactRow>>
  /** Chooses the one at this place of the list, or no more. */
  toggle(index: number): void
  /** Chooses all from the place that was chosen last to this one, and no more what the range before it had beyond. */
  extend(position: number): Promise<void>
  /** Chooses all of the list, at most `MAX_CHOSEN`. */
  chooseAll(): Promise<void>
  readonly chooseNone: () => void
  /** Puts them into a group or takes them out of it; how many changed, undefined where that failed. */
  group(group: string, isIn: boolean): Promise<number | undefined>
  /** Deletes them as they were seen, or none; how many, undefined where that failed. */
  remove(): Promise<number | undefined>
}

interface ContactChoiceOptions {
  readonly http: Pick<HttpClient, 'post'>
  /** Asks, and reports the contact where that fails; undefined then. */
  readonly request: <Response>(question: () => Promise<Response>) => Promise<Response | undefined>
  readonly list: Pick<ContactList, 'rows' | 'total' | 'fetch' | 'reload'>
  readonly signal: AbortSignal
  readonly onRemoved: (ids: ReadonlySet<string>) => void
}

/** Builds it, with nothing chosen. */
export function createContactChoice(options: ContactChoiceOptions): ContactChoice {
  const { http, request, list, signal: life, onRemoved } = options
  const rows = signal<ReadonlyMap<string, NativeContactRow>>(new Map())
  let lastPosition = 0
  /** Those chosen automatically: a range that becomes shorter leaves them chosen. */
  let alone: ReadonlyMap<string, NativeContactRow> = new Map()
  let turn = 0

  /** The last one requested counts: rows that are not here yet may come in any order. */
  async function choose(first: number, last: number): Promise<void> {
    const mine = ++turn
    const found = await list.fetch(first, Math.min(last, first + MAX_CHOSEN - 1))
    if (mine !== turn) return
    const all = new Map([...alone, ...found.map((row) => [row.id, row] as const)])
    rows.value = new Map([...all].slice(0, MAX_CHOSEN))
  }

  function chooseAlone(chosen: ReadonlyMap<string, NativeContactRow>): void {
    turn += 1
    alone = chosen
    rows.value = chosen
  }

  function chooseNone(): void {
    lastPosition = 0
    chooseAlone(new Map())
  }

  async function run<Response>(make: () => Promise<Response>): Promise<Response | undefined> {
    const response = await request(make)
    if (response !== undefined) chooseNone()
    // Also after a refusal: someone else may have changed what was seen.
    await list.reload()
    return response
  }

  return {
    rows,
    toggle(index) {
      const row = list.rows.peek().get(index)
      if (row === undefined) return
      lastPosition = index
      const chosen = new Map(rows.peek())
      if (!chosen.delete(row.id) && chosen.size < MAX_CHOSEN) chosen.set(row.id, row)
      chooseAlone(chosen)
    },
    extend: (index) => choose(Math.min(lastPosition, index), Math.max(lastPosition, index)),
    chooseAll: () => choose(0, list.total.peek() - 1),
    chooseNone,
    group(group, isIn) {
      const ids = [...rows.peek().keys()]
      const input = { ids, group, isIn }
      return run(async () => (await http.post('group-contacts', input, life)).count)
    },
    async remove() {
      const seen = [...rows.peek().values()].map(({ id, version }) => ({ id, version }))
      const count = await run(
        async () => (await http.post('delete-contacts', { seen }, life)).count,
      )
      if (count !== undefined) onRemoved(new Set(seen.map(({ id }) => id)))
      return count
    },
  }
}

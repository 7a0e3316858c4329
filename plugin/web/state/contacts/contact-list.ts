import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeContactRow,
  NativeContacts,
  NativeDirectory,
} from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'

/** Which people are listed. */
export interface ContactQuery {
  readonly search: string
  /** Empty for all. */
  readonly group: string
  /** Those of the company's directory, and not the own ones. */
  readonly isDirectory: boolean
}

/** The people of a list, of which as many are here as were looked at. */
export interface ContactList {
  readonly query: ReadonlySignal<ContactQuery>
  /** By their place in the list. */
  readonly rows: ReadonlySignal<ReadonlyMap<number, NativeContactRow>>
  readonly total: ReadonlySignal<number>
  /** Of the own contacts, from the last answer; undefined before the first. */
  readonly told: ReadonlySignal<NativeContacts | undefined>
  /** The owner has no contacts at all. */
  readonly isEmpty: ReadonlySignal<boolean>
  /** What the directory said last; undefined before. */
  readonly directory: ReadonlySignal<NativeDirectory | undefined>
  /** Looks for others. */
  look(query: ContactQuery): void
  /** These places are in sight: those that are not here are asked for. */
  see(first: number, last: number): void
  /** The own contacts at these places, of which those that are not here are asked for; none where the list has changed meanwhile. */
  fetch(first: number, last: number): Promise<readonly NativeContactRow[]>
  /** After a change of the own contacts. */
  reload(): Promise<void>
}

interface ContactListOptions {
  readonly http: Pick<HttpClient, 'get'>
  /** Asks, and tells the person where that fails; undefined then. */
  readonly ask: <Answer>(question: () => Promise<Answer>) => Promise<Answer | undefined>
  readonly signal: AbortSignal
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
}

/** Rows of one answer (plugin/actions/contact/list.ts). */
const pageRows = 100
/** The directory is asked once nothing was typed for so long: it is somebody else's server. */
const directoryQuietMs = 200

/** Builds it; nothing is asked before `look`. */
export function createContactList({
  http,
  ask,
  signal: life,
  wait,
}: ContactListOptions): ContactList {
  const query = signal<ContactQuery>({ search: '', group: '', isDirectory: false })
  const rows = signal<ReadonlyMap<number, NativeContactRow>>(new Map())
  const total = signal(0)
  const told = signal<NativeContacts | undefined>(undefined)
  const directory = signal<NativeDirectory | undefined>(undefined)
  const asked = new Set<number>()
  let firstInSight = 0
  let turn = 0
  /** The question that the rows are of. */
  let rowsTurn = 0

  /** A new question has the word from now on. */
  function begin(): number {
    asked.clear()
    turn += 1
    return turn
  }

  async function load(offset: number, mine: number): Promise<void> {
    asked.add(offset)
    const { search, group } = query.peek()
    const answer = await ask(() => http.get('contacts', { search, group, offset }, life))
    if (mine !== turn) return
    asked.delete(offset)
    if (answer === undefined) return
    take(answer)
    // Its last member has left it, it has another name now, or an old address names it.
    const isMissing = group !== '' && answer.groups.every(({ name }) => name !== group)
    if (isMissing && query.peek().group === group) look({ search, group: '', isDirectory: false })
  }

  function take(answer: NativeContacts): void {
    const before = told.peek()
    // Rows of another question, or of another state of the book, stand at other places.
    const isSame = rowsTurn === turn && before?.revision === answer.revision
    const kept = isSame ? rows.peek() : []
    rowsTurn = turn
    const added = answer.rows.map((row, place) => [answer.offset + place, row] as const)
    batch(() => {
      rows.value = new Map([...kept, ...added])
      total.value = answer.total
      // What the server of the address book does is told with the first part.
      const { isReadOnly = false, isRefused = false } =
        (answer.offset === 0 ? answer : before) ?? {}
      told.value = { ...answer, isReadOnly, isRefused }
    })
  }

  async function searchDirectory(): Promise<void> {
    const mine = begin()
    await wait(directoryQuietMs)
    if (mine !== turn) return
    const input = { search: query.peek().search, isCompletion: false }
    const answer = await ask(() => http.get('directory', input, life))
    if (answer === undefined || mine !== turn) return
    batch(() => {
      directory.value = answer
      rows.value = new Map(answer.people.map((person, place) => [place, directoryRow(person)]))
      total.value = answer.people.length
    })
  }

  function look(wanted: ContactQuery): void {
    const isOther = query.peek().isDirectory !== wanted.isDirectory
    batch(() => {
      query.value = wanted
      if (!isOther) return
      rows.value = new Map()
      total.value = 0
    })
    firstInSight = 0
    void (wanted.isDirectory ? searchDirectory() : load(0, begin()))
  }

  return {
    query,
    rows,
    total,
    told,
    isEmpty: computed(() => {
      const { search, group, isDirectory } = query.value
      return told.value?.total === 0 && search === '' && group === '' && !isDirectory
    }),
    directory,
    look,
    see(first, last) {
      firstInSight = first
      if (query.peek().isDirectory) return
      const end = Math.min(last, total.peek() - 1)
      for (let place = pageStart(first); place <= end; place += pageRows) {
        if (!rows.peek().has(place) && !asked.has(place)) void load(place, turn)
      }
    },
    async fetch(first, last) {
      const mine = turn
      for (let page = pageStart(first); page <= last; page += pageRows) {
        const isHere = placesOf(Math.max(first, page), Math.min(last, page + pageRows - 1)).every(
          (place) => rows.peek().has(place),
        )
        if (!isHere) await load(page, turn)
        if (mine !== turn) return []
      }
      const found = placesOf(first, last).map((place) => rows.peek().get(place))
      return found.every((row) => row !== undefined) ? found : []
    },
    async reload() {
      if (!query.peek().isDirectory) await load(pageStart(firstInSight), begin())
    },
  }
}

function placesOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

function pageStart(place: number): number {
  return place - (place % pageRows)
}

function directoryRow({ id, contact }: NativeDirectory['people'][number]): NativeContactRow {
  const { name, organisation, emails, phones, groups, photo } = contact
  const addresses = emails.map(({ address }) => address)
  const phone = phones[0]?.number ?? ''
  return { id, version: 1, name, organisation, emails: addresses, phone, groups, photo }
}

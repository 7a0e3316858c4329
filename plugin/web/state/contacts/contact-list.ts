import { batch, computed, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeContactRow,
  NativeContacts,
  NativeDirectory,
} from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'

/** Which contacts are listed. */
export interface ContactQuery {
  readonly search: string
  /** Empty for all. */
  readonly group: string
  /** Those of the company's directory, and not the own ones. */
  readonly isDirectory: boolean
}

/** The contacts of a list, of which as many are here as were looked at. */
export interface ContactList {
  readonly query: ReadonlySignal<ContactQuery>
  /** By their place in the list. */
  readonly rows: ReadonlySignal<ReadonlyMap<number, NativeContactRow>>
  readonly total: ReadonlySignal<number>
  /** Of the own contacts, from the last response; undefined before the first. */
  readonly loaded: ReadonlySignal<NativeContacts | undefined>
  /** The owner has no contacts at all. */
  readonly isEmpty: ReadonlySignal<boolean>
  /** What the directory said last; undefined before. */
  readonly directory: ReadonlySignal<NativeDirectory | undefined>
  /** Looks for others. */
  look(query: ContactQuery): void
  /** These places are visible: those that are not here are requested. */
  see(first: number, last: number): void
  /** The own contacts at these places, of which those that are not here are requested; none where the list has changed meanwhile. */
  fetch(first: number, last: number): Promise<readonly NativeContactRow[]>
  /** After a change of the own contacts. */
  reload(): Promise<void>
}

interface ContactListOptions {
  readonly http: Pick<HttpClient, 'get'>
  /** Asks, and reports the contact where that fails; undefined then. */
  readonly request: <Response>(question: () => Promise<Response>) => Promise<Response | undefined>
  readonly signal: AbortSignal
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
}

/** Rows of one response (plugin/actions/contact/list.ts). */
const pageRows = 100
/** The directory is asked once nothing was typed for so long: it is someone else's server. */
const directoryQuietMs = 200

/** Builds it; nothing is asked before `look`. */
export function createContactList({
  http,
  request,
  signal: life,
  wait,
}: ContactListOptions): ContactList {
  const query = signal<ContactQuery>({ search: '', group: '', isDirectory: false })
  const rows = signal<ReadonlyMap<number, NativeContactRow>>(new Map())
  const total = signal(0)
  const loaded = signal<NativeContacts | undefined>(undefined)
  const directory = signal<NativeDirectory | undefined>(undefined)
  const requested = new Set<number>()
  let firstVisible = 0
  let turn = 0
  /** The question that the rows are of. */
  let rowsTurn = 0

  /** A new question has the word from now on. */
  function nextVersion(): number {
    requested.clear()
    turn += 1
    return turn
  }

  async function load(offset: number, mine: number): Promise<void> {
    requested.add(offset)
    const { search, group } = query.peek()
    const response = await request(() => http.get('contacts', { search, group, offset }, life))
    if (mine !== turn) return
    requested.delete(offset)
    if (response === undefined) return
    take(response)
    // Its last member has left it, it has another name now, or an old address names it.
    const isMissing = group !== '' && response.groups.every(({ name }) => name !== group)
    if (isMissing && query.peek().group === group) look({ search, group: '', isDirectory: false })
  }

  function take(reply: NativeContacts): void {
    const before = loaded.peek()
    // Rows of another question, or of another state of the book, stand at other places.
    const isSame = rowsTurn === turn && before?.revision === reply.revision
    const remaining = isSame ? rows.peek() : []
    rowsTurn = turn
    const added = reply.rows.map((row, index) => [reply.offset + index, row] as const)
    batch(() => {
      rows.value = new Map([...remaining, ...added])
      total.value = reply.total
      // What the server of the address book does is told with the first part.
      const { isReadOnly = false, isRefused = false } = (reply.offset === 0 ? reply : before) ?? {}
      loaded.value = { ...reply, isReadOnly, isRefused }
    })
  }

  async function searchDirectory(): Promise<void> {
    const mine = nextVersion()
    await wait(directoryQuietMs)
    if (mine !== turn) return
    const input = { search: query.peek().search, isCompletion: false }
    const response = await request(() => http.get('directory', input, life))
    if (response === undefined || mine !== turn) return
    batch(() => {
      directory.value = response
      rows.value = new Map(response.people.map((contact, index) => [index, directoryRow(contact)]))
      total.value = response.people.length
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
    firstVisible = 0
    void (wanted.isDirectory ? searchDirectory() : load(0, nextVersion()))
  }

  return {
    query,
    rows,
    total,
    loaded,
    isEmpty: computed(() => {
      const { search, group, isDirectory } = query.value
      return loaded.value?.total === 0 && search === '' && group === '' && !isDirectory
    }),
    directory,
    look,
    see(first, last) {
      firstVisible = first
      if (query.peek().isDirectory) return
      const end = Math.min(last, total.peek() - 1)
      for (let index = pageStart(first); index <= end; index += pageRows) {
        if (!rows.peek().has(index) && !requested.has(index)) void load(index, turn)
      }
    },
    async fetch(first, last) {
      const mine = turn
      for (let page = pageStart(first); page <= last; page += pageRows) {
        const isHere = positionsOf(
          Math.max(first, page),
          Math.min(last, page + pageRows - 1),
        ).every((index) => rows.peek().has(index))
        if (!isHere) await load(page, turn)
        if (mine !== turn) return []
      }
      const found = positionsOf(first, last).map((index) => rows.peek().get(index))
      return found.every((row) => row !== undefined) ? found : []
    },
    async reload() {
      if (!query.peek().isDirectory) await load(pageStart(firstVisible), nextVersion())
    },
  }
}

function positionsOf(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, offset) => first + offset)
}

function pageStart(index: number): number {
  return index - (index % pageRows)
}

function directoryRow({ id, contact }: NativeDirectory['people'][number]): NativeContactRow {
  const { name, organisation, emails, phones, groups, photo } = contact
  const addresses = emails.map(({ address }) => address)
  const phone = phones[0]?.number ?? ''
  return { id, version: 1, name, organisation, emails: addresses, phone, groups, photo }
}

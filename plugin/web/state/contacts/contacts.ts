import { batch, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeAddress,
  NativeCollected,
  NativeContact,
  NativeContactConflict,
  NativeContactEntry,
  NativeContactImport,
  NativeContactRow,
  NativeContacts,
  NativeDirectory,
} from '../../../wire/native/types.ts'
import type { ContactApi } from '../../wire/contact-api.ts'
import type { Api } from '../../wire/api.ts'
import { failureOf, type Failure } from '../../wire/problem.ts'
import type { Connection } from '../session/connection.ts'

/** What the right side shows. */
export type OpenContact =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'shown'; readonly entry: NativeContactEntry }
  /** Of the directory of the company. */
  | { readonly kind: 'person'; readonly id: string; readonly contact: NativeContact }
  | {
      readonly kind: 'edited'
      /** undefined: a new one. */
      readonly entry: NativeContactEntry | undefined
      readonly conflict: NativeContactConflict | undefined
    }
  | { readonly kind: 'imported'; readonly report: NativeContactImport }
  | { readonly kind: 'collected'; readonly people: NativeCollected }
  | { readonly kind: 'doubles'; readonly sets: readonly (readonly NativeContactRow[])[] }

type SaveContact = (contact: NativeContact) => Promise<{ readonly isMerged: boolean } | undefined>

/** Which people are listed. */
export interface ContactQuery {
  readonly search: string
  /** Empty for all. */
  readonly group: string
  /** Those of the company's directory, and not the own ones. */
  readonly isDirectory: boolean
}

/** The address book while it is open. */
export interface Contacts {
  readonly query: ReadonlySignal<ContactQuery>
  readonly rows: ReadonlySignal<readonly NativeContactRow[]>
  /** Of the list, from the last answer; undefined before the first. */
  readonly told: ReadonlySignal<NativeContacts | undefined>
  /** What the directory said last; undefined before. */
  readonly directory: ReadonlySignal<NativeDirectory | undefined>
  readonly open: ReadonlySignal<OpenContact>
  readonly problem: ReadonlySignal<Failure | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  /** What the person asked for while the form had words that are not saved; undefined: nothing. */
  readonly leaving: ReadonlySignal<(() => void) | undefined>
  /** The form has words that are not saved, or no more. */
  noteChange(isChanged: boolean): void
  /** Runs it at once, or once the person has given up what was entered. */
  leave(run: () => void): void
  readonly stay: () => void
  look(query: ContactQuery): void
  readonly more: () => void
  show(id: string): void
  readonly create: () => void
  readonly edit: () => void
  readonly close: () => void
  /** Resolves with what was saved; undefined where something is to be decided or went wrong. */
  readonly save: SaveContact
  /** Saves over what stands, after the person has seen it. */
  readonly saveMine: SaveContact
  readonly takeTheirs: () => void
  remove(entry: NativeContactEntry): Promise<boolean>
  importFile(file: File): Promise<void>
  /** Keeps a picture for a contact to hold; tells its name, undefined where that failed. */
  keepPhoto(picture: Blob): Promise<string | undefined>
  readonly showCollected: () => void
  forget(address: string): Promise<void>
  /** Makes a contact of somebody the owner wrote to. */
  adopt(person: NativeAddress): Promise<void>
  /** Makes one of somebody of the directory, with all that it says; false where that failed. */
  adoptPerson(contact: NativeContact): Promise<boolean>
  readonly showDoubles: () => void
  /** Makes one of several; resolves with it, undefined where that failed. */
  merge(set: readonly NativeContactRow[]): Promise<NativeContactEntry | undefined>
}

interface ContactsOptions {
  readonly api: ContactApi & Pick<Api, 'directory'>
  readonly connection: Pick<Connection, 'reach'>
  readonly signal: AbortSignal
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
}

const directoryQuietMs = 200

/** Builds it; nothing is asked before `look`. */
export function createContacts({ api, connection, signal: life, wait }: ContactsOptions): Contacts {
  const query = signal<ContactQuery>({ search: '', group: '', isDirectory: false })
  const rows = signal<readonly NativeContactRow[]>([])
  const told = signal<NativeContacts | undefined>(undefined)
  const directory = signal<NativeDirectory | undefined>(undefined)
  const open = signal<OpenContact>({ kind: 'nothing' })
  const problem = signal<Failure | undefined>(undefined)
  const isBusy = signal(false)
  const leaving = signal<(() => void) | undefined>(undefined)
  let isChanged = false
  let turn = 0

  async function ask<Answer>(question: () => Promise<Answer>): Promise<Answer | undefined> {
    problem.value = undefined
    isBusy.value = true
    try {
      return await connection.reach(question, life)
    } catch (error) {
      if (!life.aborted) problem.value = failureOf(error)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  async function load(offset: number): Promise<void> {
    turn += 1
    const mine = turn
    const { search, group } = query.peek()
    const answer = await ask(() => api.contacts({ search, group, offset }, life))
    // A later question has the word.
    if (answer === undefined || mine !== turn) return
    batch(() => {
      // What the server of the address book does is told with the first part.
      told.value =
        offset === 0 ? answer : { ...answer, isReadOnly: told.peek()?.isReadOnly === true }
      rows.value = offset === 0 ? answer.rows : [...rows.peek().slice(0, offset), ...answer.rows]
    })
  }

  /** Once nothing was typed for a moment: it is somebody else's server. */
  async function searchDirectory(): Promise<void> {
    turn += 1
    const mine = turn
    isBusy.value = true
    await wait(directoryQuietMs)
    if (mine !== turn) return
    const answer = await ask(() => api.directory(query.peek().search, false, life))
    if (answer === undefined || mine !== turn) return
    batch(() => {
      directory.value = answer
      rows.value = answer.people.map(directoryRow)
    })
  }

  /** After a change of the own contacts. */
  async function reload(): Promise<void> {
    if (!query.peek().isDirectory) await load(0)
  }

  async function saveFrom(
    contact: NativeContact,
    entry: NativeContactEntry | undefined,
  ): Promise<{ readonly isMerged: boolean } | undefined> {
    const answer = await ask(() => api.saveContact(contact, entry, life))
    if (answer === undefined) return undefined
    if (answer.kind === 'contact-conflict') {
      open.value = { kind: 'edited', entry, conflict: answer }
      return undefined
    }
    isChanged = false
    open.value = { kind: 'shown', entry: answer.entry }
    await reload()
    return { isMerged: answer.isMerged }
  }

  function leave(run: () => void): void {
    const go = () => {
      isChanged = false
      leaving.value = undefined
      run()
    }
    if (isChanged) leaving.value = go
    else go()
  }

  function close(): void {
    const now = open.peek()
    const isEdit = now.kind === 'edited' && now.entry !== undefined
    open.value = isEdit ? { kind: 'shown', entry: now.entry } : { kind: 'nothing' }
  }

  /** Shows what a question is answered, unless that is nothing. */
  async function showAnswer(question: () => Promise<OpenContact>): Promise<void> {
    const answer = await ask(question)
    if (answer !== undefined) open.value = answer
  }

  return {
    query,
    rows,
    told,
    directory,
    open,
    problem,
    isBusy,
    look(wanted) {
      const isOther = query.peek().isDirectory !== wanted.isDirectory
      query.value = wanted
      if (isOther) rows.value = []
      void (wanted.isDirectory ? searchDirectory() : load(0))
    },
    more: () => void load(rows.peek().length),
    leaving,
    noteChange: (changed) => (isChanged = changed),
    leave,
    stay: () => (leaving.value = undefined),
    show: (id) =>
      leave(() => {
        const person = directory.peek()?.people.find((one) => one.id === id)
        if (query.peek().isDirectory && person !== undefined) {
          open.value = { kind: 'person', ...person }
          return
        }
        open.value = { kind: 'loading', id }
        void ask(() => api.contact(id, life)).then((entry) => {
          const now = open.peek()
          if (now.kind !== 'loading' || now.id !== id) return
          open.value = entry === undefined ? { kind: 'nothing' } : { kind: 'shown', entry }
        })
      }),
    create() {
      const now = open.peek()
      // The form of a new one is there already.
      if (now.kind === 'edited' && now.entry === undefined) return
      leave(() => (open.value = { kind: 'edited', entry: undefined, conflict: undefined }))
    },
    edit() {
      const now = open.peek()
      if (now.kind === 'shown') open.value = { ...now, kind: 'edited', conflict: undefined }
    },
    close: () => leave(close),
    save(contact) {
      const now = open.peek()
      return saveFrom(contact, now.kind === 'edited' ? now.entry : undefined)
    },
    saveMine(contact) {
      const now = open.peek()
      const conflict = now.kind === 'edited' ? now.conflict : undefined
      return saveFrom(contact, conflict?.theirs ?? undefined)
    },
    takeTheirs() {
      const now = open.peek()
      const theirs = now.kind === 'edited' ? now.conflict?.theirs : undefined
      open.value = theirs ? { kind: 'shown', entry: theirs } : { kind: 'nothing' }
      void reload()
    },
    async remove({ id, version }) {
      const answer = await ask(() => api.deleteContacts([{ id, version }], life))
      if (answer === undefined) return false
      open.value = { kind: 'nothing' }
      await reload()
      return true
    },
    async importFile(file) {
      const report = await ask(() => api.importContacts(file, life))
      if (report === undefined) return
      open.value = { kind: 'imported', report }
      await reload()
    },
    keepPhoto: (picture) => ask(() => api.keepPhoto(picture, life)),
    showCollected: () =>
      leave(
        () =>
          void showAnswer(async () => ({ kind: 'collected', people: await api.collected(life) })),
      ),
    async forget(address) {
      await showAnswer(async () => ({
        kind: 'collected',
        people: await api.forgetCollected([address], life),
      }))
      await reload()
    },
    async adopt(person) {
      const answer = await ask(() => api.addContact(person, life))
      if (answer === undefined) return
      open.value = { kind: 'shown', entry: answer.entry }
      await reload()
    },
    adoptPerson: async (contact) => (await saveFrom(contact, undefined)) !== undefined,
    showDoubles: () =>
      leave(
        () => void showAnswer(async () => ({ kind: 'doubles', sets: await api.doubles(life) })),
      ),
    async merge(set) {
      const answer = await ask(() => api.mergeContacts(set, life))
      if (answer === undefined) return undefined
      const now = open.peek()
      if (now.kind === 'doubles')
        open.value = { ...now, sets: now.sets.filter((one) => one !== set) }
      await reload()
      return answer.entry
    },
  }
}

function directoryRow({ id, contact }: NativeDirectory['people'][number]): NativeContactRow {
  const { name, organisation, emails, phones, groups, photo } = contact
  const addresses = emails.map(({ address }) => address)
  const phone = phones[0]?.number ?? ''
  return { id, version: 1, name, organisation, emails: addresses, phone, groups, photo }
}

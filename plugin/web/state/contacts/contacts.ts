import { batch, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeContact,
  NativeContactConflict,
  NativeContactEntry,
  NativeContactImport,
  NativeContactRow,
  NativeContacts,
} from '../../../wire/native/types.ts'
import type { ContactApi } from '../../wire/contact-api.ts'
import { failureOf, type Failure } from '../../wire/problem.ts'
import type { Connection } from '../session/connection.ts'

/** What the right side shows. */
export type OpenContact =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'loading'; readonly id: string }
  | { readonly kind: 'shown'; readonly entry: NativeContactEntry }
  | {
      readonly kind: 'edited'
      /** undefined: a new one. */
      readonly entry: NativeContactEntry | undefined
      readonly conflict: NativeContactConflict | undefined
    }
  | { readonly kind: 'imported'; readonly report: NativeContactImport }

type SaveContact = (contact: NativeContact) => Promise<{ readonly isMerged: boolean } | undefined>

/** The address book while it is open. */
export interface Contacts {
  readonly query: ReadonlySignal<{ readonly search: string; readonly group: string }>
  readonly rows: ReadonlySignal<readonly NativeContactRow[]>
  /** Of the list, from the last answer; undefined before the first. */
  readonly told: ReadonlySignal<NativeContacts | undefined>
  readonly open: ReadonlySignal<OpenContact>
  readonly problem: ReadonlySignal<Failure | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  look(query: { readonly search: string; readonly group: string }): void
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
}

interface ContactsOptions {
  readonly api: ContactApi
  readonly connection: Pick<Connection, 'reach'>
  readonly signal: AbortSignal
}

/** Builds it; nothing is asked before `look`. */
export function createContacts({ api, connection, signal: life }: ContactsOptions): Contacts {
  const query = signal({ search: '', group: '' })
  const rows = signal<readonly NativeContactRow[]>([])
  const told = signal<NativeContacts | undefined>(undefined)
  const open = signal<OpenContact>({ kind: 'nothing' })
  const problem = signal<Failure | undefined>(undefined)
  const isBusy = signal(false)
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
    const wanted = query.peek()
    const answer = await ask(() => api.contacts({ ...wanted, offset }, life))
    // A later question has the word.
    if (answer === undefined || mine !== turn) return
    batch(() => {
      told.value = answer
      rows.value = offset === 0 ? answer.rows : [...rows.peek().slice(0, offset), ...answer.rows]
    })
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
    open.value = { kind: 'shown', entry: answer.entry }
    await load(0)
    return { isMerged: answer.isMerged }
  }

  return {
    query,
    rows,
    told,
    open,
    problem,
    isBusy,
    look(wanted) {
      query.value = wanted
      void load(0)
    },
    more: () => void load(rows.peek().length),
    show(id) {
      open.value = { kind: 'loading', id }
      void ask(() => api.contact(id, life)).then((entry) => {
        const now = open.peek()
        if (now.kind !== 'loading' || now.id !== id) return
        open.value = entry === undefined ? { kind: 'nothing' } : { kind: 'shown', entry }
      })
    },
    create: () => (open.value = { kind: 'edited', entry: undefined, conflict: undefined }),
    edit() {
      const now = open.peek()
      if (now.kind === 'shown') open.value = { ...now, kind: 'edited', conflict: undefined }
    },
    close() {
      const now = open.peek()
      const isEdit = now.kind === 'edited' && now.entry !== undefined
      open.value = isEdit ? { kind: 'shown', entry: now.entry } : { kind: 'nothing' }
    },
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
      void load(0)
    },
    async remove({ id, version }) {
      const answer = await ask(() => api.deleteContacts([{ id, version }], life))
      if (answer === undefined) return false
      open.value = { kind: 'nothing' }
      await load(0)
      return true
    },
    async importFile(file) {
      const report = await ask(() => api.importContacts(file, life))
      if (report === undefined) return
      open.value = { kind: 'imported', report }
      await load(0)
    },
  }
}

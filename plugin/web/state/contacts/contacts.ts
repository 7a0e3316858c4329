import { signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeAddress,
  NativeContact,
  NativeContactEntry,
  NativeContactRow,
} from '../../../wire/native/types.ts'
import type { UploadProgress } from '../../wire/http/upload.ts'
import { createContactChoice, type ContactChoice } from './contact-choice.ts'
import { createContactList, type ContactList } from './contact-list.ts'
import type { OpenContact } from './open-contact.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { failureOf, Problem, type Failure } from '../../wire/http/problem.ts'
import type { Unsaved } from '../page/unsaved.ts'
import type { Connection } from '../session/connection.ts'

type SaveContact = (contact: NativeContact) => Promise<{ readonly isMerged: boolean } | undefined>

/** The address book while it is open. */
export interface Contacts extends Omit<ContactList, 'reload' | 'fetch'> {
  /** Those that are chosen for one action. */
  readonly choice: ContactChoice
  readonly open: ReadonlySignal<OpenContact>
  readonly problem: ReadonlySignal<Failure | undefined>
  readonly isBusy: ReadonlySignal<boolean>
  /** How much of a file of contacts is at the server, until it has answered; undefined: none is imported. */
  readonly importing: ReadonlySignal<UploadProgress | undefined>
  /** Another tab changed some of them: the list is requested again. */
  readonly changedElsewhere: () => void
  show(id: string): void
  readonly create: () => void
  readonly edit: () => void
  readonly close: () => void
  /** Resolves with what was saved; undefined where something is to be decided or went wrong. */
  readonly save: SaveContact
  /** Saves over what stands, after the user has seen it. */
  readonly saveMine: SaveContact
  readonly takeTheirs: () => void
  remove(entry: NativeContactEntry): Promise<boolean>
  importFile(file: File): Promise<void>
  /** Keeps a picture for a contact to hold; reports its name, undefined where that failed. */
  keepPhoto(picture: Blob): Promise<string | undefined>
  readonly showCollected: () => void
  forget(address: string): Promise<void>
  /** Makes a contact of a user the owner wrote to. */
  adopt(address: NativeAddress): Promise<void>
  /** Makes one of a user of the directory, with all that it says; false where that failed. */
  adoptContact(contact: NativeContact): Promise<boolean>
  /** Says whether the group that is looked at has the name now. */
  renameGroup(name: string): Promise<boolean>
  /** Says whether the group that is looked at is deleted; its contacts stay. */
  deleteGroup(): Promise<boolean>
  readonly showDuplicates: () => void
  /** Makes one of several; resolves with it, undefined where that failed. */
  merge(set: readonly NativeContactRow[]): Promise<NativeContactEntry | undefined>
}

interface ContactsOptions {
  readonly http: HttpClient
  readonly connection: Pick<Connection, 'reach'>
  readonly unsaved: Pick<Unsaved, 'leave'>
  readonly signal: AbortSignal
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>
  /** Called after a change, for the other tabs to know of it. */
  readonly onChanged: () => void
}

/** Builds it; nothing is asked before `look`. */
export function createContacts(options: ContactsOptions): Contacts {
  const { http, connection, signal: life, wait, onChanged } = options
  const { leave } = options.unsaved
  const open = signal<OpenContact>({ kind: 'nothing' })
  const problem = signal<Failure | undefined>(undefined)
  const isBusy = signal(false)
  const importing = signal<UploadProgress | undefined>(undefined)

  /** Starts something: what was told of the last one is over. */
  function request<Response>(question: () => Promise<Response>): Promise<Response | undefined> {
    problem.value = undefined
    return goOn(question)
  }

  /** Requests what belongs to something that has started, such as the list after an action that was refused. */
  async function goOn<Result>(question: () => Promise<Result>): Promise<Result | undefined> {
    isBusy.value = true
    try {
      return await connection.reach(question, life)
    } catch (error) {
      if (life.aborted) return undefined
      // Some of it is saved: the list shows what.
      if (error instanceof Problem && error.code === 'address_book_partly_saved')
        await list.reload()
      problem.value = failureOf(error)
      return undefined
    } finally {
      isBusy.value = false
    }
  }

  const list = createContactList({ http, request: goOn, signal: life, wait })
  const { query, directory } = list
  const choice = createContactChoice({
    ...{ http, request, signal: life, onRemoved: closeRemoved },
    list: { ...list, reload: changed },
  })

  /** Here and in the other tabs. */
  async function changed(): Promise<void> {
    onChanged()
    await list.reload()
  }

  function closeRemoved(ids: ReadonlySet<string>): void {
    const now = open.peek()
    if (now.kind === 'shown' && ids.has(now.entry.id)) open.value = { kind: 'nothing' }
  }

  async function saveFrom(
    contact: NativeContact,
    entry: NativeContactEntry | undefined,
  ): Promise<{ readonly isMerged: boolean } | undefined> {
    const response = await request(() => http.post('save-contact', { contact, base: entry }, life))
    if (response === undefined) return undefined
    if (response.kind === 'contact-conflict') {
      open.value = { kind: 'edited', entry, conflict: response }
      return undefined
    }
    open.value = { kind: 'shown', entry: response.entry }
    await changed()
    return { isMerged: response.isMerged }
  }

  function close(): void {
    const now = open.peek()
    const isEdit = now.kind === 'edited' && now.entry !== undefined
    open.value = isEdit ? { kind: 'shown', entry: now.entry } : { kind: 'nothing' }
  }

  /** After a change of the group that is looked at: another one is, and who is open says which groups they are in now. */
  async function afterGroup(run: () => Promise<unknown>, group: string): Promise<boolean> {
    const response = await request(run)
    if (response === undefined) {
      await list.reload()
      return false
    }
    onChanged()
    choice.chooseNone()
    list.look({ ...query.peek(), group })
    const now = open.peek()
    if (now.kind === 'shown')
      await showResponse(async () => ({
        kind: 'shown',
        entry: (await http.get('contact', { id: now.entry.id }, life)).entry,
      }))
    return true
  }

  /** Shows what a question is answered, unless that is nothing. */
  async function showResponse(question: () => Promise<OpenContact>): Promise<void> {
    const response = await request(question)
    if (response !== undefined) open.value = response
  }

  return {
    ...list,
    choice,
    look(wanted) {
      problem.value = undefined
      choice.chooseNone()
      list.look(wanted)
    },
    open,
    problem,
    isBusy,
    importing,
    changedElsewhere: () => void list.reload(),
    show: (id) =>
      leave(() => {
        const address = directory.peek()?.people.find((one) => one.id === id)
        if (query.peek().isDirectory && address !== undefined) {
          open.value = { kind: 'person', ...address }
          return
        }
        open.value = { kind: 'loading', id }
        void request(() => http.get('contact', { id }, life)).then((response) => {
          const now = open.peek()
          if (now.kind !== 'loading' || now.id !== id) return
          open.value =
            response === undefined ? { kind: 'nothing' } : { kind: 'shown', entry: response.entry }
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
      void list.reload()
    },
    async remove({ id, version }) {
      const seen = [{ id, version }]
      const response = await request(() => http.post('delete-contacts', { seen }, life))
      if (response === undefined) return false
      open.value = { kind: 'nothing' }
      await changed()
      return true
    },
    async importFile(file) {
      // What the last one did is not said of this one.
      if (open.peek().kind === 'imported') open.value = { kind: 'nothing' }
      const onProgress = (progress: UploadProgress) => (importing.value = progress)
      onProgress({ sentBytes: 0, totalBytes: file.size })
      const watch = { signal: life, onProgress }
      const report = await request(() => http.upload('import-contacts', {}, [file], watch))
      importing.value = undefined
      if (report === undefined) return
      open.value = { kind: 'imported', report }
      await changed()
    },
    async keepPhoto(picture) {
      const file = new File([picture], 'picture')
      const watch = { signal: life, onProgress: () => undefined }
      const response = await request(() => http.upload('keep-contact-photo', {}, [file], watch))
      return response?.photo
    },
    showCollected: () => leave(() => void showResponse(() => http.get('collected', {}, life))),
    async forget(address) {
      await showResponse(() => http.post('forget-collected', { addresses: [address] }, life))
      await changed()
    },
    async adopt({ name, address }) {
      const response = await request(() => http.post('add-contact', { name, address }, life))
      if (response === undefined) return
      open.value = { kind: 'shown', entry: response.entry }
      await changed()
    },
    adoptContact: async (contact) => (await saveFrom(contact, undefined)) !== undefined,
    renameGroup(name) {
      const { group } = query.peek()
      return afterGroup(() => http.post('rename-group', { group, name }, life), name)
    },
    deleteGroup() {
      const { group } = query.peek()
      return afterGroup(() => http.post('delete-group', { group }, life), '')
    },
    showDuplicates: () =>
      leave(
        () =>
          void showResponse(async () => {
            const { sets } = await http.get('contact-doubles', {}, life)
            return { kind: 'doubles', sets }
          }),
      ),
    async merge(set) {
      const seen = set.map(({ id, version }) => ({ id, version }))
      const response = await request(() => http.post('merge-contacts', { seen }, life))
      if (response === undefined) return undefined
      const now = open.peek()
      if (now.kind === 'doubles')
        open.value = { ...now, sets: now.sets.filter((one) => one !== set) }
      await changed()
      return response.entry
    },
  }
}

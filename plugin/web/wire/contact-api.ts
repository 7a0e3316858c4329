import type {
  NativeAddress,
  NativeCollected,
  NativeContact,
  NativeContactAnswer,
  NativeContactConflict,
  NativeContactEntry,
  NativeContactImport,
  NativeContactRow,
  NativeContacts,
  NativeContactsChanged,
} from '../../wire/native/types.ts'
import { expect } from './api.ts'
import { actionUrl, type HttpClient, type UploadWatch } from './http/http-client.ts'

/** The server's verbs about contacts, which come with what uses them. Every one throws Problem. */
export interface ContactApi {
  /** A part of the list of contacts. */
  contacts(
    which: { readonly search: string; readonly group: string; readonly offset: number },
    signal: AbortSignal,
  ): Promise<NativeContacts>
  contact(id: string, signal: AbortSignal): Promise<NativeContactEntry>
  /** `base` is the contact as it was opened; undefined for a new one. */
  saveContact(
    contact: NativeContact,
    base: NativeContactEntry | undefined,
    signal: AbortSignal,
  ): Promise<NativeContactAnswer | NativeContactConflict>
  /** All of them as they were seen, or none. */
  deleteContacts(seen: SeenContacts, signal: AbortSignal): Promise<NativeContactsChanged>
  /** Puts contacts into a group, which their first makes, or takes them out of it. */
  groupContacts(
    ids: readonly string[],
    change: { readonly group: string; readonly isIn: boolean },
    signal: AbortSignal,
  ): Promise<NativeContactsChanged>
  /** Another name for a group, with everybody in it. */
  renameGroup(group: string, name: string, signal: AbortSignal): Promise<NativeContactsChanged>
  /** Its people stay. */
  deleteGroup(group: string, signal: AbortSignal): Promise<NativeContactsChanged>
  importContacts(file: File, watch: UploadWatch): Promise<NativeContactImport>
  /** A contact of somebody in a message, or the one that has the address. */
  addContact(person: NativeAddress, signal: AbortSignal): Promise<NativeContactAnswer>
  /** Contacts that look like the same person, a set for each. */
  doubles(signal: AbortSignal): Promise<readonly (readonly NativeContactRow[])[]>
  /** Makes one of several, as they were seen. */
  mergeContacts(seen: SeenContacts, signal: AbortSignal): Promise<NativeContactAnswer>
  /** Whom the owner wrote to and has no contact of. */
  collected(signal: AbortSignal): Promise<NativeCollected>
  /** They are suggested no more; tells who is left. */
  forgetCollected(addresses: readonly string[], signal: AbortSignal): Promise<NativeCollected>
  /** Keeps a picture; tells its name, for a contact to hold. */
  keepPhoto(picture: Blob, signal: AbortSignal): Promise<string>
}

type SeenContacts = readonly Pick<NativeContactEntry, 'id' | 'version'>[]

/** Gives the client's responses their types. `onChange`: after each change of the contacts. */
export function createContactApi(client: HttpClient, onChange: () => void): ContactApi {
  const http = tellingOfChanges(client, onChange)
  return {
    async contacts({ search, group, offset }, signal) {
      const fields = { _search: search, _group: group, _offset: offset }
      return expect(await http.get('contacts', fields, signal), 'contacts')
    },
    async contact(id, signal) {
      return expect(await http.get('contact', { _id: id }, signal), 'contact').entry
    },
    async saveContact(contact, base, signal) {
      const before = base && {
        _id: base.id,
        _version: base.version,
        _base: JSON.stringify(base.contact),
      }
      const body = { _contact: JSON.stringify(contact), ...before }
      const answer = await http.post('save-contact', body, signal)
      return answer.kind === 'contact-conflict' ? answer : expect(answer, 'contact')
    },
    async deleteContacts(seen, signal) {
      return expect(await http.post('delete-contacts', idsOf(seen), signal), 'contacts-changed')
    },
    async groupContacts(ids, { group, isIn }, signal) {
      const body = { _members: ids.join(','), _group: group, _in: isIn ? '1' : '0' }
      return expect(await http.post('group-contacts', body, signal), 'contacts-changed')
    },
    async renameGroup(group, name, signal) {
      const body = { _group: group, _new_group: name }
      return expect(await http.post('rename-group', body, signal), 'contacts-changed')
    },
    async deleteGroup(group, signal) {
      return expect(await http.post('delete-group', { _group: group }, signal), 'contacts-changed')
    },
    async importContacts(file, watch) {
      const form = new FormData()
      form.set('file', file)
      return expect(await http.upload('import-contacts', form, watch), 'contact-import')
    },
    async addContact({ name, address }, signal) {
      const body = { _person: name, _address: address }
      return expect(await http.post('add-contact', body, signal), 'contact')
    },
    async doubles(signal) {
      return expect(await http.get('contact-doubles', {}, signal), 'contact-doubles').sets
    },
    async mergeContacts(seen, signal) {
      return expect(await http.post('merge-contacts', idsOf(seen), signal), 'contact')
    },
    async collected(signal) {
      return expect(await http.get('collected', {}, signal), 'collected').people
    },
    async forgetCollected(addresses, signal) {
      const body = { _addresses: addresses.join(',') }
      return expect(await http.post('forget-collected', body, signal), 'collected').people
    },
    async keepPhoto(picture, signal) {
      const form = new FormData()
      form.set('file', picture, 'picture')
      const watch = { signal, onProgress: () => undefined }
      const answer = await http.upload('keep-contact-photo', form, watch)
      return expect(answer, 'contact-photo').photo
    },
  }
}

function tellingOfChanges(http: HttpClient, onChange: () => void): HttpClient {
  const told = <Answer>(answer: Answer): Answer => {
    onChange()
    return answer
  }
  return {
    ...http,
    post: (...asked) => http.post(...asked).then(told),
    upload: (...asked) => http.upload(...asked).then(told),
  }
}

function idsOf(seen: SeenContacts): { readonly _ids: string } {
  return { _ids: seen.map(({ id, version }) => `${id}:${version}`).join(',') }
}

/** A file of the contacts, or of those of a group. */
export function exportContactsUrl(format: 'vcard' | 'csv', group: string): string {
  return actionUrl('export-contacts', { _format: format, _group: group })
}

/** The picture of a contact. */
export function contactPhotoUrl(photo: string): string {
  return actionUrl('contact-photo', { _photo: photo })
}

import type {
  NativeAddress,
  NativeContact,
  NativeContactAnswer,
  NativeContactConflict,
  NativeContactEntry,
  NativeContactImport,
  NativeContacts,
} from '../../wire/native/types.ts'
import { expect } from './api.ts'
import { actionUrl, type HttpClient } from './http-client.ts'

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
  deleteContacts(
    seen: readonly Pick<NativeContactEntry, 'id' | 'version'>[],
    signal: AbortSignal,
  ): Promise<unknown>
  importContacts(file: File, signal: AbortSignal): Promise<NativeContactImport>
  /** A contact of somebody in a message, or the one that has the address. */
  addContact(person: NativeAddress, signal: AbortSignal): Promise<NativeContactAnswer>
}

/** Gives the client's responses their types. */
export function createContactApi(http: HttpClient): ContactApi {
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
      const body = { _ids: seen.map(({ id, version }) => `${id}:${version}`).join(',') }
      return expect(await http.post('delete-contacts', body, signal), 'contacts-changed')
    },
    async importContacts(file, signal) {
      const form = new FormData()
      form.set('file', file)
      const watch = { signal, onProgress: () => undefined }
      return expect(await http.upload('import-contacts', form, watch), 'contact-import')
    },
    async addContact({ name, address }, signal) {
      const body = { _person: name, _address: address }
      return expect(await http.post('add-contact', body, signal), 'contact')
    },
  }
}

/** A file of the contacts, or of those of a group. */
export function exportContactsUrl(format: 'vcard' | 'csv', group: string): string {
  return actionUrl('export-contacts', { _format: format, _group: group })
}

/** The picture of a contact. */
export function contactPhotoUrl(photo: string): string {
  return actionUrl('contact-photo', { _photo: photo })
}

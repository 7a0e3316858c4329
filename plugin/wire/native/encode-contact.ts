import type { ContactActionResult } from '../../actions/result/contacts.ts'
import type { ContactEntry } from '../../contacts/book/contact-index.ts'
import type { StoredContact } from '../../contacts/book/change.ts'
import type { NativeBody, NativeContactEntry, NativeContactRow } from './types.ts'

/** A result about contacts as it stands in JSON. */
export function nativeContactResult(
  result: ContactActionResult,
): NativeBody<ContactActionResult['kind']> {
  switch (result.kind) {
    case 'contacts':
      return { ...result, rows: result.rows.map(nativeContactRow) }
    case 'collected':
      return {
        kind: 'collected',
        people: result.people.map(({ name, address, uses, lastUsedAt }) => {
          return { name, address, uses, lastUsedAt }
        }),
      }
    case 'contact': {
      const { kind, isMerged, isKnown } = result
      return { kind, entry: nativeEntry(result), isMerged, isKnown }
    }
    case 'contact-conflict': {
      const { theirs, merged } = result
      return {
        ...result,
        theirs: theirs === undefined ? null : nativeEntry(theirs),
        merged: merged ?? null,
      }
    }
    case 'contact-doubles':
      return { ...result, sets: result.sets.map((set) => set.map(nativeContactRow)) }
    case 'contacts-changed':
    case 'completions':
    case 'directory':
    case 'contact-import':
    case 'contact-photo':
      return result
  }
}

function nativeEntry({ id, version, contact }: StoredContact): NativeContactEntry {
  return { id, version, contact }
}

function nativeContactRow(entry: ContactEntry): NativeContactRow {
  const { id, version, name, organisation, emails, phone, groups, photo } = entry
  return { id, version, name, organisation, emails, phone, groups, photo }
}

import type { Address } from '../../../proxy/mail/index.ts'
import type { DirectoryAnswer } from '../../contacts/directory/directory.ts'
import type { ContactEntry } from '../../contacts/book/contact-index.ts'
import type { StoredContact } from '../../contacts/book/change.ts'
import type { CollectedRecipient } from '../../contacts/book/usage.ts'
import type { Contact } from '../../contacts/contact.ts'
import type { ImportProblem } from '../../contacts/format/problem.ts'

/** A part of the list of contacts. */
export interface ContactsResult {
  readonly kind: 'contacts'
  readonly rows: readonly ContactEntry[]
  /** Of the first row. */
  readonly offset: number
  /** Contacts in the list. */
  readonly total: number
  /** Contacts in the book. */
  readonly all: number
  /** Of the book: rows of another one stand at other places. */
  readonly revision: number
  /** Recipients who are no contacts. */
  readonly collected: number
  readonly groups: readonly { readonly name: string; readonly count: number }[]
  /** The server that has the contacts does not answer, or does not let the owner in: this is the copy of what it had. */
  readonly isReadOnly: boolean
  /** It does not let the owner in. */
  readonly isRefused: boolean
  /** The company has a directory, which is asked by itself. */
  readonly hasDirectory: boolean
}

/** Whom the owner wrote to and has no contact of. */
export interface CollectedResult {
  readonly kind: 'collected'
  readonly people: readonly CollectedRecipient[]
}

/** One contact as it stands. */
export interface ContactResult extends StoredContact {
  readonly kind: 'contact'
  /** It was changed elsewhere as well, and has both changes. */
  readonly isMerged: boolean
  /** It was there already. */
  readonly isKnown: boolean
}

/** A contact was changed elsewhere to something else; nothing was kept. */
export interface ContactConflictResult {
  readonly kind: 'contact-conflict'
  /** undefined: it was removed. */
  readonly theirs: StoredContact | undefined
  readonly merged: Contact | undefined
  readonly fields: readonly (keyof Contact)[]
}

export interface ContactsChangedResult {
  readonly kind: 'contacts-changed'
  readonly count: number
}

export interface ContactDoublesResult {
  readonly kind: 'contact-doubles'
  readonly sets: readonly (readonly ContactEntry[])[]
}

/** Whom an address field suggests. */
export interface CompletionsResult {
  readonly kind: 'completions'
  readonly people: readonly Address[]
  readonly groups: readonly { readonly name: string; readonly members: readonly Address[] }[]
  /** The company has a directory, which is asked by itself. */
  readonly hasDirectory: boolean
}

/** Who was found in the directory of the company. */
export interface DirectoryResult extends DirectoryAnswer {
  readonly kind: 'directory'
  /** False: it does not answer just now. */
  readonly isAvailable: boolean
}

/** What an import did, and what of the file it left out. */
export interface ContactImportResult {
  readonly kind: 'contact-import'
  readonly added: number
  readonly changed: number
  readonly same: number
  readonly problems: readonly ImportProblem[]
  readonly problemCount: number
}

export interface ContactPhotoResult {
  readonly kind: 'contact-photo'
  readonly photo: string
}

/** What actions on contacts answer. */
export type ContactActionResult =
  | ContactsResult
  | CollectedResult
  | ContactResult
  | ContactConflictResult
  | ContactsChangedResult
  | ContactDoublesResult
  | CompletionsResult
  | DirectoryResult
  | ContactImportResult
  | ContactPhotoResult

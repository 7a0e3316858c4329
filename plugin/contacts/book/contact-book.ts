import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../../concurrency/single-flight.ts'
import type {
  DocumentOwner,
  PersonalChange,
  PersonalDocument,
  PersonalDocuments,
  PersonalSave,
} from '../../../store/index.ts'
import { indexContacts, type ContactIndex } from './contact-index.ts'
import { readUsage, type Usage } from './usage.ts'

/** The kinds of documents that make a book; the last three say what it shares with a CardDAV server. */
export type BookKind =
  'contact' | 'contact-photo' | 'collected' | 'carddav' | 'carddav-book' | 'carddav-group'

/** Whether contacts can be changed just now. */
export interface BookState {
  readonly isReadOnly: boolean
  /** Read-only because the server does not let the owner in; otherwise because it does not answer. */
  readonly isRefused: boolean
}

/** The contacts of one mailbox owner. Every method throws StoreUnavailable; `save` also PersonalRefused. */
export interface ContactBook {
  /** The contacts as they are now. */
  index(): Promise<ContactIndex>
  /** Whom the owner wrote to, as it is now. */
  usage(): Promise<Usage>
  /** All of a kind, whole. */
  documents(kind: BookKind): Promise<readonly PersonalDocument[]>
  find(kind: BookKind, id: string): Promise<PersonalDocument | undefined>
  /**
   * Brings in what others changed where the book is shared with a CardDAV server, as far as that is told in time; answers
   * whether contacts can be changed just now. Never throws for that server.
   */
  refresh(): Promise<BookState>
  /**
   * Before a group has another name, or none: changes the cards that it is on a CardDAV server, and their members here.
   * Those who are in it automatically are left to `save`. Throws Refusal.
   */
  changeGroupCards(group: string, name: string | undefined): Promise<void>
  /** All of the changes or none: see PersonalDocuments. */
  save(kind: BookKind, changes: readonly PersonalChange[]): Promise<PersonalSave>
}

/** The books of all owners. */
export interface ContactBooks {
  of(owner: DocumentOwner): ContactBook
}

interface ContactBooksOptions {
  readonly personal: PersonalDocuments
  /** Contacts and recipients of all owners that this process keeps available; the least recently used book goes first. */
  readonly maxIndexed: number
}

/** Builds them. What a book holds is read once and kept while its revision is the same. */
export function createContactBooks({ personal, maxIndexed }: ContactBooksOptions): ContactBooks {
  const indexes = createCachedReading<ContactIndex>({
    max: maxIndexed,
    sizeOf: ({ entries }) => entries.length,
  })
  const usages = createCachedReading<Usage>({
    max: maxIndexed,
    sizeOf: ({ byAddress }) => byAddress.size,
  })

  return {
    of(owner) {
      const key = JSON.stringify([owner.username, owner.mailHost])
      return {
        index: () =>
          indexes.read(key, {
            revision: () => personal.revision(owner, 'contact'),
            build: async (before) => indexContacts(await personal.list(owner, 'contact'), before),
          }),
        usage: () =>
          usages.read(key, {
            revision: () => personal.revision(owner, 'collected'),
            build: async () => readUsage(await personal.list(owner, 'collected')),
          }),
        documents: async (kind) => (await personal.list(owner, kind)).documents,
        find: (kind, id) => personal.find(owner, kind, id),
        refresh: async () => ({ isReadOnly: false, isRefused: false }),
        changeGroupCards: async () => undefined,
        save: (kind, changes) => personal.save(owner, kind, changes),
      }
    },
  }
}

interface Source<Value> {
  readonly revision: () => Promise<number>
  readonly build: (before: Value | undefined) => Promise<Value>
}

/** What was read of a collection, kept as long as its revision stays, and read once for all who wait. */
function createCachedReading<Value extends { readonly revision: number }>({
  max,
  sizeOf,
}: {
  readonly max: number
  readonly sizeOf: (value: Value) => number
}) {
  const stored = new LRUCache<string, Value>({
    maxSize: max,
    sizeCalculation: (value) => sizeOf(value) + 1,
  })
  const singleFlight = createSingleFlight<Value>()

  return {
    async read(key: string, { revision, build }: Source<Value>): Promise<Value> {
      const now = await revision()
      const cached = stored.get(key)
      if (cached?.revision === now) return cached
      // By revision: who asks after a change does not get what was read before it.
      return singleFlight.run(`${now} ${key}`, async () => {
        const value = await build(cached)
        stored.set(key, value)
        return value
      })
    },
  }
}

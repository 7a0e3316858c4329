import type {
  PersonalChange,
  PersonalCollection,
  PersonalOutcome,
  PersonalUsage,
  StoredPersonal,
} from '../record/personal.ts'

/** Where personal documents are kept: by one instance or by several. Every method throws StoreUnavailable. */
export interface PersonalTier {
  /** With the marks of removed documents. */
  list(collection: PersonalCollection): Promise<readonly StoredPersonal[]>
  find(collection: PersonalCollection, id: string): Promise<StoredPersonal | undefined>
  revision(collection: PersonalCollection): Promise<number>
  /** All or nothing. To be called by one caller at a time for an owner. */
  save(collection: PersonalCollection, changes: readonly PersonalChange[]): Promise<PersonalOutcome>
  /** undefined: not known at the moment. */
  usage(owner: string): Promise<PersonalUsage | undefined>
  kinds(owner: string): Promise<readonly string[]>
  /** Everybody who has documents of a kind, some at a time, some of them twice. */
  owners(kind: string): AsyncIterable<readonly string[]>
}

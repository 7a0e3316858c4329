import { openDB, type DBSchema, type IDBPDatabase } from 'idb'

/** A message being written, as a tab last had it. */
export interface StoredCopy {
  readonly owner: string
  readonly tab: string
  /** Which of the messages of that tab, from 0. */
  readonly slot: number
  /** Unix ms. */
  readonly storedAt: number
  /** False where the server has all of it. */
  readonly isChanged: boolean
  /** A draft without its files; read by `readDraft`, as another version of the page may have written it. */
  readonly draft: unknown
  readonly fileCount: number
  /** Keys of those files that are stored by now. */
  readonly files: readonly string[]
}

/** An attached file, stored once for however many versions of its message. */
interface StoredFile {
  readonly owner: string
  readonly tab: string
  /** Unix ms. */
  readonly storedAt: number
  readonly file: File
}

interface CopySchema extends DBSchema {
  drafts: { key: [owner: string, tab: string, slot: number]; value: StoredCopy }
  files: { key: string; value: StoredFile }
}

/** Messages being written of all owners and tabs of this browser. Only an owner's own are read (`DraftCopies`). */
export type CopyDatabase = IDBPDatabase<CopySchema>

const NAME = 'postern-drafts'

/** Opens the database on its first use, and again after the browser closed it. Rejects where storage is forbidden. */
export function createCopyDatabase(): () => Promise<CopyDatabase> {
  let database: Promise<CopyDatabase> | undefined

  const forget = () => (database = undefined)

  async function open(): Promise<CopyDatabase> {
    return openDB<CopySchema>(NAME, 1, {
      upgrade(created) {
        created.createObjectStore('drafts', { keyPath: ['owner', 'tab', 'slot'] })
        created.createObjectStore('files')
      },
      // A newer page, in another tab, must not wait for this one.
      blocking(_current, _blocked, { target }) {
        forget()
        if (target instanceof IDBDatabase) target.close()
      },
      terminated: forget,
    })
  }

  return () => {
    database ??= open()
    database.catch(forget)
    return database
  }
}

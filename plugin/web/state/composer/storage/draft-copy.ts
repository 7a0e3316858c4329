import type { Draft } from '../draft.ts'
import type { CopyDatabase } from './copy-database.ts'

/** A copy of the draft in the browser, with its files, so that a crash or an ended session loses no word. */
export interface DraftCopy {
  readonly keep: (draft: Draft) => void
  readonly drop: () => void
}

/** Messages that are written at one time: each has a copy. */
export const draftCopySlots = [0, 1, 2, 3, 4, 5] as const

/** Of the files of one message; those beyond it are not stored, its words are. As large as any message that travels. */
const MAX_FILE_BYTES = 100 * 1024 * 1024

interface DraftCopyOptions {
  readonly database: () => Promise<CopyDatabase>
  /** Part of the key: another mailbox owner in the same browser never sees it. */
  readonly owner: string
  readonly tab: Promise<string>
  readonly slot: number
  readonly newFileKey: () => string
  readonly now: () => number
  /** Called before each change: false where nothing is stored any more. */
  readonly onChange: (isKept: boolean) => boolean
}

/** The copy of one message; `takeOver` tells it which of the draft's files are stored already. */
export interface StoredDraftCopy extends DraftCopy {
  readonly takeOver: (files: ReadonlyMap<File, string>) => void
}

/** Builds the copy of one message. What fails leaves the words on the page, and on the server with the next save. */
export function createDraftCopy(options: DraftCopyOptions): StoredDraftCopy {
  const { database, owner, slot, newFileKey, now, onChange } = options
  const stored = new Map<File, string>()
  const underWay = new Set<File>()
  let latest: Draft | undefined

  /** Called without a pause between it and the key that was pressed, but for the opening of the database. */
  async function write(draft: Draft): Promise<void> {
    const [opened, tab] = [await database(), await options.tab]
    if (latest !== draft) return
    const { isChanged, files } = draft
    const keys = files.map((file) => stored.get(file)).filter((key) => key !== undefined)
    const transaction = opened.transaction('drafts', 'readwrite')
    const put = transaction.store.put({
      ...{ owner, tab, slot, storedAt: now(), isChanged, fileCount: files.length, files: keys },
      draft: { ...draft, files: [] },
    })
    // The browser completes it also when this page ends now.
    transaction.commit()
    await Promise.all([put, transaction.done])
  }

  async function storeFiles(files: readonly File[]): Promise<void> {
    const [opened, tab] = [await database(), await options.tab]
    for (const file of withinBounds(files)) {
      if (stored.has(file) || underWay.has(file)) continue
      underWay.add(file)
      const key = newFileKey()
      // A file that is full of the disk's last bytes, or not there any more, costs itself only.
      const isStored = await opened
        .put('files', { owner, tab, storedAt: now(), file }, key)
        .then(() => true)
        .catch(() => false)
      underWay.delete(file)
      if (isStored) await named(file, key)
    }
  }

  async function named(file: File, key: string): Promise<void> {
    stored.set(file, key)
    if (latest?.files.includes(file) === true) await write(latest)
    else await removeFilesBut([])
  }

  async function removeFilesBut(files: readonly File[]): Promise<void> {
    for (const [file, key] of stored) {
      if (files.includes(file)) continue
      stored.delete(file)
      await (await database()).delete('files', key)
    }
  }

  async function remove(): Promise<void> {
    const [opened, tab] = [await database(), await options.tab]
    if (latest === undefined) await opened.delete('drafts', [owner, tab, slot])
    await removeFilesBut(latest?.files ?? [])
  }

  return {
    keep(draft) {
      if (!onChange(true)) return
      const files = latest?.files ?? []
      latest = draft
      void write(draft).catch(() => undefined)
      if (files === draft.files) return
      void storeFiles(draft.files).catch(() => undefined)
      void removeFilesBut(draft.files).catch(() => undefined)
    },
    drop() {
      onChange(false)
      latest = undefined
      void remove().catch(() => undefined)
    },
    takeOver(files) {
      for (const [file, key] of files) stored.set(file, key)
    },
  }
}

function withinBounds(files: readonly File[]): readonly File[] {
  let leftBytes = MAX_FILE_BYTES
  return files.filter(({ size }) => {
    if (size > leftBytes) return false
    leftBytes -= size
    return true
  })
}

import type { MailboxName } from '../model/mailbox-name.ts'
import { LRUCache } from 'lru-cache'
import { Folder, type SelectFacts } from './folder.ts'

/** Folders of all accounts of this process, least recently used first out. */
export interface FolderMemory {
  /** What is known of the mailbox under its UIDVALIDITY; undefined when nothing is. */
  find(owner: string, path: MailboxName): Folder | undefined
  /** The folder for a response to SELECT: the cached one brought up to date, or a new one. */
  enter(owner: string, path: MailboxName, facts: SelectFacts): Folder
  /** Counts the folder's bytes again after it grew. */
  weigh(owner: string, folder: Folder): void
  /** A memory of its own, for a connection beside: its folders are none of these, and rows of neither are taken for the other's. */
  apart(limits: MemoryLimits): FolderMemory
}

interface MemoryLimits {
  readonly maxBytes: number
}

/** Keeps up to `maxBytes` of UIDs and orders: 4 bytes a message, and as much for every order in use. */
export function createFolderMemory(limits: MemoryLimits): FolderMemory {
  let lastId = 0
  return folderMemory(limits, () => {
    lastId += 1
    return lastId
  })
}

/** `nextId` numbers the folders of all memories together: rows and previews are cached by the number alone. */
function folderMemory({ maxBytes }: MemoryLimits, nextId: () => number): FolderMemory {
  const folders = new LRUCache<string, Folder>({
    maxSize: maxBytes,
    sizeCalculation: (folder) => folder.byteLength,
  })
  const keyOf = (owner: string, path: MailboxName) => `${owner}\n${path}`

  return {
    find: (owner, path) => folders.get(keyOf(owner, path)),
    enter: (owner, path, facts) => {
      const cached = folders.get(keyOf(owner, path))
      if (cached?.isOf(facts) === true) {
        cached.selected(facts)
        return cached
      }
      const folder = new Folder(nextId(), path, facts)
      folders.set(keyOf(owner, path), folder)
      return folder
    },
    weigh: (owner, folder) => {
      const key = keyOf(owner, folder.path)
      if (folders.peek(key) !== folder) return
      folders.delete(key)
      folders.set(key, folder)
    },
    apart: (limits) => folderMemory(limits, nextId),
  }
}

import { LRUCache } from 'lru-cache'
import type { Folder } from './folder.ts'

/** The first text of messages of all accounts of this process, least recently shown first out. They never change. */
export interface PreviewCache {
  find(folder: Folder, uid: number): string | undefined
  keep(folder: Folder, uid: number, preview: string): void
}

/** Keeps up to `maxPreviews`, of 200 characters at most. */
export function createPreviewCache({
  maxPreviews,
}: {
  readonly maxPreviews: number
}): PreviewCache {
  // A `max` would take the room of all of them at the start.
  const previews = new LRUCache<string, string>({ maxSize: maxPreviews, sizeCalculation: () => 1 })
  // A folder stands for one UIDVALIDITY of one owner's mailbox.
  const keyOf = (folder: Folder, uid: number) => `${folder.id}:${uid}`
  return {
    find: (folder, uid) => previews.get(keyOf(folder, uid)),
    keep: (folder, uid, preview) => {
      previews.set(keyOf(folder, uid), preview)
    },
  }
}

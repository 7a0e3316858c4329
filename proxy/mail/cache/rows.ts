import { LRUCache } from 'lru-cache'
import type { Folder } from './folder.ts'
import type { MessageRow } from '../model/summary.ts'

/** A row and the folder's flag count when its flags were requested. */
export interface CachedRow {
  readonly row: MessageRow
  readonly flagsAsOf: number
}

/** Rows of all accounts of this process, least recently shown first out. */
export interface RowCache {
  find(folder: Folder, uid: number): CachedRow | undefined
  keep(folder: Folder, cached: CachedRow): void
}

/** Keeps up to `maxRows`: about 1 KB each, 20 addresses and 1,000 characters of subject at most. */
export function createRowCache({ maxRows }: { readonly maxRows: number }): RowCache {
  // A `max` would take the room of all of them at the start.
  const rows = new LRUCache<string, CachedRow>({ maxSize: maxRows, sizeCalculation: () => 1 })
  const keyOf = (folder: Folder, uid: number) => `${folder.id}:${uid}`
  return {
    find: (folder, uid) => rows.get(keyOf(folder, uid)),
    keep: (folder, cached) => {
      rows.set(keyOf(folder, cached.row.summary.uid), cached)
    },
  }
}

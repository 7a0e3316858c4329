import type { Notices } from '../notice/notices.ts'
import type { OwnFilters } from './own-filters.ts'
import type { FilterEntry } from './rules.ts'

interface RemoveFilterOptions {
  readonly filters: OwnFilters
  readonly notices: Pick<Notices, 'say'>
  /** What is said when it is deleted. */
  readonly removed: string
  /** Of the button that takes it back. */
  readonly undo: string
}

/** Deletes the filter at this place of the list, with undo. */
export async function removeFilter(index: number, options: RemoveFilterOptions): Promise<void> {
  const { filters, notices, removed, undo } = options
  const before = filters.filters.peek()
  const entry = before?.entries?.[index]
  if (before === undefined || entry === undefined) return
  if (!(await filters.saveEntries(before.entries?.toSpliced(index, 1) ?? []))) return
  const etag = filters.filters.peek()?.etag

  const restore = async () => {
    const now = filters.filters.peek()
    const entries = now?.entries ?? []
    // Nothing was changed since: the script is as it was to the byte.
    if (now?.etag === etag) await filters.saveText(before.text)
    else
      await filters.saveEntries([
        ...entries.slice(0, index),
        newEntry(entry),
        ...entries.slice(index),
      ])
  }
  notices.say(removed, { label: undo, run: () => void restore() })
}

/** An entry that is not there now: without a place. */
function newEntry(entry: FilterEntry): FilterEntry {
  return entry.kind === 'rule'
    ? { kind: entry.kind, rule: entry.rule }
    : { kind: entry.kind, text: entry.text }
}

import { useEffect } from 'preact/hooks'
import type { FilterEntry } from '../../../state/filters/rules.ts'
import { useApp } from '../../../app/app-context.ts'
import { useSettings } from '../context.ts'

/** The entries, read when a page is opened; undefined until they are there, or where the script can not be read as filters. */
export function useFilters() {
  const { laterText, notices } = useApp()
  const { filters } = useSettings()
  useEffect(() => void filters.load(), [])
  const stored = filters.filters.value
  const save = async (entries: readonly FilterEntry[]): Promise<boolean> => {
    const isSaved = await filters.saveEntries(entries)
    if (isSaved) notices.say(laterText.filters.saved)
    return isSaved
  }
  return {
    entries: stored?.entries,
    forwardTo: stored?.forwardTo ?? null,
    extensions: stored?.extensions ?? [],
    filters,
    save,
  }
}

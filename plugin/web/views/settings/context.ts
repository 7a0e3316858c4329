import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import type { SettingsCatalogue } from '../../messages/settings/en.ts'
import type { SettingEdits } from '../../state/settings/edits.ts'

/** What the views of the settings work on. */
export interface SettingsScope {
  readonly edits: SettingEdits
  readonly words: SettingsCatalogue
}

/** Carries it to the views. */
export const SettingsContext = createContext<SettingsScope | undefined>(undefined)

/** What a view of the settings works on. Throws outside of them: that is a mistake of the programmer. */
export function useSettings(): SettingsScope {
  const scope = useContext(SettingsContext)
  if (scope === undefined) throw new Error('a view was rendered outside the settings')
  return scope
}

import type { SettingsCatalogue } from '../../texts/later-texts.ts'
import type { SettingEdits } from '../../state/settings/edits.ts'
import { createScope } from '../../app/create-scope.ts'
import type { OwnFilters } from '../../state/filters/own-filters.ts'
import type { OwnThings } from '../../state/settings/own-things.ts'

/** What the views of the settings work on. */
export interface SettingsScope {
  readonly edits: SettingEdits
  readonly own: OwnThings
  readonly filters: OwnFilters
  readonly texts: SettingsCatalogue
}

/** Carries it to the views. */
export const [SettingsContext, useSettings] = createScope<SettingsScope>('the settings')

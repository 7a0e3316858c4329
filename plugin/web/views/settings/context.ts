import type { SettingsCatalogue } from '../../texts/later-texts.ts'
import type { SettingEdits } from '../../state/settings/edits.ts'
import { createScope } from '../../app/create-scope.ts'
import type { OwnThings } from '../../state/settings/own-things.ts'
import type { Unsaved } from '../../state/settings/unsaved.ts'

/** What the views of the settings work on. */
export interface SettingsScope {
  readonly edits: SettingEdits
  readonly own: OwnThings
  readonly unsaved: Unsaved
  readonly words: SettingsCatalogue
}

/** Carries it to the views. */
export const [SettingsContext, useSettings] = createScope<SettingsScope>('the settings')

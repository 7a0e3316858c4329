import { useRef } from 'preact/hooks'
import { useApp } from './app/app-context.ts'
import { settingsEn } from './messages/settings/en.ts'
import { createSettingEdits } from './state/settings/edits.ts'
import { SettingsContext, type SettingsScope } from './views/settings/context.ts'
import { SettingsPages } from './views/settings/pages.tsx'

/** The settings. They are a chunk of their own: nothing but its loader imports it. */
export function SettingsDialog() {
  const { api, connection, settings } = useApp()
  const scope = useRef<SettingsScope | null>(null)
  scope.current ??= {
    edits: createSettingEdits({ api, connection, settings, text: settingsEn }),
    words: settingsEn,
  }

  return (
    <SettingsContext.Provider value={scope.current}>
      <SettingsPages />
    </SettingsContext.Provider>
  )
}

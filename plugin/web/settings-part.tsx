import { useRef } from 'preact/hooks'
import { useApp } from './app/app-context.ts'
import { createSettingEdits, type SettingEdits } from './state/settings/edits.ts'
import { SettingsContext } from './views/settings/context.ts'
import { SettingsPages } from './views/settings/pages.tsx'

/** The settings. They are a chunk of their own: nothing but its loader imports it. */
export function SettingsDialog() {
  const app = useApp()
  const { api, connection, settings } = app
  const words = app.laterText.settings
  const edits = useRef<SettingEdits | null>(null)
  edits.current ??= createSettingEdits({
    ...{ api, connection, settings },
    changedElsewhere: () => app.laterText.settings.changedElsewhere,
  })

  return (
    <SettingsContext.Provider value={{ edits: edits.current, words }}>
      <SettingsPages />
    </SettingsContext.Provider>
  )
}

import { useEffect, useRef } from 'preact/hooks'
import { useApp } from './app/app-context.ts'
import { filtersOf } from './app/later/filters-of.ts'
import { createSettingEdits } from './state/settings/edits.ts'
import { openOwnChanges, type OwnChanges } from './state/settings/own-changes.ts'
import { createOwnThings } from './state/settings/own-things.ts'
import { SettingsContext, type SettingsScope } from './views/settings/context.ts'
import { SettingsPages } from './views/settings/pages.tsx'

/** The settings. They are a chunk of their own: nothing but its loader imports it. */
export function SettingsDialog() {
  const app = useApp()
  const { env, http, connection, settings } = app
  const changedElsewhere = () => app.laterText.settings.changedElsewhere
  const others = useRef<OwnChanges | null>(null)
  const scope = useRef<Omit<SettingsScope, 'texts'> | null>(null)
  scope.current ??= {
    edits: createSettingEdits({ http, connection, settings, changedElsewhere }),
    own: createOwnThings({
      http,
      connection,
      onChanged: (change) => others.current?.publish(change),
      changedElsewhere,
    }),
    filters: filtersOf(app),
  }
  const { own } = scope.current
  useEffect(() => {
    others.current = openOwnChanges(env.user, window.BroadcastChannel, (change) =>
      own.changed(change),
    )
    return () => others.current?.close()
  }, [])

  return (
    <SettingsContext.Provider value={{ ...scope.current, texts: app.laterText.settings }}>
      <SettingsPages />
    </SettingsContext.Provider>
  )
}

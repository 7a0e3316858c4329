import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeIdentity,
  NativePreferences,
  NativeSettings,
} from '../../../wire/native/types.ts'
import type { Api } from '../../wire/api.ts'
import type { TabChannel } from '../../wire/tab-channel.ts'
import type { Connection } from '../session/connection.ts'

/** What the owner has set, the same in all their tabs. */
export interface Settings {
  /** There from the first drawing on. */
  readonly preferences: ReadonlySignal<NativePreferences>
  /** All of it; undefined until it was asked for. */
  readonly known: ReadonlySignal<NativeSettings | undefined>
  readonly identities: ReadonlySignal<readonly NativeIdentity[]>
  /** Asks once. Throws Problem. */
  load(): Promise<NativeSettings>
  /** The server told that something was changed; asks again. A failure leaves what is there. */
  readonly changed: () => void
  /** Takes over the answer to a change of this page, and tells the other tabs. */
  take(answer: NativeSettings): void
}

interface SettingsOptions {
  readonly api: Api
  readonly connection: Connection
  readonly tabs: TabChannel
  /** What the page came with. */
  readonly preferences: NativePreferences
}

/** Builds the settings on what the page came with. */
export function createSettings(options: SettingsOptions): Settings {
  const { api, connection, tabs } = options
  const { signal: abort } = new AbortController()
  const known = signal<NativeSettings | undefined>(undefined)
  let loading: Promise<NativeSettings> | undefined

  function ask(): Promise<NativeSettings> {
    return connection
      .reach(() => api.settings(abort), abort)
      .then((answer) => {
        known.value = answer
        return answer
      })
  }

  function load(): Promise<NativeSettings> {
    if (known.peek() !== undefined) return Promise.resolve(known.value ?? ask())
    return (loading ??= ask().finally(() => (loading = undefined)))
  }

  const changed = () => void ask().catch(() => undefined)
  tabs.listen(({ kind }) => {
    if (kind === 'settings') changed()
  })

  return {
    preferences: computed(() => known.value?.preferences ?? options.preferences),
    known,
    identities: computed(() => known.value?.identities ?? []),
    load,
    changed,
    take(answer) {
      known.value = answer
      tabs.post({ kind: 'settings' })
    },
  }
}

/** The identity that is used unless another is chosen. */
export function usualIdentity({
  preferences,
  identities,
}: Pick<NativeSettings, 'preferences' | 'identities'>): NativeIdentity | undefined {
  return identities.find(({ id }) => id === preferences.defaultIdentity) ?? identities[0]
}

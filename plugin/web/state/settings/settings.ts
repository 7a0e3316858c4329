import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeIdentity,
  NativePreferences,
  NativeSettings,
} from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { TabChannel } from '../../browser/tab-channel.ts'
import type { Connection } from '../session/connection.ts'
import { createPreferenceSaves } from './preference-saves.ts'

/** What the owner has set, the same in all their tabs. */
export interface Settings {
  /** There from the first drawing on. What the owner changes here holds at once, and goes back if it is not saved. */
  readonly preferences: ReadonlySignal<NativePreferences>
  /** All of it; undefined until it was requested. */
  readonly settings: ReadonlySignal<NativeSettings | undefined>
  readonly identities: ReadonlySignal<readonly NativeIdentity[]>
  /** Asks once. Throws Problem. */
  load(): Promise<NativeSettings>
  /** Asks again unless those of the revision, or later ones, are there. A failure leaves what is there. */
  readonly changed: (revision?: number) => void
  /** As `changed`, in the other tabs as well: what changed is none of the fields that `change` saves. */
  readonly changedHere: () => void
  /** Takes over the response to a change of this page, and notifies the other tabs. Throws what the change throws. */
  change(making: Promise<NativeSettings>): Promise<NativeSettings>
  /** Changes one preference. The response names it where someone else changed it meanwhile. Throws Problem. */
  prefer<Name extends keyof NativePreferences>(
    name: Name,
    wanted: NativePreferences[Name],
  ): Promise<NativeSettings>
}

interface SettingsOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly tabs: TabChannel
  /** What the page came with. */
  readonly preferences: NativePreferences
}

/** Builds the settings on what the page came with. */
export function createSettings(options: SettingsOptions): Settings {
  const { http, connection, tabs } = options
  const { signal: abort } = new AbortController()
  const settings = signal<NativeSettings | undefined>(undefined)
  let pending: Promise<NativeSettings> | undefined
  /** A change under way: its response has what the event about it tells. */
  let changing: Promise<NativeSettings> | undefined

  function take(response: NativeSettings): NativeSettings {
    if (response.revision >= (settings.peek()?.revision ?? 0)) settings.value = response
    return response
  }

  function request(): Promise<NativeSettings> {
    pending ??= connection
      .reach(() => http.get('settings', {}, abort), abort)
      .then(take)
      .finally(() => (pending = undefined))
    return pending
  }

  function changed(revision = Infinity): void {
    const underWay = changing ?? pending
    const again = () => changed(revision)
    if (underWay !== undefined) underWay.then(again, again)
    else if ((settings.peek()?.revision ?? -1) < revision) request().catch(() => undefined)
  }

  tabs.listen((message) => {
    if (message.kind === 'settings') changed(message.revision)
  })

  async function change(making: Promise<NativeSettings>): Promise<NativeSettings> {
    changing = making
    try {
      const response = take(await making)
      if (response.conflicts.length === 0) {
        tabs.post({ kind: 'settings', revision: response.revision })
      }
      return response
    } finally {
      changing = undefined
    }
  }

  const load = () => Promise.resolve(settings.peek() ?? request())
  const saves = createPreferenceSaves({
    standing: computed(() => settings.value?.preferences ?? options.preferences),
    load,
    send(wanted) {
      const input = { changes: [wanted] }
      return change(connection.once(() => http.post('save-settings', input, abort), abort))
    },
  })
  return {
    preferences: saves.wanted,
    settings,
    identities: computed(() => settings.value?.identities ?? []),
    load,
    changed,
    changedHere() {
      changed()
      tabs.post({ kind: 'settings', revision: Infinity })
    },
    change,
    prefer: (name, wanted) => saves.save(name, wanted),
  }
}

/** Images of this sender, an address in lower case, are shown without asking from now on. Throws Problem. */
export async function trustSender(
  { preferences, prefer }: Pick<Settings, 'preferences' | 'prefer'>,
  sender: string,
): Promise<void> {
  const others = preferences.peek().trustedSenders.filter((one) => one !== sender)
  const { conflicts } = await prefer('trustedSenders', [...others, sender])
  // Another tab added one at the same time: what stands is here now.
  if (conflicts.length > 0) await trustSender({ preferences, prefer }, sender)
}

/** The identity that is used unless another is chosen. */
export function defaultIdentityOf({
  preferences,
  identities,
}: Pick<NativeSettings, 'preferences' | 'identities'>): NativeIdentity | undefined {
  return identities.find(({ id }) => id === preferences.defaultIdentity) ?? identities[0]
}

import { effect, untracked } from '@preact/signals'
import type { Settings } from './settings.ts'

/** Whether this user wants conversations. */
export interface ListPreference {
  isThreaded(): boolean
  /** Kept when it can be; this page has it so in any case. */
  keep(isThreaded: boolean): void
  /** Tells of every change that was made elsewhere. */
  follow(changed: (isThreaded: boolean) => void): void
}

/** The preference as one of the owner's settings. */
export function createListPreference(
  settings: Pick<Settings, 'preferences' | 'prefer'>,
): ListPreference {
  const stored = () => settings.preferences.peek().conversations
  /** Own changes that the server has not answered yet. */
  let pending = 0

  return {
    isThreaded: stored,
    keep(isThreaded) {
      if (stored() === isThreaded) return
      pending += 1
      settings
        .prefer('conversations', isThreaded)
        .catch(() => undefined)
        .finally(() => (pending -= 1))
    },
    follow(changed) {
      let seen = stored()
      effect(() => {
        const { conversations } = settings.preferences.value
        if (conversations === seen) return
        seen = conversations
        if (pending === 0) untracked(() => changed(conversations))
      })
    },
  }
}

import type { PageStorage } from '../../wire/page-storage.ts'

/** Whether this person wants conversations, as this browser remembers it. */
export interface ListPreference {
  isThreaded(): boolean
  keep(isThreaded: boolean): void
}

/** The preference of a mailbox owner in the browser's storage, which is opened when it is asked for. */
export function createListPreference(storage: () => PageStorage, user: string): ListPreference {
  const key = `postern.conversations.${user}`

  return {
    isThreaded: () => storage().getItem(key) === 'on',
    keep(isThreaded) {
      try {
        storage().setItem(key, isThreaded ? 'on' : 'off')
      } catch {
        // Full or forbidden storage: the choice holds until the page is left.
      }
    },
  }
}

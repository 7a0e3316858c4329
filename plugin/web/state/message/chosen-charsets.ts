import type { PageStorage } from '../../browser/page-storage.ts'

/** What the user says messages are written in, by messageKey; the browser keeps it until the user signs out. */
export interface ChosenCharsets {
  get(key: string): string | undefined
  /** undefined: as the message says, or as its bytes look. */
  set(key: string, charset: string | undefined): void
  /** Leaves nothing in the browser. */
  readonly forget: () => void
}

interface ChosenCharsetsOptions {
  /** Opened when a message is first requested. */
  readonly storage: () => PageStorage
  /** Part of the key: another mailbox owner in the same browser never sees it. */
  readonly user: string
}

/** Of more the choice that is the oldest is forgotten. */
const maxChoices = 300

/** Builds the choices on the browser's own storage, which all tabs share. */
export function createChosenCharsets({ storage, user }: ChosenCharsetsOptions): ChosenCharsets {
  const item = `postern.charsets.${user}`
  let known: Map<string, string> | undefined
  const choices = () => (known ??= readChoices(storage().getItem(item)))

  return {
    get: (key) => choices().get(key),
    set(key, charset) {
      // What other tabs have chosen meanwhile stays.
      known = readChoices(storage().getItem(item))
      known.delete(key)
      if (charset !== undefined) known.set(key, charset)
      known = new Map([...known].slice(-maxChoices))
      try {
        storage().setItem(item, JSON.stringify([...known]))
      } catch {
        // Full or forbidden storage: the choice holds as long as the page.
      }
    },
    forget: () => storage().removeItem(item),
  }
}

function readChoices(stored: string | null): Map<string, string> {
  try {
    const entries: unknown = JSON.parse(stored ?? '[]')
    return new Map(Array.isArray(entries) ? entries.filter(isChoice) : [])
  } catch {
    return new Map()
  }
}

function isChoice(entry: unknown): entry is [string, string] {
  return Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string'
}

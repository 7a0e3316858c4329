import { computed, signal, type ReadonlySignal } from '@preact/signals'
import type { NativePreferences, NativeSettings } from '../../../wire/native/types.ts'

/** A preference as the owner saw it and as they want it. */
interface PreferenceChange {
  readonly name: keyof NativePreferences
  readonly seen: PreferenceValue
  readonly wanted: PreferenceValue
}

type PreferenceValue = NativePreferences[keyof NativePreferences]

/** Preferences that are on their way to the server. */
export interface PreferenceSaves {
  /** As the owner wants them: over what stands, what the server has not answered yet. */
  readonly wanted: ReadonlySignal<NativePreferences>
  /** Saves one; what is not taken goes back to what stands. Throws what the sending throws. */
  save<Name extends keyof NativePreferences>(
    name: Name,
    value: NativePreferences[Name],
  ): Promise<NativeSettings>
}

interface PreferenceSavesOptions {
  readonly standing: ReadonlySignal<NativePreferences>
  readonly send: (change: PreferenceChange) => Promise<NativeSettings>
  readonly load: () => Promise<NativeSettings>
}

type Edit = (preferences: NativePreferences) => NativePreferences

/** The changes of one preference. */
interface Line {
  /** What this page knows the server to have. */
  seen: PreferenceValue
  /** The last that was chosen; those before it that were not sent yet never are. */
  latest: object
  last: Promise<unknown>
}

/**
 * Builds them. Of one preference a change is sent when the one before it was answered: each is told as a change of what
 * stands, so that of two at once, as by an arrow key that is held, the second would look like another tab's.
 */
export function createPreferenceSaves(options: PreferenceSavesOptions): PreferenceSaves {
  const { standing, send, load } = options
  const unsaved = signal<ReadonlyMap<keyof NativePreferences, Edit>>(new Map())
  const wanted = computed(() =>
    [...unsaved.value.values()].reduce((preferences, edit) => edit(preferences), standing.value),
  )
  const lines = new Map<keyof NativePreferences, Line>()

  async function sendLatest(
    name: keyof NativePreferences,
    value: PreferenceValue,
    turn: object,
    line: Line,
  ): Promise<NativeSettings> {
    await line.last
    if (line.latest !== turn) return { ...(await load()), conflicts: [] }
    const response = await send({ name, seen: line.seen, wanted: value })
    if (response.conflicts.length === 0) line.seen = value
    return response
  }

  return {
    wanted,
    async save(name, value) {
      const turn = {}
      const line = lines.get(name) ?? {
        seen: standing.peek()[name],
        latest: turn,
        last: Promise.resolve(),
      }
      lines.set(name, line)
      line.latest = turn
      const edit: Edit = (preferences) => ({ ...preferences, [name]: value })
      unsaved.value = new Map(unsaved.peek()).set(name, edit)
      const saving = sendLatest(name, value, turn, line)
      // Told to who requested it; the next one is sent all the same.
      line.last = saving.catch(() => undefined)
      try {
        return await saving
      } finally {
        if (line.latest === turn) {
          lines.delete(name)
          unsaved.value = new Map([...unsaved.peek()].filter(([other]) => other !== name))
        }
      }
    },
  }
}

import { signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeIdentity,
  NativePreferences,
  NativeSettings,
} from '../../../wire/native/types.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { Connection } from '../session/connection.ts'
import { type Settings, defaultIdentityOf } from './settings.ts'

/** What a user writes of an identity. */
export type IdentityFields = Omit<NativeIdentity, 'id' | 'version'>

/** Changes what the owner has set. Preferences hold at once, all others when the server has them. */
export interface SettingEdits {
  readonly isBusy: ReadonlySignal<boolean>
  /** Why the last change was not made. */
  readonly problem: ReadonlySignal<Failure | undefined>
  prefer<Name extends keyof NativePreferences>(
    name: Name,
    wanted: NativePreferences[Name],
  ): Promise<boolean>
  /** `seen` is undefined for a new one. Says whether it was saved. */
  saveIdentity(
    id: string,
    seen: NativeIdentity | undefined,
    wanted: IdentityFields,
  ): Promise<boolean>
  removeIdentity(id: string): Promise<boolean>
  readonly forgetProblem: () => void
}

interface SettingEditsOptions {
  readonly http: HttpClient
  readonly connection: Connection
  readonly settings: Settings
  readonly changedElsewhere: () => string
}

/** Builds them; one change is under way at a time. */
export function createSettingEdits(options: SettingEditsOptions): SettingEdits {
  const { http, connection, settings, changedElsewhere } = options
  const { signal: abort } = new AbortController()
  const isBusy = signal(false)
  const problem = signal<Failure | undefined>(undefined)

  function change(make: () => Promise<NativeSettings>): Promise<boolean> {
    return withReport(() => settings.change(connection.once(make, abort)))
  }

  async function withReport(make: () => Promise<NativeSettings>): Promise<boolean> {
    isBusy.value = true
    problem.value = undefined
    try {
      const response = await make()
      if (response.conflicts.length === 0) return true
      problem.value = { message: changedElsewhere() }
    } catch (error) {
      problem.value = failureOf(error)
    } finally {
      isBusy.value = false
    }
    return false
  }

  return {
    isBusy,
    problem,
    prefer(name, wanted) {
      const isSame = settings.preferences.peek()[name] === wanted
      return isSame ? Promise.resolve(true) : withReport(() => settings.prefer(name, wanted))
    },
    async saveIdentity(id, seen, wanted) {
      const changes = changesOf(seen ?? emptyIdentity, wanted)
      if (changes.length === 0) return true
      const input = { id, isNew: seen === undefined, changes }
      const former = defaultIdentity(settings.settings.peek())
      if (!(await change(() => http.post('save-identity', input, abort)))) return false
      // Without a choice the first of them is the default one, and a new one may come before it.
      const isOther =
        former !== undefined && defaultIdentity(settings.settings.peek())?.id !== former.id
      return isOther ? withReport(() => settings.prefer('defaultIdentity', former.id)) : true
    },
    removeIdentity: (id) => change(() => http.post('delete-identity', { id }, abort)),
    forgetProblem: () => (problem.value = undefined),
  }
}

function defaultIdentity(settings: NativeSettings | undefined): NativeIdentity | undefined {
  return settings && defaultIdentityOf(settings)
}

/** A field as it was seen and as it is wanted. */
interface FieldChange {
  readonly name: keyof IdentityFields
  readonly seen: string
  readonly wanted: string
}

/** What a new identity starts with. */
export const emptyIdentity: IdentityFields = {
  name: '',
  address: '',
  replyTo: '',
  bcc: '',
  organisation: '',
  signature: '',
  formattedSignature: '',
}

const identityNames = [
  'name',
  'address',
  'replyTo',
  'bcc',
  'organisation',
  'signature',
  'formattedSignature',
] as const

/** Whether the one has anything that the other has not. */
export function hasChanges(seen: IdentityFields, wanted: IdentityFields): boolean {
  return changesOf(seen, wanted).length > 0
}

function changesOf(seen: IdentityFields, wanted: IdentityFields): readonly FieldChange[] {
  const isFormatted = seen.formattedSignature !== wanted.formattedSignature
  return identityNames
    .filter((name) => seen[name] !== wanted[name] || (isFormatted && name === 'signature'))
    .map((name) => ({ name, seen: seen[name], wanted: wanted[name] }))
}

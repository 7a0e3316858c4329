import { signal, type ReadonlySignal } from '@preact/signals'
import type {
  NativeInvitation,
  NativePasskeys,
  NativePasswordChanged,
  NativeSessions,
  NativeTemplate,
  NativeTemplates,
} from '../../../wire/native/types.ts'
import { failureOf, type Failure } from '../../wire/http/problem.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Connection } from '../session/connection.ts'
import type { OwnChange } from './own-changes.ts'

/** What a user writes of a template. */
export type TemplateFields = Pick<NativeTemplate, 'name' | 'text'>

/** The password of the mailbox, and what it is to be. */
interface Passwords {
  readonly present: string
  readonly wanted: string
}

/** Where the owner is signed in, and their saved replies: requested when they are looked at. */
export interface OwnThings {
  readonly isBusy: ReadonlySignal<boolean>
  /** Why the last question or change failed. */
  readonly problem: ReadonlySignal<Failure | undefined>
  /** undefined until they were requested. */
  readonly sessions: ReadonlySignal<NativeSessions | undefined>
  readonly templates: ReadonlySignal<readonly NativeTemplate[] | undefined>
  readonly loadSessions: () => Promise<boolean>
  /** The id of one, `others` or `all`. Says whether they ended. */
  endSessions(which: string): Promise<boolean>
  /** Says whether it was changed, and whether all other sessions ended; undefined where it was not. */
  changePassword(passwords: Passwords): Promise<NativePasswordChanged | undefined>
  /** Each answers undefined where it failed. */
  beginSecondFactor(present: string): Promise<NativeInvitation | undefined>
  confirmSecondFactor(ticket: string, code: string): Promise<readonly string[] | undefined>
  endSecondFactor(present: string, code: string): Promise<true | undefined>
  readonly passkeys: ReadonlySignal<NativePasskeys | undefined>
  readonly loadPasskeys: () => Promise<boolean>
  /** Says whether it is kept. */
  addPasskey(wanted: WantedPasskey): Promise<boolean>
  removePasskey(id: string, present: string): Promise<boolean>
  readonly loadTemplates: () => Promise<boolean>
  /** `seen` is undefined for a new one. Says whether it was saved. */
  saveTemplate(
    id: string,
    seen: NativeTemplate | undefined,
    wanted: TemplateFields,
  ): Promise<boolean>
  removeTemplate(id: string): Promise<boolean>
  /** Another tab changed it: what is here of it is requested again. */
  changed(change: OwnChange): void
  readonly forgetProblem: () => void
}

/** A passkey that is to be. */
interface WantedPasskey {
  readonly present: string
  readonly name: string
  /** Has the browser make it. */
  readonly create: (options: string) => Promise<string>
  /** What is said where it does not. */
  readonly failed: string
}

interface OwnThingsOptions {
  readonly http: HttpClient
  readonly connection: Pick<Connection, 'reach' | 'once'>
  /** Called after a change, for the other tabs to know of it. */
  readonly onChanged: (change: OwnChange) => void
  /** What is said where the other side changed it first. */
  readonly changedElsewhere: () => string
}

/** Builds it; nothing is asked before a load. */
export function createOwnThings({
  http,
  connection,
  onChanged,
  changedElsewhere,
}: OwnThingsOptions): OwnThings {
  const { signal: abort } = new AbortController()
  const isBusy = signal(false)
  const problem = signal<Failure | undefined>(undefined)
  const sessions = signal<NativeSessions | undefined>(undefined)
  const templates = signal<readonly NativeTemplate[] | undefined>(undefined)

  /** Says whether the response came and was taken. */
  async function take<Response>(
    pending: Promise<Response>,
    taken: (response: Response) => boolean,
  ): Promise<boolean> {
    isBusy.value = true
    problem.value = undefined
    try {
      return taken(await pending)
    } catch (error) {
      problem.value = failureOf(error)
      return false
    } finally {
      isBusy.value = false
    }
  }

  /** What came of an action; undefined where it failed. */
  async function responseOf<Result>(run: () => Promise<Result>): Promise<Result | undefined> {
    const came: Result[] = []
    await take(connection.once(run, abort), (response) => came.push(response) > 0)
    return came[0]
  }

  /** What came of a change that the other tabs are to know of. */
  async function withReport<Outcome>(
    change: OwnChange,
    making: Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await making
    if (outcome !== undefined && outcome !== false) onChanged(change)
    return outcome
  }

  const toSessions = (pending: Promise<NativeSessions>) =>
    take(pending, (response) => {
      sessions.value = response
      return true
    })
  const passkeys = signal<NativePasskeys | undefined>(undefined)
  const toPasskeys = (pending: Promise<NativePasskeys>) =>
    take(pending, (response) => {
      passkeys.value = response
      return true
    })
  async function addPasskey({ present, name, create, failed }: WantedPasskey): Promise<boolean> {
    const question = await responseOf(() => http.post('begin-passkey', { present }, abort))
    if (question === undefined) return false
    try {
      const response = await create(question.options)
      const reply = { ticket: question.ticket, response, name }
      const confirming = connection.once(() => http.post('confirm-passkey', reply, abort), abort)
      return await withReport('passkeys', toPasskeys(confirming))
    } catch {
      // The browser says in its own words why, and nothing a program could go by.
      problem.value = { message: failed }
      return false
    }
  }
  const toTemplates = (pending: Promise<NativeTemplates>) =>
    take(pending, (response) => {
      templates.value = response.templates
      if (response.conflicts.length === 0) return true
      problem.value = { message: changedElsewhere() }
      return false
    })

  const loadSessions = () =>
    toSessions(connection.reach(() => http.get('sessions', {}, abort), abort))
  const loadPasskeys = () =>
    toPasskeys(connection.reach(() => http.get('passkeys', {}, abort), abort))
  const loadTemplates = () =>
    toTemplates(connection.reach(() => http.get('templates', {}, abort), abort))

  return {
    isBusy,
    problem,
    sessions,
    templates,
    loadSessions,
    endSessions: (which) =>
      withReport(
        'sessions',
        toSessions(connection.once(() => http.post('end-sessions', { which }, abort), abort)),
      ),
    changePassword: (passwords) =>
      withReport(
        'sessions',
        responseOf(() => http.slowPost('change-password', passwords, abort)),
      ),
    beginSecondFactor: (present) =>
      responseOf(() => http.post('begin-second-factor', { present }, abort)),
    async confirmSecondFactor(ticket, code) {
      const confirm = () => http.post('confirm-second-factor', { ticket, code }, abort)
      return (await responseOf(confirm))?.recoveryCodes
    },
    async endSecondFactor(present, code) {
      const end = () => http.post('end-second-factor', { present, code }, abort)
      return (await responseOf(end)) && true
    },
    passkeys,
    loadPasskeys,
    addPasskey,
    removePasskey: (id, present) =>
      withReport(
        'passkeys',
        toPasskeys(
          connection.once(() => http.post('remove-passkey', { id, present }, abort), abort),
        ),
      ),
    loadTemplates,
    saveTemplate(id, seen, wanted) {
      const changes = (['name', 'text'] as const).map((name) => ({
        name,
        seen: seen?.[name] ?? '',
        wanted: wanted[name],
      }))
      const input = { id, isNew: seen === undefined, changes }
      const saving = connection.once(() => http.post('save-template', input, abort), abort)
      return withReport('templates', toTemplates(saving))
    },
    removeTemplate: (id) =>
      withReport(
        'templates',
        toTemplates(connection.once(() => http.post('delete-template', { id }, abort), abort)),
      ),
    changed(change) {
      if (change === 'sessions' && sessions.peek() !== undefined) void loadSessions()
      if (change === 'templates' && templates.peek() !== undefined) void loadTemplates()
      if (change === 'passkeys' && passkeys.peek() !== undefined) void loadPasskeys()
    },
    forgetProblem: () => (problem.value = undefined),
  }
}

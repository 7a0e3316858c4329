import type { ActionName } from '../../../plugin/actions/index.ts'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import type {
  NativeResponseOf,
  NativeInputOf,
  NativeSettings,
} from '../../../plugin/wire/native/types.ts'
import { responseOf, sendAction } from '../http/native-actions.ts'
import { unlessBusy } from '../postern/postern.ts'
import type { ClientResponse, WebmailClient } from '../http/webmail-client.ts'

/** What one user sets and collects over HTTP, and what of it they were told is kept. */
export interface OwnThings {
  /** Saves of which the response arrived whole. */
  readonly kept: number
  readonly requests: number
  /** Requests that were told to come back (503), and came. */
  readonly comeBacks: number
  /**
   * Saves one thing more, in turn a setting, an identity, a template and a contact, and asks the reader for it at once. Throws
   * Unanswered where either is not answered, an Error where what was kept is not there.
   */
  saveNext(writer: WebmailClient, reader: WebmailClient): Promise<void>
  /** What was stored and is not there. Throws Unanswered. */
  missing(reader: WebmailClient): Promise<readonly string[]>
}

/** A response that promises nothing: another status than 200, or none at all (0). */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly status: number

  constructor(what: string, status: number, options?: ErrorOptions) {
    super(`${what} answered ${status}`, options)
    this.status = status
  }
}

type Kind = 'setting' | 'identity' | 'template' | 'contact'
const kinds: readonly Kind[] = ['setting', 'identity', 'template', 'contact']

/**
 * Starts with an owner, named by their address, who has nothing yet. With `comesBack` a request that is answered 503 is made
 * again, as the page does; else that is a failure.
 */
export function createOwnThings(owner: string, { comesBack = false } = {}): OwnThings {
  const stored: { readonly kind: Kind; readonly id: string }[] = []
  let requests = 0
  let comeBacks = 0
  let turn = 0

  async function call<Name extends ActionName>(
    client: WebmailClient,
    what: Name,
    input: NativeInputOf<Name>,
  ): Promise<NativeResponseOf<Name>> {
    const counted = async (): Promise<ClientResponse> => {
      requests += 1
      const response = await sendAction(client, what, input)
      if (comesBack && response.status === 503) comeBacks += 1
      return response
    }
    const pending = comesBack ? unlessBusy(counted) : counted()
    const { status, text } = await pending.catch((error: unknown) => {
      throw new Unanswered(what, 0, { cause: error })
    })
    if (status !== 200) throw new Unanswered(`${what} (${text.slice(0, 120)})`, status)
    return responseOf(what, text)
  }

  const settingsAt = (client: WebmailClient) => call(client, 'settings', {})

  /** By kind; each answers the id of what is kept. The one setting counts up: what is there is this number, or a later one. */
  const save: Readonly<Record<Kind, (client: WebmailClient, n: number) => Promise<string>>> = {
    async setting(client, n) {
      const seen = (await settingsAt(client)).preferences.readAfterSeconds
      const changes = [{ name: 'readAfterSeconds', seen, wanted: n }] as const
      checkNoConflict(await call(client, 'save-settings', { changes }))
      return String(n)
    },
    async identity(client, n) {
      const id = `identity-${n}`
      const changes = [{ name: 'address', seen: '', wanted: owner }] as const
      checkNoConflict(await call(client, 'save-identity', { id, isNew: true, changes }))
      return id
    },
    async template(client, n) {
      const id = `template-${n}`
      const changes = [
        { name: 'name', seen: '', wanted: `Reply ${n}` },
        { name: 'text', seen: '', wanted: 'Thank you.' },
      ] as const
      await call(client, 'save-template', { id, isNew: true, changes })
      return id
    },
    async contact(client, n) {
      const response = await call(client, 'save-contact', {
        contact: emptyContact(`${owner} ${n}`),
      })
      if (response.kind !== 'contact') throw new Error(`save-contact answered ${response.kind}`)
      return response.entry.id
    },
  }

  const isThere: Readonly<Record<Kind, (client: WebmailClient, id: string) => Promise<boolean>>> = {
    setting: async (client, id) =>
      ((await settingsAt(client)).preferences.readAfterSeconds ?? -1) >= Number(id),
    identity: async (client, id) => idsOf((await settingsAt(client)).identities).includes(id),
    template: async (client, id) =>
      idsOf((await call(client, 'templates', {})).templates).includes(id),
    contact: async (client, id) => (await contactsAt(client)).includes(id),
  }

  async function contactsAt(client: WebmailClient): Promise<readonly string[]> {
    const ids: string[] = []
    for (;;) {
      const part = await call(client, 'contacts', { offset: ids.length })
      ids.push(...idsOf(part.rows))
      if (part.rows.length === 0 || ids.length >= part.total) return ids
    }
  }

  return {
    get kept() {
      return stored.length
    },
    get requests() {
      return requests
    },
    get comeBacks() {
      return comeBacks
    },
    async saveNext(writer, reader) {
      turn += 1
      const kind = kinds[turn % kinds.length] ?? 'setting'
      const id = await save[kind](writer, turn)
      stored.push({ kind, id })
      if (!(await isThere[kind](reader, id)))
        throw new Error(`${owner}: ${kind} ${id} was not read`)
    },
    async missing(reader) {
      const { preferences, identities } = await settingsAt(reader)
      const { templates } = await call(reader, 'templates', {})
      const there = {
        identity: idsOf(identities),
        template: idsOf(templates),
        contact: await contactsAt(reader),
      }
      const has = ({ kind, id }: (typeof stored)[number]) =>
        kind === 'setting'
          ? (preferences.readAfterSeconds ?? -1) >= Number(id)
          : there[kind].includes(id)
      return stored.filter((thing) => !has(thing)).map(({ kind, id }) => `${owner}: ${kind} ${id}`)
    },
  }
}

function idsOf(all: readonly { readonly id: string }[]): readonly string[] {
  return all.map(({ id }) => id)
}

function checkNoConflict({ conflicts }: NativeSettings): void {
  if (conflicts.length > 0) throw new Error(`conflicts: ${conflicts.join(', ')}`)
}

import { z } from 'zod'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/types.ts'
import { unlessBusy } from '../postern/postern.ts'
import type { ClientResponse, WebmailClient } from '../http/webmail-client.ts'

/** What one person sets and collects over HTTP, and what of it they were told is kept. */
export interface OwnThings {
  /** Saves of which the answer arrived whole. */
  readonly kept: number
  readonly requests: number
  /** Requests that were told to come back (503), and came. */
  readonly comeBacks: number
  /**
   * Saves one thing more, in turn a setting, an identity, a template and a contact, and asks the reader for it at once. Throws
   * Unanswered where either is not answered, an Error where what was kept is not there.
   */
  saveNext(writer: WebmailClient, reader: WebmailClient): Promise<void>
  /** What was kept and is not there. Throws Unanswered. */
  missing(reader: WebmailClient): Promise<readonly string[]>
}

/** An answer that promises nothing: another status than 200, or none at all (0). */
export class Unanswered extends Error {
  override readonly name = 'Unanswered'
  readonly status: number

  constructor(what: string, status: number, options?: ErrorOptions) {
    super(`${what} answered ${status}`, options)
    this.status = status
  }
}

const idsOf = z.array(z.looseObject({ id: z.string() })).transform((all) => all.map(({ id }) => id))
const settingsAnswer = z.looseObject({
  kind: z.literal('settings'),
  preferences: z.looseObject({ readAfterSeconds: z.number().nullable() }),
  identities: idsOf,
  conflicts: z.array(z.string()).length(0),
})
const templatesAnswer = z.looseObject({ kind: z.literal('templates'), templates: idsOf })
const contactAnswer = z
  .looseObject({ entry: z.looseObject({ id: z.string() }) })
  .transform(({ entry }) => entry)
const contactsAnswer = z.looseObject({ rows: idsOf, total: z.number() })

type Kind = 'setting' | 'identity' | 'template' | 'contact'
const kinds: readonly Kind[] = ['setting', 'identity', 'template', 'contact']

/**
 * Begins with an owner, named by their address, who has nothing yet. With `comesBack` a request that is answered 503 is made
 * again, as the page does; else that is a failure.
 */
export function createOwnThings(owner: string, { comesBack = false } = {}): OwnThings {
  const kept: { readonly kind: Kind; readonly id: string }[] = []
  let requests = 0
  let comeBacks = 0
  let turn = 0

  async function answered(what: string, ask: () => Promise<ClientResponse>): Promise<unknown> {
    const counted = async (): Promise<ClientResponse> => {
      requests += 1
      const answer = await ask()
      if (comesBack && answer.status === 503) comeBacks += 1
      return answer
    }
    const asking = comesBack ? unlessBusy(counted) : counted()
    const { status, text } = await asking.catch((error: unknown) => {
      throw new Unanswered(what, 0, { cause: error })
    })
    if (status !== 200) throw new Unanswered(`${what} (${text.slice(0, 120)})`, status)
    return JSON.parse(text)
  }

  const get = (client: WebmailClient, action: string, query = '') =>
    answered(action, () =>
      client.get(`?_task=mail&_action=${action}${query}`, { accept: NATIVE_TYPE }),
    )
  const post = (client: WebmailClient, action: string, form: Readonly<Record<string, string>>) =>
    answered(action, () => {
      const headers = { accept: NATIVE_TYPE, 'x-roundcube-request': client.token() }
      return client.post(`?_task=mail&_action=${action}`, form, headers)
    })

  const settingsAt = async (client: WebmailClient) =>
    settingsAnswer.parse(await get(client, 'settings'))

  /** By kind; each answers the id of what is kept. The one setting counts up: what is there is this number, or a later one. */
  const save: Readonly<Record<Kind, (client: WebmailClient, n: number) => Promise<string>>> = {
    async setting(client, n) {
      const seen = (await settingsAt(client)).preferences.readAfterSeconds
      const _changes = JSON.stringify([{ name: 'readAfterSeconds', seen, wanted: n }])
      settingsAnswer.parse(await post(client, 'save-settings', { _changes }))
      return String(n)
    },
    async identity(client, n) {
      const id = `identity-${n}`
      const _fields = JSON.stringify([{ name: 'address', seen: '', wanted: owner }])
      const form = { _identity: id, _new: '1', _fields }
      settingsAnswer.parse(await post(client, 'save-identity', form))
      return id
    },
    async template(client, n) {
      const id = `template-${n}`
      const _fields = JSON.stringify([
        { name: 'name', seen: '', wanted: `Reply ${n}` },
        { name: 'text', seen: '', wanted: 'Thank you.' },
      ])
      const form = { _template: id, _new: '1', _fields }
      templatesAnswer.parse(await post(client, 'save-template', form))
      return id
    },
    async contact(client, n) {
      const _contact = JSON.stringify(emptyContact(`${owner} ${n}`))
      return contactAnswer.parse(await post(client, 'save-contact', { _contact })).id
    },
  }

  const isThere: Readonly<Record<Kind, (client: WebmailClient, id: string) => Promise<boolean>>> = {
    setting: async (client, id) =>
      ((await settingsAt(client)).preferences.readAfterSeconds ?? -1) >= Number(id),
    identity: async (client, id) => (await settingsAt(client)).identities.includes(id),
    template: async (client, id) =>
      templatesAnswer.parse(await get(client, 'templates')).templates.includes(id),
    contact: async (client, id) => (await contactsAt(client)).includes(id),
  }

  async function contactsAt(client: WebmailClient): Promise<readonly string[]> {
    const ids: string[] = []
    for (;;) {
      const part = contactsAnswer.parse(await get(client, 'contacts', `&_offset=${ids.length}`))
      ids.push(...part.rows)
      if (part.rows.length === 0 || ids.length >= part.total) return ids
    }
  }

  return {
    get kept() {
      return kept.length
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
      kept.push({ kind, id })
      if (!(await isThere[kind](reader, id)))
        throw new Error(`${owner}: ${kind} ${id} was not read`)
    },
    async missing(reader) {
      const { preferences, identities } = await settingsAt(reader)
      const { templates } = templatesAnswer.parse(await get(reader, 'templates'))
      const there = { identity: identities, template: templates, contact: await contactsAt(reader) }
      const has = ({ kind, id }: (typeof kept)[number]) =>
        kind === 'setting'
          ? (preferences.readAfterSeconds ?? -1) >= Number(id)
          : there[kind].includes(id)
      return kept.filter((thing) => !has(thing)).map(({ kind, id }) => `${owner}: ${kind} ${id}`)
    },
  }
}

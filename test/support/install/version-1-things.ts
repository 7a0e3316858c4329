import { z } from 'zod'
import { emptyContact } from '../../../plugin/contacts/contact.ts'
import { NATIVE_TYPE } from '../../../plugin/wire/native/media-type.ts'
import type { WebmailClient } from '../http/webmail-client.ts'

const withIds = z.array(z.object({ id: z.string() }))
const ids = withIds.transform((all) => all.map(({ id }) => id))
const settings = z.object({ identities: ids })
const templates = z.object({ templates: ids })
const contacts = z.object({ rows: ids })
const contact = z.object({ entry: z.object({ id: z.string() }) })

/**
 * Saves an identity, a template and a contact by the forms of wire version 1, which only releases of schema version 1 take.
 * Returns their ids. Throws where one is refused.
 */
export async function saveInVersion1(
  client: WebmailClient,
  owner: string,
  n: number,
): Promise<readonly string[]> {
  const [identity, template] = [`identity-${n}`, `template-${n}`]
  const address = [{ name: 'address', seen: '', wanted: owner }]
  await post(client, 'save-identity', {
    _identity: identity,
    _new: '1',
    _fields: JSON.stringify(address),
  })
  const reply = [
    { name: 'name', seen: '', wanted: `Reply ${n}` },
    { name: 'text', seen: '', wanted: 'Thank you.' },
  ]
  await post(client, 'save-template', {
    _template: template,
    _new: '1',
    _fields: JSON.stringify(reply),
  })
  const _contact = JSON.stringify(emptyContact(`${owner} ${n}`))
  const { entry } = contact.parse(await post(client, 'save-contact', { _contact }))
  return [identity, template, entry.id]
}

/** The ids of all identities, templates and of the first page of contacts, from a release of either version. */
export async function storedIds(client: WebmailClient): Promise<readonly string[]> {
  const get = async (action: string): Promise<unknown> => {
    const { status, text } = await client.get(addressOf(action), { accept: NATIVE_TYPE })
    if (status !== 200) throw new Error(`${action} returned ${status}: ${text}`)
    return JSON.parse(text)
  }
  return [
    ...settings.parse(await get('settings')).identities,
    ...templates.parse(await get('templates')).templates,
    ...contacts.parse(await get('contacts')).rows,
  ]
}

async function post(
  client: WebmailClient,
  action: string,
  form: Readonly<Record<string, string>>,
): Promise<unknown> {
  const headers = { accept: NATIVE_TYPE, 'x-roundcube-request': client.token() }
  const { status, text } = await client.post(addressOf(action), form, headers)
  if (status !== 200) throw new Error(`${action} returned ${status}: ${text}`)
  return JSON.parse(text)
}

function addressOf(action: string): string {
  return `?_task=mail&_action=${action}`
}

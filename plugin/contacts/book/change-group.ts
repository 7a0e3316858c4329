import type { PersonalDocument } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import { readContact, writeContact } from '../contact.ts'
import { saveContacts } from './change.ts'
import type { ContactBook } from './contact-book.ts'

/**
 * Gives a group another name, with everybody in it; without one the group is deleted, and its contacts stay. Answers how many were
 * in it. Throws Refusal('group_exists') where the name is that of another group: what was in which could not be distinguished again.
 */
export async function changeGroup(
  book: ContactBook,
  group: string,
  name: string | undefined,
): Promise<number> {
  const { groups } = await book.index()
  if (name !== undefined && groups.some((other) => other.name === name)) {
    throw new Refusal('group_exists')
  }
  await book.changeGroupCards(group, name)
  await saveContacts(book, (documents) => documents.flatMap((one) => changeOf(one, group, name)))
  return groups.find((one) => one.name === group)?.count ?? 0
}

function changeOf(
  { id, version, body }: PersonalDocument,
  group: string,
  name: string | undefined,
) {
  const contact = readContact(body)
  if (contact?.groups.includes(group) !== true) return []
  const named = contact.groups.flatMap((one) => (one !== group ? one : (name ?? [])))
  const groups = [...new Set(named)]
  return [{ id, baseVersion: version, body: writeContact({ ...contact, groups }) }]
}

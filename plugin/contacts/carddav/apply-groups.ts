import type { PersonalChange } from '../../../store/index.ts'
import type { ContactBook } from '../book/contact-book.ts'
import { CONTACT_LIMITS } from '../contact-limits.ts'
import { readContact, writeContact } from '../contact.ts'
import { groupNamesOf, membershipsOf, type GroupCards } from './group-cards.ts'
import { readLinks, writeLinks, type Link } from './links.ts'

/**
 * Puts contacts into the groups that cards say they are members of now, and takes them out of those that they were members of
 * before. False where a user changed one of them at the same time: then nothing is done, and it has to be tried again.
 */
export async function applyGroups(
  book: ContactBook,
  before: GroupCards,
  after: GroupCards,
): Promise<boolean> {
  if (JSON.stringify([...before.values()]) === JSON.stringify([...after.values()])) return true
  const [membersBefore, membersAfter] = [membershipsOf(before), membershipsOf(after)]
  const links = await readLinks(book)
  const changes: PersonalChange[] = []
  const next = new Map<string, Link>()
  for (const { id, version, body } of await book.documents('contact')) {
    const contact = readContact(body)
    if (contact === undefined) continue
    const now = groupNamesOf(membersAfter, id, contact)
    const left = groupNamesOf(membersBefore, id, contact).filter((name) => !now.includes(name))
    const stayed = contact.groups.filter((name) => !left.includes(name))
    const groups = [...new Set([...stayed, ...now])].slice(0, CONTACT_LIMITS.groups)
    const changed = writeContact({ ...contact, groups })
    if (changed === writeContact(contact)) continue
    changes.push({ id, baseVersion: version, body: changed })
    const link = links.get(id)
    // What the card of the contact says is not touched by this.
    if (link?.version === version) next.set(id, { ...link, version: version + 1 })
  }
  if (changes.length === 0) return true
  if ('conflicts' in (await book.save('contact', changes))) return false
  await writeLinks(book, next)
  return true
}

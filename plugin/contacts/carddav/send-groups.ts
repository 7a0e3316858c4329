import type { PersonalChange } from '../../../store/index.ts'
import { Refusal } from '../../http/refusal.ts'
import type { ContactBook } from '../book/contact-book.ts'
import { readContact } from '../contact.ts'
import { memberUid, type GroupCards } from './group-cards.ts'
import type { RemoteBook } from './server/remote-book.ts'

/** When others change the same card at the same time. */
const MAX_ATTEMPTS = 4

/**
 * Writes who comes into groups that are cards, and who leaves them. What is known of the cards here stays as it was: the next
 * reading brings in what is there then. Throws AddressBookUnavailable, and Refusal('contact_changed') where a card never stood
 * still.
 */
export async function sendGroups(
  { remote, book }: { readonly remote: GroupServer; readonly book: Pick<ContactBook, 'find'> },
  groups: GroupCards,
  changes: readonly PersonalChange[],
): Promise<void> {
  for (const [name, change] of await memberChanges(book, groups, changes)) {
    const paths = [...groups.values()].filter((group) => group.name === name)
    for (const { path } of paths) await sendMembers(remote, path, change)
  }
}

type GroupServer = Pick<RemoteBook, 'get' | 'put' | 'groupChanged'>

interface Members {
  readonly added: Set<string>
  readonly removed: Set<string>
}

async function memberChanges(
  book: Pick<ContactBook, 'find'>,
  groups: GroupCards,
  changes: readonly PersonalChange[],
): Promise<ReadonlyMap<string, Members>> {
  const names = new Set([...groups.values()].map(({ name }) => name))
  const byName = new Map<string, Members>()
  if (names.size === 0) return byName
  for (const { id, body } of changes) {
    const document = await book.find('contact', id)
    const before = document === undefined ? undefined : readContact(document.body)
    const after = body === undefined ? undefined : readContact(body)
    const known = after ?? before
    if (known === undefined) continue
    const uid = memberUid(id, known)
    for (const name of new Set([...(before?.groups ?? []), ...(after?.groups ?? [])])) {
      if (!names.has(name)) continue
      const [was, is] = [before?.groups.includes(name), after?.groups.includes(name)]
      if ((was ?? false) === (is ?? false)) continue
      const members = byName.get(name) ?? { added: new Set(), removed: new Set() }
      byName.set(name, members)
      members[is === true ? 'added' : 'removed'].add(uid)
    }
  }
  return byName
}

async function sendMembers(remote: GroupServer, path: string, change: Members): Promise<void> {
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const card = await remote.get(path)
    // A group that is deleted has no members: the next reading takes its name from the contacts.
    if (card === undefined) return
    const text = await remote.groupChanged(card.text, change)
    if ((await remote.put(path, text, card.etag)).kind === 'written') return
  }
  throw new Refusal('contact_changed')
}

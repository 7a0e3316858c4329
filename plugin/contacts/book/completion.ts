import type { Address } from '../../../proxy/mail/index.ts'
import type { ContactIndex } from './contact-index.ts'
import { foldText, searchWords, wordMatcher } from './fold.ts'
import type { Usage } from './usage.ts'

/** Whom an address field suggests. */
export interface Completion {
  readonly people: readonly CompletedPerson[]
  readonly groups: readonly { readonly name: string; readonly members: readonly Address[] }[]
}

/** Someone with the picture of the contact; empty for none. */
type CompletedPerson = Address & { readonly photo: string }

interface CompletionLimits {
  readonly people: number
  readonly groups: number
  /** Members of one group; a larger one is not suggested, for no message may go to so many. */
  readonly members: number
}

/** Contacts and recipients with the words that were typed, those written to lately first, and groups by their name. */
export function completeAddress(
  typed: string,
  { contacts, usage }: { readonly contacts: ContactIndex; readonly usage: Usage },
  limits: CompletionLimits,
): Completion {
  if (foldText(typed).trim() === '') return { people: [], groups: [] }
  const matches = wordMatcher(typed)
  const used = [...usage.byAddress]
    .flatMap(([key, recipient]) => {
      const contact = contacts.byAddress.get(key)
      const address = contact?.emails.find((email) => email.toLowerCase() === key)
      return matches((contact ?? recipient).words)
        ? [{ ...recipient, address: address ?? recipient.address, contact }]
        : []
    })
    .sort((one, other) => other.lastUsedAt - one.lastUsedAt)
    .slice(0, limits.people)
    .map(({ name, address, contact }) => ({
      name: contact?.name ?? name,
      address,
      photo: contact?.photo ?? '',
    }))
  const groups = contacts.groups
    .filter(({ name, count }) => count <= limits.members && matches(searchWords([name])))
    .slice(0, limits.groups)
  return {
    people: [...used, ...unusedContacts(limits.people - used.length)],
    groups: groups.map(({ name }) => ({ name, members: membersOf(name, contacts) })),
  }

  /** The first by name: no more of them are looked at than are shown. */
  function unusedContacts(max: number): readonly CompletedPerson[] {
    const people: CompletedPerson[] = []
    for (const { name, emails, words, photo } of contacts.entries) {
      if (people.length >= max) break
      if (!matches(words)) continue
      const unused = emails.filter((address) => !usage.byAddress.has(address.toLowerCase()))
      people.push(...unused.map((address) => ({ name, address, photo })))
    }
    return people.slice(0, max)
  }
}

/** One address of each: the first, which is the preferred one. */
function membersOf(group: string, { entries }: ContactIndex): readonly Address[] {
  return entries.flatMap(({ name, emails: [address], groups }) =>
    address !== undefined && groups.includes(group) ? [{ name, address }] : [],
  )
}

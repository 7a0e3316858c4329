import type { Mailbox, SpecialUse } from './mailbox.ts'

const RANKS: readonly (SpecialUse | undefined)[] = [
  'inbox',
  'drafts',
  'sent',
  'junk',
  'trash',
  'archive',
  undefined,
]

/** Names that mean a use on servers that do not mark it (RFC 6154), lower case. */
const USUAL_NAMES: ReadonlyMap<string, SpecialUse> = new Map([
  ['drafts', 'drafts'],
  ['sent', 'sent'],
  ['sent items', 'sent'],
  ['sent messages', 'sent'],
  ['junk', 'junk'],
  ['spam', 'junk'],
  ['junk e-mail', 'junk'],
  ['trash', 'trash'],
  ['deleted items', 'trash'],
  ['deleted messages', 'trash'],
  ['archive', 'archive'],
])

/**
 * The mailboxes in the order they are shown, each special use given to one mailbox at most. INBOX
 * counts as subscribed: nobody can want to miss it.
 */
export function arrangeMailboxes(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const taken = new Set<SpecialUse>()
  const take = (use: SpecialUse | undefined) => {
    if (use === undefined || taken.has(use)) return undefined
    taken.add(use)
    return use
  }
  // Marks of the server come first; only what it leaves open is guessed by name.
  const marked = mailboxes.map((mailbox) => ({ ...mailbox, specialUse: take(mailbox.specialUse) }))
  const named = marked.map((mailbox) => ({
    ...mailbox,
    specialUse: mailbox.specialUse ?? take(usualUse(mailbox)),
    isSubscribed: mailbox.isSubscribed || mailbox.path === 'INBOX',
  }))
  return named.sort(byImportance(named))
}

/** Compares by use, then by path. Mailboxes that are not known come last. */
export function byImportance(
  known: readonly Mailbox[],
): (one: { readonly path: string }, other: { readonly path: string }) => number {
  const ranks = new Map(known.map(({ path, specialUse }) => [path, RANKS.indexOf(specialUse)]))
  ranks.set('INBOX', 0)
  const rankOf = (path: string) => ranks.get(path) ?? RANKS.length
  return (one, other) => rankOf(one.path) - rankOf(other.path) || (one.path < other.path ? -1 : 1)
}

/** Only at the top or directly below INBOX: a customer called "Archive" is none. */
function usualUse({ path, name, delimiter, isSelectable }: Mailbox): SpecialUse | undefined {
  const isTop = path === name || path === `INBOX${delimiter ?? ''}${name}`
  return isTop && isSelectable ? USUAL_NAMES.get(name.toLowerCase()) : undefined
}

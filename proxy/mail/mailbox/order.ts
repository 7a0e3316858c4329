import type { Mailbox, SpecialUse } from '../model/mailbox.ts'
import type { MailboxName } from '../model/mailbox-name.ts'
import { useOfName, type NamedUse } from './default-names.ts'

const RANKS: readonly (SpecialUse | undefined)[] = [
  'inbox',
  'drafts',
  'sent',
  'junk',
  'trash',
  'archive',
  undefined,
]

/** The folders that Gmail keeps its own ones in, whatever their language. */
const GMAIL_ROOTS = ['[Gmail]', '[Google Mail]']

/** Where the owner's mailboxes are (RFC 2342). */
export interface Namespaces {
  /** What the names of the owner's own mailboxes begin with. */
  readonly personal: string
  /** What the names of other users' and shared mailboxes begin with. */
  readonly foreign: readonly string[]
}

/**
 * The mailboxes in the order they are shown, each special use given to one mailbox at most, and none to
 * a mailbox of others. INBOX counts as subscribed: no one can want to miss it.
 */
export function arrangeMailboxes(
  listed: readonly Mailbox[],
  namespaces: Namespaces,
): readonly Mailbox[] {
  const uses = usesOf(listed, namespaces)
  const arranged = listed.map((mailbox) => ({
    ...mailbox,
    specialUse: uses.get(mailbox.path),
    isSubscribed: mailbox.isSubscribed || mailbox.path === 'INBOX',
  }))
  return arranged.sort(byImportance(arranged))
}

/** Compares by use, then by path. Mailboxes that are not known come last. */
export function byImportance(
  known: readonly Mailbox[],
): (one: Pick<Mailbox, 'path'>, other: Pick<Mailbox, 'path'>) => number {
  const ranks = new Map(known.map(({ path, specialUse }) => [path, RANKS.indexOf(specialUse)]))
  ranks.set('INBOX', 0)
  const rankOf = (path: MailboxName) => ranks.get(path) ?? RANKS.length
  return (one, other) => rankOf(one.path) - rankOf(other.path) || (one.path < other.path ? -1 : 1)
}

/** By path. Marks of the server come first; only what they leave open is guessed by name. */
function usesOf(
  listed: readonly Mailbox[],
  { personal, foreign }: Namespaces,
): ReadonlyMap<MailboxName, SpecialUse> {
  const own = listed.filter(({ path }) => !foreign.some((prefix) => path.startsWith(prefix)))
  const uses = new Map<MailboxName, SpecialUse>()
  const taken = new Set<SpecialUse>()
  const give = (path: MailboxName, use: SpecialUse | undefined) => {
    if (use === undefined || taken.has(use) || uses.has(path)) return
    taken.add(use)
    uses.set(path, use)
  }
  for (const { path, specialUse } of own) give(path, specialUse)
  const named = own
    .map((mailbox) => ({ path: mailbox.path, named: namedUse(mailbox, personal) }))
    .sort((one, other) => (one.named?.rank ?? 0) - (other.named?.rank ?? 0))
  for (const { path, named: use } of named) give(path, use?.use)
  return uses
}

/** Only at the top, directly below INBOX or among Gmail's own: a customer called "Archive" is none. */
function namedUse(
  { path, name, delimiter = '', isSelectable }: Mailbox,
  personal: string,
): NamedUse | undefined {
  const roots = ['INBOX', ...GMAIL_ROOTS].map((root) => `${root}${delimiter}`)
  const isNearTop = ['', personal, ...roots].some((root) => path === `${root}${name}`)
  return isSelectable && isNearTop ? useOfName(name) : undefined
}

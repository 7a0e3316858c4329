import { fieldValues } from '../mime/header/header-field.ts'

/** The fields by which messages refer to each other (RFC 5322 3.6.4). */
export const RELATION_FIELDS = ['MESSAGE-ID', 'REFERENCES', 'IN-REPLY-TO'] as const

/** Identifiers that are asked for in one conversation at most. */
const MAX_IDS = 60
/** A longer one is left out: commands have their limits, and no program writes one. */
const MAX_ID_CHARS = 250

/**
 * The identifiers in a header: its own, what it replies to, then References from the latest one on, the first one
 * before the others, as a very long conversation is known by it. Looser than the standard, as mail is.
 */
export function relatedIds(header: string): readonly string[] {
  const [own, references, replied] = RELATION_FIELDS.map((name) => idsIn(header, name))
  const [first, ...later] = references ?? []
  const ids = [
    ...(own ?? []).slice(0, 1),
    ...(replied ?? []),
    ...(first === undefined ? [] : [first]),
  ]
  return [...new Set([...ids, ...later.reverse()])]
}

function idsIn(header: string, name: string): readonly string[] {
  const [value = ''] = fieldValues(header, name)
  return (value.match(/<[^<>\s]+>/g) ?? []).filter(({ length }) => length <= MAX_ID_CHARS)
}

/** The identifiers that a conversation is known by, and which of them each mailbox was asked for. */
export interface RelatedIds<Mailbox> {
  /** Adds those of a message where it is one of the conversation; false where it is not. */
  learn(ids: readonly string[]): boolean
  /** Those that this mailbox was not asked for before; from now on it was. */
  take(mailbox: Mailbox, max: number): readonly string[]
  /** True where this is the only one, or there is none. */
  areOnly(id: string | null | undefined): boolean
  /** True while there are some that this mailbox was not asked for. */
  hasNew(mailbox: Mailbox): boolean
}

/** Starts with the identifiers of one message. */
export function createRelatedIds<Mailbox>(ids: readonly string[]): RelatedIds<Mailbox> {
  const known = new Set(ids.slice(0, MAX_IDS))
  /** How many of them, as they stand in order. */
  const asked = new Map<Mailbox, number>()
  const askedOf = (mailbox: Mailbox) => asked.get(mailbox) ?? 0

  return {
    learn(others) {
      if (!others.some((id) => known.has(id))) return false
      for (const id of others) if (known.size < MAX_IDS) known.add(id)
      return true
    },
    take(mailbox, max) {
      const from = askedOf(mailbox)
      const taken = [...known].slice(from, from + max)
      asked.set(mailbox, from + taken.length)
      return taken
    },
    areOnly: (own) => [...known].every((id) => id === own),
    hasNew: (mailbox) => askedOf(mailbox) < known.size,
  }
}

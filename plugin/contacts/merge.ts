import { Refusal } from '../http/refusal.ts'
import { contactSchema, type Contact } from './contact.ts'

type Field = keyof Contact

/** A contact that two contacts, or two tabs, changed from the same one. */
export interface MergedContact {
  /** With theirs where both said something else. */
  readonly contact: Contact
  /** Where both said something else. */
  readonly conflicts: readonly Field[]
}

const FIELDS = contactSchema.keyof().options

/**
 * Merges field by field: what one side changed is changed. What stands several times is merged item by item;
 * an item that both changed is there twice, so that nothing is lost. Throws Refusal where that is too much for one.
 */
export function mergeContacts(base: Contact, mine: Contact, theirs: Contact): MergedContact {
  const merged: Record<string, unknown> = {}
  const conflicts: Field[] = []
  for (const field of FIELDS) {
    const [before, own, other] = [base[field], mine[field], theirs[field]]
    if (typeof before !== 'string' && typeof own !== 'string' && typeof other !== 'string') {
      merged[field] = mergeItems(before, own, other)
    } else if (own === before || own === other) merged[field] = other
    else if (other === before) merged[field] = own
    else {
      merged[field] = other
      conflicts.push(field)
    }
  }
  return { contact: withinBounds(merged), conflicts }
}

function mergeItems(
  before: readonly unknown[],
  own: readonly unknown[],
  other: readonly unknown[],
): readonly unknown[] {
  const keys = (items: readonly unknown[]) => new Set(items.map((item) => JSON.stringify(item)))
  const [known, remaining, there] = [keys(before), keys(own), keys(other)]
  // The order of anyone who changed it; ours when both did.
  if (JSON.stringify(other) === JSON.stringify(before)) return own
  const staying = other.filter((item) => {
    const key = JSON.stringify(item)
    return remaining.has(key) || !known.has(key)
  })
  const added = own.filter((item) => {
    const key = JSON.stringify(item)
    return !known.has(key) && !there.has(key)
  })
  return [...staying, ...added]
}

/**
 * One contact of several that are the same contact: the first says what a user has once, and what the others
 * say instead goes into the note. Throws Refusal where that is too much for one.
 */
export function uniteContacts(first: Contact, others: readonly Contact[]): Contact {
  return others.reduce(unite, first)
}

/** A contact with what another one says beside it, where it says nothing itself. Throws Refusal where that is too much. */
export function fillContact(contact: Contact, more: Contact): Contact {
  const { fields } = joined(contact, more)
  const isSame = FIELDS.every((field) => isSameValue(fields[field], contact[field]))
  return isSame ? contact : withinBounds(fields)
}

function isSameValue(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other)
}

function unite(one: Contact, other: Contact): Contact {
  const { fields, beside } = joined(one, other)
  const notes = [one.note, other.note, beside.join('\n')].filter((text) => text !== '')
  return withinBounds({ ...fields, note: [...new Set(notes)].join('\n\n') })
}

function joined(one: Contact, other: Contact) {
  const fields: Record<string, unknown> = {}
  /** What the other one says instead. */
  const beside: string[] = []
  for (const field of FIELDS) {
    const [own, more] = [one[field], other[field]]
    if (typeof own === 'string' && typeof more === 'string') {
      fields[field] = own === '' ? more : own
      const isOther = own !== '' && more !== '' && own !== more
      if (isOther && !UNTOLD.has(field)) beside.push(more)
    } else if (typeof own !== 'string' && typeof more !== 'string') {
      fields[field] = mergeItems([], more, own)
    }
  }
  return { fields, beside }
}

/** What means nothing to a user, and what is joined as a whole. */
const UNTOLD: ReadonlySet<Field> = new Set(['uid', 'photo', 'note'])

function withinBounds(fields: Readonly<Record<string, unknown>>): Contact {
  const parsed = contactSchema.safeParse(fields)
  if (!parsed.success) throw new Refusal('contact_too_large', { cause: parsed.error })
  return parsed.data
}

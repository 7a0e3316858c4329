import type { z } from 'zod'
import type { FilterScript } from '../../../proxy/mail/index.ts'
import type { ContactBook } from '../../contacts/book/contact-book.ts'
import type { DeepReadonly } from '../contract/contract.ts'
import type { rule } from './rule.ts'

/** Of the contacts in one condition. The mail server compares each message with all of them, and takes 1 MiB of script. */
const MAX_CONTACT_ADDRESSES = 5_000

/** The addresses that a filter about the contacts is written with. */
export interface AddressBook {
  /** In lower case and in order. Of more than fit those of the contacts that come first by name. */
  readonly addresses: readonly string[]
  readonly total: number
}

type ReadEntry = NonNullable<FilterScript['entries']>[number]
type WrittenRule = Extract<ReadEntry, { readonly kind: 'rule' }>['rule']
type WrittenCondition = WrittenRule['conditions'][number]
type SaidRule = DeepReadonly<z.output<typeof rule>>

/** Brings in what a CardDAV server has first, as far as it answers. Throws StoreUnavailable. */
export async function addressBookOf(
  contacts: Pick<ContactBook, 'index' | 'refresh'>,
): Promise<AddressBook> {
  await contacts.refresh()
  const { byAddress } = await contacts.index()
  const addresses = [...byAddress.keys()].slice(0, MAX_CONTACT_ADDRESSES).sort()
  return { addresses, total: byAddress.size }
}

export function looksAtContacts({ conditions }: SaidRule): boolean {
  return conditions.some(({ kind }) => kind === 'contact')
}

/** The rule as it is written. */
export function withAddresses(said: SaidRule, { addresses }: AddressBook): WrittenRule {
  const conditions = said.conditions.map((condition): WrittenCondition =>
    condition.kind === 'contact' ? { ...condition, addresses } : condition,
  )
  return { ...said, conditions }
}

/** The rule as the page has it. */
export function withoutAddresses(written: WrittenRule) {
  const conditions = written.conditions.map((condition) =>
    condition.kind === 'contact' ? { kind: condition.kind, isNot: condition.isNot } : condition,
  )
  return { ...written, conditions }
}

/** The addresses of each condition about the contacts. */
export function contactsIn(entries: readonly ReadEntry[]): readonly (readonly string[])[] {
  const rules = entries.flatMap((entry) => (entry.kind === 'rule' ? [entry.rule] : []))
  return rules.flatMap(({ conditions }) =>
    conditions.flatMap((one) => (one.kind === 'contact' ? [one.addresses] : [])),
  )
}

export function isWrittenWith(written: readonly string[], { addresses }: AddressBook): boolean {
  return written.length === addresses.length && addresses.every((one, at) => written[at] === one)
}

import { oneLine } from '../../one-line.ts'
import { plainUid } from './member-uid.ts'
import type { Property } from './property.ts'
import { unescapeText } from './text-value.ts'

/** A group that is a card of its own. */
export interface GroupOfCard {
  /** Empty where the card has none. */
  readonly name: string
  /** UIDs of contacts as `plainUid` has them. */
  readonly members: readonly string[]
}

/** Apple writes the same of vCard 3.0 with names of its own. */
const KIND = /^(X-ADDRESSBOOKSERVER-)?KIND$/
const MEMBER = /^(X-ADDRESSBOOKSERVER-)?MEMBER$/

/** What the card of a group says by its properties (RFC 6350 6.1.4); undefined for the card of anything else. */
export function readGroupCard(
  properties: readonly Pick<Property, 'name' | 'value'>[],
): GroupOfCard | undefined {
  const isGroup = properties.some(
    ({ name, value }) => KIND.test(name) && /^group$/i.test(value.trim()),
  )
  if (!isGroup) return undefined
  const members = properties.filter(({ name }) => isMember(name))
  return {
    name: oneLine(unescapeText(properties.find(({ name }) => name === 'FN')?.value ?? '')),
    members: [...new Set(members.map(({ value }) => plainUid(value)))],
  }
}

/** Whether a property of this name, in upper case, names a member. */
export function isMember(name: string): boolean {
  return MEMBER.test(name)
}

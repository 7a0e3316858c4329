import type { Property } from './property.ts'
import { unescapeText } from './text-value.ts'

/** Our words for a label and the TYPE that says it (RFC 6350 5.6 and 6.4.1), the most telling first. */
const TYPES = [
  ['fax', 'fax'],
  ['mobile', 'cell'],
  ['pager', 'pager'],
  ['home', 'home'],
  ['work', 'work'],
] as const

/** Labels of the contact's own, by the group they share with what they label: Apple's way, which others read as well. */
export type OwnLabels = ReadonlyMap<string, string>

/** Collects the labels of a card. */
export function ownLabelsOf(properties: readonly Property[]): OwnLabels {
  return new Map(
    properties
      .filter(({ name, group }) => name === 'X-ABLABEL' && group !== '')
      .map(({ group, value }) => [
        group,
        // Apple writes its own words so: _$!<Home>!$_
        unescapeText(value).replace(/^_\$!<(.*)>!\$_$/s, (_, word: string) => word.toLowerCase()),
      ]),
  )
}

/** The label of a property; empty where it has none. */
export function labelOf({ group, parameters }: Property, own: OwnLabels): string {
  const words = (parameters.get('TYPE') ?? []).map((word) => word.toLowerCase())
  const known = TYPES.find(([, type]) => words.includes(type))
  return own.get(group) ?? known?.[0] ?? ''
}

/** True for what the card prefers; `PREF=1` since 4.0, a TYPE before. */
export function isPreferred({ parameters }: Property): boolean {
  const words = parameters.get('TYPE') ?? []
  return parameters.get('PREF')?.[0] === '1' || words.some((word) => /^pref$/i.test(word))
}

/** How a label is written: a TYPE, or undefined for a word of the contact's own. */
export function typeOfLabel(label: string): string | undefined {
  return TYPES.find(([word]) => word === label)?.[1]
}

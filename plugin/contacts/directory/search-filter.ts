/** What a search looks at. */
interface SearchedEntries {
  /** The filter of the configuration: which entries are contacts. */
  readonly filter: string
  /** Attributes in which a word may begin anywhere, such as names. */
  readonly names: readonly string[]
  /** Attributes that begin with what is looked for, such as addresses. */
  readonly addresses: readonly string[]
}

/** Of what was typed; more would only make the filter long. */
const MAX_WORDS = 5

/** The filter (RFC 4515) for contacts with all words of what was typed, each at the beginning of a word; all contacts for nothing. */
export function searchFilter(typed: string, { filter, names, addresses }: SearchedEntries): string {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  const conditions = words.slice(0, MAX_WORDS).map((word) => {
    const value = escapeFilterValue(word)
    const inNames = names.map((name) => `(${name}=${value}*)(${name}=* ${value}*)`)
    const inAddresses = addresses.map((name) => `(${name}=${value}*)`)
    return `(|${[...inNames, ...inAddresses].join('')})`
  })
  return conditions.length === 0 ? filter : `(&${filter}${conditions.join('')})`
}

/** A value as it is in a filter (RFC 4515 3): what has a meaning there stands for itself. */
export function escapeFilterValue(value: string): string {
  return value.replace(
    /[\\*()\0]/g,
    (character) => `\\${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )
}

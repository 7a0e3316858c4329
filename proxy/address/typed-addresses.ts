/** One recipient as it was typed: what of it is the name, and what should be the address. */
export interface TypedAddress {
  readonly entry: string
  /** undefined: half a quote, or a bracket too many. */
  readonly name: string | undefined
  /** Not examined: who reads it decides what an address is. */
  readonly address: string
}

const COMMAS: ReadonlySet<string> = new Set([',', '，', '、', '،'])

/** What users put between two recipients: commas and semicolons of Latin, Chinese, Japanese and Arabic keyboards. */
export const SEPARATORS: ReadonlySet<string> = new Set([...COMMAS, ';', '；', '؛'])

/**
 * Takes a field of recipients apart as users type and paste them: `a@x, "Last, First" <b@x>; c@x`, `a@x (Name)`,
 * `Name [a@x]`, `a@x；b@x、c@x`, `Last, First <a@x>`, `mailto:a@x`, with blanks that do not break and signs that are not seen around
 * each. Loads nothing, so that the page reads a field as the server does.
 */
export function readTypedAddresses(text: string): readonly TypedAddress[] {
  return withLastNames(splitEntries(text)).map(({ entry }) => ({ entry, ...readEntry(entry) }))
}

interface Entry {
  readonly entry: string
  /** What is behind it; empty at the end. */
  readonly separator: string
}

/** Splits at separators that stand outside of quotes, angle brackets and comments. */
function splitEntries(text: string): Entry[] {
  const entries: Entry[] = []
  let start = 0
  let isQuoted = false
  let isBracketed = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (isQuoted && character === '\\') index += 1
    else if (character === '"' && !isBracketed) isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '<') isBracketed = true
    else if (character === '>') isBracketed = false
    else if (character === '(') index += commentLength(text, index)
    else if (SEPARATORS.has(character) && !isBracketed) {
      entries.push({ entry: trimUnseen(text.slice(start, index)), separator: character })
      start = index + 1
    }
  }
  entries.push({ entry: trimUnseen(text.slice(start)), separator: '' })
  return entries.filter(({ entry }) => entry !== '')
}

/** A comment (RFC 5322 3.2.2) that no one would take for a sad face, without its first bracket. */
function commentLength(text: string, index: number): number {
  const comment = /\([^()<>@]{0,256}\)/y
  comment.lastIndex = index
  return (comment.exec(text)?.[0].length ?? 1) - 1
}

/** A capital, or a letter of a script without them: `bob, Ann <ann@x>` are two, of whom one has no address yet. */
const LAST_NAME = /^(?=.*[\p{Lu}\p{Lo}])[\p{L}\p{M}][\p{L}\p{M}'’.-]*(?: [\p{L}\p{M}'’.-]+){0,3}$/u
const FIRST_NAME_AND_ADDRESS = /^[\p{L}\p{M}][^<>[\]"@]{0,128}(?:<[^<>]*>|\[[^[\]]*\])$/u

/** `Quill, Ada <ada@x>` is one user, as other programs show them. */
function withLastNames(entries: readonly Entry[]): readonly Entry[] {
  const joined: Entry[] = []
  for (const { entry, separator } of entries) {
    const before = joined.at(-1)
    const isLastName =
      before !== undefined &&
      COMMAS.has(before.separator) &&
      before.entry.length <= 64 &&
      LAST_NAME.test(before.entry)
    if (isLastName && FIRST_NAME_AND_ADDRESS.test(entry)) {
      joined.pop()
      joined.push({ entry: `${before.entry}, ${entry}`, separator })
    } else {
      joined.push({ entry, separator })
    }
  }
  return joined
}

/** A comment at the end is the name of who has none. */
function readEntry(entry: string): Omit<TypedAddress, 'entry'> {
  const open = entry.endsWith(')') ? entry.lastIndexOf('(') : -1
  const before = open < 1 ? '' : trimUnseen(entry.slice(0, open))
  if (before === '') return readMailbox(entry)
  const { name, address } = readMailbox(before)
  return { name: name === '' ? parseName(trimUnseen(entry.slice(open + 1, -1))) : name, address }
}

function readMailbox(entry: string): Omit<TypedAddress, 'entry'> {
  if (entry.endsWith('>')) return withName(entry, entry.lastIndexOf('<'))
  if (entry.endsWith(']')) {
    const open = entry.lastIndexOf('[')
    // `a@[192.0.2.1]` has an address for its domain (RFC 5321 4.1.3).
    if (entry.slice(open).includes('@')) return withName(entry, open)
  }
  return { name: '', address: withoutLink(entry) }
}

function withName(entry: string, open: number): Omit<TypedAddress, 'entry'> {
  if (open === -1) return { name: undefined, address: entry }
  const address = withoutLink(trimUnseen(entry.slice(open + 1, -1)))
  return { name: parseName(trimUnseen(entry.slice(0, open))), address }
}

/** What a link says beside the address (RFC 6068), as a subject, is left. */
function withoutLink(text: string): string {
  if (!/^mailto:/i.test(text)) return text
  const address = text.slice('mailto:'.length).replace(/\?.*$/s, '')
  try {
    return decodeURIComponent(address)
  } catch {
    // Not UTF-8: it is read as it stands there.
    return address
  }
}

const MAX_NAME_CHARACTERS = 256

/** A display name: one quoted string (RFC 5322 3.2.4) or bare words; half a quote or a bracket is a slip. */
function parseName(text: string): string | undefined {
  if (text.length > MAX_NAME_CHARACTERS) return undefined
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text)
  if (quoted !== null) return quoted[1]?.replaceAll(/\\(.)/g, '$1')
  return /["<>]/.test(text) ? undefined : text
}

/**
 * Blanks, tabs, and what text copied from a page has around an address unseen: spaces that do not
 * break, of no width, and marks of direction. No line ends: they are no slip of a user.
 */
const UNSEEN = /[\p{Zs}\t\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/u

function trimUnseen(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && UNSEEN.test(text[start] ?? '')) start += 1
  while (end > start && UNSEEN.test(text[end - 1] ?? '')) end -= 1
  return text.slice(start, end)
}

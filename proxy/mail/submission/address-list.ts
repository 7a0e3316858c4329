import { parseMailAddress } from '../../address/mail-address.ts'
import type { Address } from '../model/summary.ts'

/** What a person typed into To, Cc or Bcc: the addresses that can be used, and the pieces that cannot. */
export interface AddressList {
  readonly addresses: readonly Address[]
  /** As typed. Not empty means: do not send. */
  readonly invalid: readonly string[]
}

const MAX_NAME_CHARACTERS = 256
const hasControlCharacter = /\p{Cc}/u

/**
 * Reads addresses as people type them: `a@x, "Last, First" <b@x>; c@x`. Every address is checked on
 * its own; one past `maxAddresses` counts as invalid, so that a list is never cut in silence.
 */
export function parseAddressList(
  text: string,
  { maxAddresses = 500 }: { readonly maxAddresses?: number } = {},
): AddressList {
  const addresses: Address[] = []
  const invalid: string[] = []
  for (const entry of splitEntries(text)) {
    const address = addresses.length < maxAddresses ? parseEntry(entry) : undefined
    if (address === undefined) invalid.push(entry)
    else addresses.push(address)
  }
  return { addresses, invalid }
}

/** Splits at commas and semicolons that stand outside quotes and angle brackets. */
function splitEntries(text: string): string[] {
  const entries: string[] = []
  let start = 0
  let isQuoted = false
  let isBracketed = false
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index]
    if (isQuoted && character === '\\') index += 1
    else if (character === '"' && !isBracketed) isQuoted = !isQuoted
    else if (character === '<' && !isQuoted) isBracketed = true
    else if (character === '>' && !isQuoted) isBracketed = false
    else if ((character === ',' || character === ';') && !isQuoted && !isBracketed) {
      entries.push(text.slice(start, index))
      start = index + 1
    }
  }
  entries.push(text.slice(start))
  return entries.map(trimBlanks).filter((entry) => entry !== '')
}

/** Only blanks and tabs: `String.trim` would also forgive a trailing CRLF, and we forgive none. */
function trimBlanks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isBlank(text[start])) start += 1
  while (end > start && isBlank(text[end - 1])) end -= 1
  return text.slice(start, end)
}

function isBlank(character: string | undefined): boolean {
  return character === ' ' || character === '\t'
}

function parseEntry(entry: string): Address | undefined {
  if (hasControlCharacter.test(entry)) return undefined
  const open = entry.lastIndexOf('<')
  if (open === -1) return named('', entry)
  if (!entry.endsWith('>')) return undefined
  const name = parseName(trimBlanks(entry.slice(0, open)))
  return name === undefined ? undefined : named(name, trimBlanks(entry.slice(open + 1, -1)))
}

function named(name: string, text: string): Address | undefined {
  const address = parseMailAddress(text)
  return address === undefined ? undefined : { name, address }
}

/** A display name: one quoted string (RFC 5322 3.2.4) or bare words; half a quote or a bracket is a slip. */
function parseName(text: string): string | undefined {
  if (text.length > MAX_NAME_CHARACTERS) return undefined
  const quoted = /^"((?:[^"\\]|\\.)*)"$/.exec(text)
  if (quoted !== null) return quoted[1]?.replaceAll(/\\(.)/g, '$1')
  return /["<>]/.test(text) ? undefined : text
}

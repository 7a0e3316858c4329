import type { Address } from '../model/summary.ts'
import { detached } from './detached.ts'
import { decodeHeaderText } from './encoded-word.ts'

/** Characters of an entry that are read: a name and an address (RFC 5321 4.5.3.1) are shorter. */
const MAX_ENTRY_CHARACTERS = 2_000

/**
 * Addresses of a header field as it stands in the message, one character per byte, for when the server could not tell
 * them: `"Doe, Jo" <jo@sender.example>, ann@sender.example`. What is no address is left out.
 */
export function parseHeaderAddresses(value: string, maxAddresses: number): readonly Address[] {
  const addresses: Address[] = []
  for (const entry of entriesOf(value)) {
    if (addresses.length >= maxAddresses) break
    const address = parseEntry(entry.slice(0, MAX_ENTRY_CHARACTERS))
    if (address !== undefined) addresses.push(address)
  }
  return addresses
}

/** Pieces between commas, semicolons and the colon of a group (RFC 5322 3.4) that stand in no quotes and brackets. */
function* entriesOf(value: string): Generator<string> {
  let start = 0
  let isQuoted = false
  let isBracketed = false
  for (let index = 0; index < value.length; index += 1) {
    const character = value[index]
    if (character === '\\') index += 1
    else if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if (character === '<') isBracketed = true
    else if (character === '>') isBracketed = false
    else if (!isBracketed && /[,;:]/.test(character ?? '')) {
      yield value.slice(start, index)
      start = index + 1
    }
  }
  yield value.slice(start)
}

function parseEntry(entry: string): Address | undefined {
  const open = entry.lastIndexOf('<')
  const close = open === -1 ? -1 : entry.indexOf('>', open)
  const raw = open === -1 ? entry : entry.slice(open + 1, close === -1 ? undefined : close)
  const address = decodeHeaderText(raw).replace(/\s+/g, '')
  if (!address.includes('@')) return undefined
  const name = open === -1 ? '' : entry.slice(0, open).trim()
  const unquoted = /^"(.*)"$/s.exec(name)?.[1]?.replace(/\\(.)/gs, '$1') ?? name
  return { name: detached(decodeHeaderText(unquoted)), address: detached(address.slice(0, 320)) }
}

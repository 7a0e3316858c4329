import type { Address } from '../../model/summary.ts'
import { detached } from './detached.ts'
import { decodeHeaderText } from './encoded-word.ts'
import { isUndisclosed } from './undisclosed.ts'

/** A longer piece between two commas is no address. */
const MAX_PIECE_CHARACTERS = 2_000

/** RFC 5322 3.2.4: it may hold an `@` that is none of the address. */
const QUOTED = String.raw`"(?:[^"\\]|\\.)+"`
/** A second `@` makes it no address, and the piece before it would be another one's. */
const BRACKETED = new RegExp(String.raw`<[<\s]*((?:${QUOTED}|[^<>\s@"]+)(?:@[^<>\s@]+)+)`)
const BARE = new RegExp(
  String.raw`(?:${QUOTED}|[^\s<>"'()[\]:@][^\s<>"()[\]:@]*)(?:@[^\s<>"'()[\]:@]+)+`,
  'g',
)
const WHOLE = new RegExp(String.raw`^(?:${QUOTED}|[^\s<>"@]+)@[^\s<>'"@_]+$`)

/**
 * The addresses of a field that programs wrote without RFC 5322: `;` between them, no brackets around an address, brackets twice, an
 * address between quotes. `value` has one character per byte.
 */
export function looseAddresses(value: string, maxAddresses: number): readonly Address[] {
  const addresses: Address[] = []
  for (const entry of entriesOf(withoutLinks(value))) {
    if (addresses.length >= maxAddresses) break
    // The name of a group (RFC 5322 3.4) is none of its addresses.
    const piece = entry.replace(/^[^"<@]*:/, '')
    if (piece.length > MAX_PIECE_CHARACTERS || isUndisclosed(entry)) continue
    const bracketed = BRACKETED.exec(piece)
    if (bracketed !== null) {
      const name = decodeHeaderText(piece.slice(0, bracketed.index)).replace(/^["']|["']$/g, '')
      addresses.push({ name: detached(name), address: detached(bracketed[1] ?? '') })
      continue
    }
    const bare = [...piece.matchAll(BARE)]
    // What is before a single one is a name.
    const name = bare.length === 1 ? decodeHeaderText(piece.slice(0, bare[0]?.index)) : ''
    const unquoted = detached(name.replaceAll('"', '').replace(/^[\s<'([]+|[\s<'([]+$/g, ''))
    addresses.push(...bare.map(([address]) => ({ name: unquoted, address: detached(address) })))
  }
  return addresses
}

/** Without what a link (RFC 6068) and a route (RFC 5322 4.4) put before an address. */
function withoutLinks(value: string): string {
  return value.replace(/(?<![^\s<[,;])mailto:/gi, '').replace(/<\s{0,9}@[^<>:"]{1,500}:/g, '<')
}

/** What is between commas and semicolons, but for those of a quoted string; a quotation mark that nothing closes is a character. */
function* entriesOf(value: string): Generator<string> {
  let startOffset = 0
  let isClosed = true
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at]
    if (character === '"' && isClosed) {
      const end = endOfQuoted(value, at)
      // Of those behind it none is closed either: each is looked for once.
      isClosed = end !== -1
      if (isClosed) at = end
    } else if (character === ',' || character === ';') {
      yield value.slice(startOffset, at)
      startOffset = at + 1
    }
  }
  yield value.slice(startOffset)
}

/** Where the string that starts here ends (RFC 5322 3.2.4); -1 for nowhere. */
function endOfQuoted(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === '"') return at
    if (value[at] === '\\') at += 1
  }
  return -1
}

/** Whether it is an address as it stands: servers write what they could not read in its place. */
export function isWhole({ address }: Address): boolean {
  return WHOLE.test(address)
}

/** The addresses as the server read them, or those of the field itself where it lost some, or made of one what is none. */
export function completedAddresses(
  read: readonly Address[],
  value: string | undefined,
  maxAddresses: number,
): readonly Address[] {
  const loose = value === undefined ? [] : looseAddresses(value, maxAddresses)
  const whole = read.filter(isWhole).length
  const isCut = loose.length === read.length && loose.some((one) => !isWhole(one))
  return loose.length > whole || (loose.length > 0 && (whole < read.length || isCut)) ? loose : read
}

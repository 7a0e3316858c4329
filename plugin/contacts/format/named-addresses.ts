import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import { oneLine } from '../one-line.ts'

/** An address with the name that is beside it; empty for none. */
export interface NamedAddress {
  readonly name: string
  readonly address: string
}

/** The addresses of a text, and what of it is none. */
export interface NamedAddresses {
  readonly addresses: readonly NamedAddress[]
  readonly others: readonly string[]
}

/** What programs leave around an address and no one sees: soft hyphens, marks of direction, joiners, byte order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Of one name with its address; what is longer is none. */
const MAX_PIECE_CHARS = 1_000

/**
 * Reads addresses as programs and contacts write them: bare, `<a@b>`, `Name <a@b>`, `Name [a@b]`, `a@b (Name)`, `mailto:a@b`, several
 * of them behind commas or semicolons, `Last, First <a@b>`. Linear in the text.
 */
export function namedAddresses(text: string): NamedAddresses {
  const addresses: NamedAddress[] = []
  const others: string[] = []
  for (const piece of piecesOf(oneLine(text.replace(INVISIBLE, '')))) {
    const read = readPiece(piece)
    const before = others.at(-1)
    if (read === undefined) others.push(piece)
    else if (read.isNamed && before !== undefined && !before.includes('@')) {
      others.pop()
      addresses.push({ ...read, name: `${before}, ${read.name}` })
    } else addresses.push({ name: read.name, address: read.address })
  }
  return { addresses, others }
}

/** Cuts at commas and semicolons that are not within quotation marks, brackets or a comment. */
function piecesOf(text: string): readonly string[] {
  const pieces: string[] = []
  // A mark without its pair is a sign like others.
  const closing = new Map([...CLOSING].map(([open, close]) => [open, text.lastIndexOf(close)]))
  let startOffset = 0
  let until: string | undefined
  for (let at = 0; at <= text.length; at += 1) {
    const mark = text[at]
    if (until !== undefined && mark !== undefined) {
      if (mark === '\\' && until === '"') at += 1
      else if (mark === until) until = undefined
    } else if (mark === undefined || mark === ',' || mark === ';') {
      const piece = text.slice(startOffset, at).trim()
      if (piece !== '') pieces.push(piece)
      startOffset = at + 1
    } else if ((closing.get(mark) ?? -1) > at) until = CLOSING.get(mark)
  }
  return pieces
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['"', '"'],
  ['<', '>'],
  ['(', ')'],
  ['[', ']'],
])

function readPiece(piece: string): (NamedAddress & { readonly isNamed: boolean }) | undefined {
  if (piece.length > MAX_PIECE_CHARS || !piece.includes('@')) return undefined
  for (const [open, close] of [
    ['<', '>'],
    ['[', ']'],
  ] as const) {
    const [from, to] = [piece.lastIndexOf(open), piece.lastIndexOf(close)]
    const address = from === -1 ? undefined : plainAddress(piece.slice(from + 1, to))
    if (address === undefined || to < from) continue
    const name = nameOf(piece.slice(0, from))
    return { name, address, isNamed: name !== '' }
  }
  const comment = piece.indexOf('(')
  const [bare, name] =
    comment === -1 ? [piece, ''] : [piece.slice(0, comment), piece.slice(comment)]
  const address = plainAddress(bare)
  return address === undefined
    ? undefined
    : { name: nameOf(name.replace(/^\(|\)$/g, '')), address, isNamed: false }
}

/** Without the scheme that a link or Exchange puts before it, and quotation marks around it. */
function plainAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^(["'])(.*)\1$/, '$2')
  const link = /^mailto:([^?]*)/i.exec(bare)?.[1]
  const address = link === undefined ? bare.replace(/^smtp:/i, '') : decoded(link)
  return parseMailAddress(address.trim())
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link)
  } catch {
    // URIError: a percent sign that starts no escape is one of the address.
    return link
  }
}

function nameOf(text: string): string {
  const name = text.trim()
  const quoted = /^"(.*)"$/.exec(name)?.[1]
  return oneLine(quoted?.replace(/\\(.)/g, '$1') ?? name.replace(/^'(.*)'$/, '$1'))
}

/** One address of a field. */
export interface ParsedAddress {
  /** `undefined` for what is none: then only the whole counts. */
  readonly local: string | undefined
  readonly domain: string | undefined
  readonly whole: string
}

export type AddressPart = 'all' | 'localpart' | 'domain' | 'user' | 'detail'

/** The separator of RFC 5233 1. */
const DELIMITER = '+'

/** The part of an address that a test asks for; undefined: it has none. */
export function addressPart(address: ParsedAddress, part: AddressPart): string | undefined {
  const { local, domain, whole } = address
  if (part === 'all') return whole
  if (local === undefined) return undefined
  if (part === 'localpart') return local
  if (part === 'domain') return domain
  const at = local.indexOf(DELIMITER)
  if (part === 'user') return at === -1 ? local : local.slice(0, at)
  return at === -1 ? undefined : local.slice(at + 1)
}

/**
 * The addresses of a field (RFC 5322 3.4), groups dissolved, in linear time. A field that is wrong at one place is one
 * address of which only the whole is known, as servers read it.
 */
export function parseAddresses(value: string): readonly ParsedAddress[] {
  const addresses: ParsedAddress[] = []
  for (const entry of entriesOf(value)) {
    const text = entry.trim()
    if (text === '') continue
    const [address, rest = ''] = parseEntry(text)
    if (address === undefined) {
      // Words without an address are passed by.
      if (!text.includes('@') && !text.includes('<')) continue
      return [{ local: undefined, domain: undefined, whole: value }]
    }
    addresses.push(address)
    // What stands behind an address without a comma ends the field.
    if (rest.trim() !== '') break
  }
  if (addresses.length === 0 && value.trim() !== '')
    return [{ local: undefined, domain: undefined, whole: value }]
  return addresses
}

/** One address by itself: that of an envelope. */
export function parseAddress(text: string): ParsedAddress {
  const at = text.lastIndexOf('@')
  if (at === -1) return { local: text, domain: undefined, whole: text }
  return { local: unquoted(text.slice(0, at)), domain: text.slice(at + 1), whole: text }
}

/** Pieces between commas, and the members of groups, without comments. */
function* entriesOf(value: string): Generator<string> {
  let piece = ''
  let isInAngle = false
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] ?? ''
    if (character === '"') {
      const end = quotedEnd(value, at)
      piece += value.slice(at, end)
      at = end - 1
    } else if (character === '(') {
      at = commentEnd(value, at) - 1
      piece += ' '
    } else if (character === ',' && !isInAngle) {
      yield piece
      piece = ''
    } else if (character === ':' && !isInAngle) piece = ''
    else if (character === ';' && !isInAngle) {
      yield piece
      piece = ''
    } else {
      if (character === '<') isInAngle = true
      if (character === '>') isInAngle = false
      piece += character
    }
  }
  yield piece
}

function quotedEnd(value: string, start: number): number {
  for (let at = start + 1; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1
    else if (value[at] === '"') return at + 1
  }
  return value.length
}

function commentEnd(value: string, start: number): number {
  let depth = 0
  for (let at = start; at < value.length; at += 1) {
    const character = value[at]
    if (character === '\\') at += 1
    else if (character === '(') depth += 1
    else if (character === ')') {
      depth -= 1
      if (depth === 0) return at + 1
    }
  }
  return value.length
}

/** An address, and what stands behind it. */
function parseEntry(text: string): readonly [ParsedAddress?, string?] {
  const [bare, bareRest = ''] = parseSpec(text)
  if (bare !== undefined) return [bare, bareRest]
  const open = text.indexOf('<')
  const close = text.indexOf('>', open)
  if (open === -1 || close === -1) return []
  const [address, rest] = parseSpec(text.slice(open + 1, close).replace(/^\s*@[^:]*:/, ''))
  return address !== undefined && rest === '' ? [address, text.slice(close + 1)] : []
}

const ATOM = String.raw`[^\s"<>()[\],;:\\@]`
/** Blanks only beside a dot, each read in one way: a run of dots that could be divided anywhere took minutes. */
const ATOMS = String.raw`${ATOM}+(?:(?:(?<=\.)\s+|(?<!\.)\s+(?=\.\s*${ATOM}))${ATOM}+)*`
const SPEC = new RegExp(
  String.raw`^\s*("(?:[^"\\]|\\.)*"|${ATOMS})\s*@\s*(${ATOMS}|\[[^\]]*\])\s*([^]*)$`,
)

function parseSpec(spec: string): readonly [ParsedAddress?, string?] {
  const [, quoted, spaced, rest] = SPEC.exec(spec) ?? []
  if (quoted === undefined || spaced === undefined) return []
  const local = quoted.startsWith('"') ? quoted : quoted.replace(/\s+/g, '')
  const domain = spaced.replace(/\s+/g, '')
  return [{ local: unquoted(local), domain, whole: `${local}@${domain}` }, rest ?? '']
}

function unquoted(local: string): string {
  return local.startsWith('"') ? local.slice(1, -1).replace(/\\(.)/g, '$1') : local
}

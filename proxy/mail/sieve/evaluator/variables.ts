import { toBytes } from './message.ts'

/** The variables of one script (RFC 5229), all values with one character per byte. */
export interface Variables {
  get(name: string): string
  set(name: string, value: string): void
  /** What the last `:matches` or `:regex` that matched has found (RFC 5229 3.2). */
  setMatches(values: readonly string[]): void
  /** Names that stand for those of all scripts (RFC 6609 3.4). */
  share(names: readonly string[]): void
}

/** Pigeonhole's bound of one value. */
const MAX_VALUE_BYTES = 64 * 1024
const MAX_MATCHES = 32

/** Variables of a script that was included share `globals` with those of the others. */
export function createVariables(globals: Map<string, string>): Variables {
  const own = new Map<string, string>()
  const shared = new Set<string>()
  let matches: readonly string[] = []
  /** Where a name is stored, and as what. */
  const locate = (name: string): { readonly where: Map<string, string>; readonly key: string } => {
    const key = name.toLowerCase()
    if (key.startsWith('global.')) return { where: globals, key: key.slice('global.'.length) }
    return { where: shared.has(key) ? globals : own, key }
  }
  return {
    get: (name) => {
      if (/^[0-9]+$/.test(name)) return matches[Number(name)] ?? ''
      const { where, key } = locate(name)
      return where.get(key) ?? ''
    },
    set: (name, value) => {
      const { where, key } = locate(name)
      where.set(key, value.slice(0, MAX_VALUE_BYTES))
    },
    setMatches: (values) => {
      matches = values.slice(0, MAX_MATCHES)
    },
    share: (names) => {
      for (const name of names) shared.add(name.toLowerCase())
    },
  }
}

const REFERENCE = /\$\{((?:[A-Za-z_][A-Za-z0-9_]*\.)*[A-Za-z_][A-Za-z0-9_]*|[0-9]+)\}/g

/** The text with values in place of `${name}`. */
export function expandVariables(text: string, variables: Variables): string {
  return text.includes('${')
    ? text.replace(REFERENCE, (_whole, name: string) => variables.get(name))
    : text
}

const HEX = /\$\{hex:\s*((?:[0-9A-Fa-f]{1,2}\s*)+)\}/gi
const UNICODE = /\$\{unicode:\s*((?:[0-9A-Fa-f]{1,6}\s*)+)\}/gi

/** RFC 5228 2.4.2.4 `encoded-character`, over one character per byte. */
export function decodeCharacters(text: string): string {
  if (!text.includes('${')) return text
  const numbers = (digits: string) =>
    (digits.match(/[0-9A-Fa-f]+/g) ?? []).map((one) => Number.parseInt(one, 16))
  return text
    .replace(HEX, (_whole, digits: string) => String.fromCharCode(...numbers(digits)))
    .replace(UNICODE, (whole, digits: string) => {
      const points = numbers(digits)
      const isValid = points.every(
        (point) => point <= 0x10ffff && (point < 0xd800 || point > 0xdfff),
      )
      return isValid ? toBytes(String.fromCodePoint(...points)) : whole
    })
}

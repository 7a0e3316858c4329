/** What a Cookie header holds of the panel's own cookies. */
export type PanelCookies =
  | { readonly kind: 'none' }
  | { readonly kind: 'malformed' }
  | {
      readonly kind: 'found'
      /** A Cookie header with the panel's cookies alone, in the order of `names`. */
      readonly header: string
      readonly values: readonly string[]
    }

/** Longer values are no session name of any panel. */
const MAX_VALUE_CHARACTERS = 4096

/** RFC 6265 4.1.1, cookie-octet. */
const COOKIE_VALUE = /^[!#-+\--:<-[\]-~]+$/

/**
 * Reads the panel's cookies and nothing else. Two cookies of one name are malformed: a neighbouring
 * site may have tossed one of them, and servers differ on which of the two counts.
 */
export function readPanelCookies(
  cookieHeader: string | undefined,
  names: readonly string[],
): PanelCookies {
  const found = new Map<string, string>()
  for (const pair of (cookieHeader ?? '').split(';')) {
    const equals = pair.indexOf('=')
    const name = pair.slice(0, Math.max(equals, 0)).trim()
    const value = pair.slice(equals + 1).trim()
    if (!names.includes(name) || value === '') continue
    const isMalformed =
      found.has(name) || value.length > MAX_VALUE_CHARACTERS || !COOKIE_VALUE.test(value)
    if (isMalformed) return { kind: 'malformed' }
    found.set(name, value)
  }
  if (found.size === 0) return { kind: 'none' }
  const ordered = [...found].sort(([a], [b]) => names.indexOf(a) - names.indexOf(b))
  return {
    kind: 'found',
    header: ordered.map(([name, value]) => `${name}=${value}`).join('; '),
    values: ordered.map(([, value]) => value),
  }
}

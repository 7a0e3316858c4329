/** Names of the cookies in which cPanel's webmail has a session name. */
export const CPANEL_COOKIES = ['webmailsession', 'cpsession'] as const

/** The fields of a session file that decide. `pass` is not among them and is never kept. */
export type SessionFields = ReadonlyMap<string, string>

const Stored = new Set([
  'cp_security_token',
  'hasroot',
  'ip_address',
  'needs_auth',
  'origin_as_string',
  'successful_external_auth_with_timestamp',
  'successful_internal_auth_with_timestamp',
  'tfa_verified',
  'user',
])

/**
 * Reads `raw/`: one `key=value` per line. undefined for what a value with a line break could have made
 * of it (CVE-2026-41940): a carriage return or NUL, a line without `=`, a key that comes twice.
 */
export function parseRawFields(text: string): SessionFields | undefined {
  if (/[\r\0]/.test(text)) return undefined
  const fields = new Map<string, string>()
  for (const line of text.replace(/\n$/, '').split('\n')) {
    const pair = /^(\w+)=(.*)$/.exec(line)
    if (pair === null) return undefined
    const [, key = '', value = ''] = pair
    if (fields.has(key)) return undefined
    fields.set(key, value)
  }
  return remaining(fields)
}

/** Reads `cache/`: a flat JSON object. undefined when it is none, or a key comes twice. */
export function parseCacheFields(text: string): SessionFields | undefined {
  const entries = Object.entries(parseObject(text) ?? {})
  // JSON.parse takes the last of two equal keys; another reader may take the first.
  if (entries.length === 0 || entries.length !== countKeys(text)) return undefined
  const fields = new Map<string, string>()
  for (const [key, value] of entries) {
    if (typeof value === 'object' && value !== null) return undefined
    fields.set(key, value === null ? '' : String(value))
  }
  if ([...fields.values()].some((value) => /[\r\n\0]/.test(value))) return undefined
  return remaining(fields)
}

/** Fields in which the two files must agree: they say who is asking, and from where. */
const AGREED = ['user', 'cp_security_token', 'needs_auth', 'ip_address']

/** Whether both files tell the same session. */
export function doAgree(one: SessionFields, other: SessionFields): boolean {
  return AGREED.every((key) => (one.get(key) ?? '') === (other.get(key) ?? ''))
}

function remaining(fields: SessionFields): SessionFields {
  return new Map([...fields].filter(([key]) => Stored.has(key)))
}

function parseObject(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined
  } catch {
    // Half written, or no JSON: refused either way.
    return undefined
  }
}

/** Strings followed by a colon, in text that is known to be JSON. */
function countKeys(text: string): number {
  return [...text.matchAll(/"(?:[^"\\]|\\.)*"\s*(:?)/g)].filter(([, colon]) => colon === ':').length
}

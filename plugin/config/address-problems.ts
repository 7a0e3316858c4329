import type { Config } from './schema.ts'

/**
 * Addresses with a password that a driver would read otherwise than it was meant: the password itself is not repeated. What
 * is not percent-encoded ends the password early, and the rest of it, with its @, becomes a path (RFC 3986 3.2).
 */
export function addressProblems({
  database,
  redis,
}: Pick<Config, 'database' | 'redis'>): readonly string[] {
  const addresses = [
    ...(database.url.startsWith('sqlite:') ? [] : [['database.url', database.url] as const]),
    ...(redis !== null && 'url' in redis ? [['redis.url', redis.url] as const] : []),
  ]
  return addresses.flatMap(([key, address]) =>
    isAddress(address)
      ? []
      : [
          `${key}: must be an address; write / ? # @ : and % of a password as %2F %3F %23 %40 %3A %25`,
        ],
  )
}

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { username, password, pathname, search, hash } = new URL(text)
  const isCutShort = username === '' && `${pathname}${search}${hash}`.includes('@')
  return !isCutShort && [username, password].every(isPercentEncoded)
}

function isPercentEncoded(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text)
}

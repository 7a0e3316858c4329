import { createHash } from 'node:crypto'
import type { SearchQuery } from '../../../proxy/mail/index.ts'

/**
 * The 32 hexadecimal digits a search goes by on Roundcube's wire. Made from the query, so that the same
 * search has one name however often it is run; it is no secret and means nothing to another account.
 */
export function searchIdOf({ text, fields, filter }: SearchQuery): string {
  const canonical = JSON.stringify([text, fields, filter])
  return createHash('sha256').update(canonical).digest('hex').slice(0, 32)
}

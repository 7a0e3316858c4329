import { LRUCache } from 'lru-cache'
import type { SearchQuery } from '../../../proxy/mail/index.ts'
import { createHash } from 'node:crypto'

/** Searches by the id that Roundcube's front end names them by afterwards. One account never sees another's. */
export interface Searches {
  /** Remembers a search and answers its id: 32 hexadecimal characters. */
  remember(user: string, query: SearchQuery): string
  /** The search of an id; undefined when it was not made lately. */
  find(user: string, searchId: string): SearchQuery | undefined
}

/** Searches of this process, least recently used first out, per account so that no one pushes out another's. */
export function createSearches({
  maxAccounts,
  maxPerAccount,
}: {
  readonly maxAccounts: number
  readonly maxPerAccount: number
}): Searches {
  const accounts = new LRUCache<string, LRUCache<string, SearchQuery>>({ max: maxAccounts })
  return {
    remember(user, query) {
      const searchId = searchIdOf(query)
      const known = accounts.get(user) ?? new LRUCache<string, SearchQuery>({ max: maxPerAccount })
      known.set(searchId, query)
      accounts.set(user, known)
      return searchId
    },
    find: (user, searchId) => accounts.get(user)?.get(searchId),
  }
}

/**
 * The 32 hexadecimal digits a search goes by on Roundcube's wire. Made from the query, so that the same
 * search has one name however often it is run; it is no secret and means nothing to another account.
 */
export function searchIdOf({ text, terms, fields, filter }: SearchQuery): string {
  const canonical = JSON.stringify([text, fields, filter, terms])
  return createHash('sha256').update(canonical).digest('hex').slice(0, 32)
}

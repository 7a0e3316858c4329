import type { FetchHandler, FetchItem, Server } from 'hoodiecrow-imap'
import fetchHandlers from 'hoodiecrow-imap/lib/commands/handlers/fetch.js'

/**
 * Answers `BODY[...]<start.length>` for every message of a FETCH, named by its start alone (RFC 3501 7.4.2). hoodiecrow
 * forgets the length at the first message that is shorter, and sends nothing of those behind it.
 */
export function partialBodies(server: Server): void {
  const lengths = new WeakMap<FetchItem, number>()
  const answer: FetchHandler = (connection, message, item) => {
    const [start, length = lengths.get(item)] = item.partial ?? []
    if (start === undefined || length === undefined) {
      return fetchHandlers.BODY(connection, message, item)
    }
    // The item names the answer, too.
    lengths.set(item, length)
    item.partial = [start]
    const { value } = fetchHandlers.BODY(connection, message, { ...item, partial: undefined })
    return { type: 'LITERAL', value: value.slice(start, start + length) }
  }
  server.fetchHandlers['BODY'] = answer
  server.fetchHandlers['BODY.PEEK'] = answer
}

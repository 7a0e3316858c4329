import type { Attribute, FetchHandler, FetchItem, Server } from 'hoodiecrow-imap'
import fetchHandlers from 'hoodiecrow-imap/lib/commands/handlers/fetch.js'

/**
 * Answers `BODY[...]<start.length>` for every message of a FETCH, named by its start alone (RFC 3501 7.4.2), and parts
 * above the ninth. hoodiecrow forgets the length at the first message that is shorter, and sends nothing of those behind
 * it; of a part's number it reads one digit.
 */
export function bodySections(server: Server): void {
  const lengths = new WeakMap<FetchItem, number>()
  const response: FetchHandler = (connection, message, item) => {
    const [start, length = lengths.get(item)] = item.partial ?? []
    const requested = { ...item, section: item.section?.map(withDot) }
    if (start === undefined || length === undefined) {
      return fetchHandlers.BODY(connection, message, requested)
    }
    // The item names the response, too.
    lengths.set(item, length)
    item.partial = [start]
    const { value } = fetchHandlers.BODY(connection, message, { ...requested, partial: undefined })
    return { type: 'LITERAL', value: value.slice(start, start + length) }
  }
  server.fetchHandlers['BODY'] = response
  server.fetchHandlers['BODY.PEEK'] = response
}

/** `2.10.`: of a number that a dot ends it reads all digits. */
function withDot(named: Attribute): Attribute {
  if (typeof named !== 'object' || named === null || !('value' in named)) return named
  return /^[\d.]*\d$/.test(named.value) ? { ...named, value: `${named.value}.` } : named
}

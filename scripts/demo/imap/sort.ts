import type { Attribute, Server, StoredMessage } from 'hoodiecrow-imap'
import { attributeText, UnknownSearchKey } from './search-criteria.ts'
import { messageText } from './message-text.ts'
import { addSearchingCommand } from './searching-command.ts'

/** SORT and UID SORT (RFC 5256 3); equal messages stay in the order of the mailbox. */
export function sort(server: Server): void {
  server.registerCapability('SORT')
  addSearchingCommand(server, {
    name: 'SORT',
    leading: 2,
    toResponse: (found, [keys]) => {
      const compare = comparison(Array.isArray(keys) ? keys : [])
      return found
        .toSorted((one, other) => compare(one.message, other.message))
        .map(({ number }) => number)
    },
  })
}

type Comparison = (one: StoredMessage, other: StoredMessage) => number

function comparison(keys: readonly Attribute[]): Comparison {
  const comparisons: Comparison[] = []
  let isReversed = false
  for (const key of keys) {
    const name = attributeText(key)?.toUpperCase() ?? ''
    if (name === 'REVERSE') {
      isReversed = true
      continue
    }
    const compare = comparisonBy[name]
    if (compare === undefined) throw new UnknownSearchKey(`Unknown sort key ${name}`)
    comparisons.push(isReversed ? (one, other) => compare(other, one) : compare)
    isReversed = false
  }
  return (one, other) => comparisons.map((compare) => compare(one, other)).find(isDifferent) ?? 0
}

const comparisonBy: Readonly<Record<string, Comparison>> = {
  ARRIVAL: byNumber((message) => Date.parse(message.internaldate)),
  DATE: byNumber((message) => Date.parse(messageText(message).field('date'))),
  SIZE: byNumber((message) => message.raw.length),
  SUBJECT: byText((message) => baseSubject(messageText(message).field('subject'))),
  FROM: byText((message) => firstMailbox(messageText(message).field('from'))),
  TO: byText((message) => firstMailbox(messageText(message).field('to'))),
  CC: byText((message) => firstMailbox(messageText(message).field('cc'))),
}

function byNumber(of: (message: StoredMessage) => number): Comparison {
  return (one, other) => of(one) - of(other)
}

function byText(of: (message: StoredMessage) => string): Comparison {
  return (one, other) => of(one).localeCompare(of(other))
}

/** RFC 5256 2.1, as far as the demo's subjects go. */
function baseSubject(subject: string): string {
  return subject.replace(/^(?:(?:re|fwd?|aw|wg):\s*)+/i, '').trim()
}

/** The part in front of the at sign of the first address. */
function firstMailbox(addresses: string): string {
  const [first = ''] = addresses.split(',')
  return (/<([^>]*)>/.exec(first)?.[1] ?? first).trim().split('@', 1)[0] ?? ''
}

function isDifferent(result: number): boolean {
  return result !== 0
}

import type { Server, StoredMessage } from 'hoodiecrow-imap'
import { type FoundMessage, addSearchingCommand } from './searching-command.ts'
import { messageText } from './message-text.ts'

/** THREAD=REFERENCES (RFC 5256 4), by the last reference that is there; subjects join nothing. */
export function thread(server: Server): void {
  server.registerCapability('THREAD=REFERENCES')
  addSearchingCommand(server, {
    name: 'THREAD',
    leading: 2,
    toResponse: (found) => [{ type: 'TEXT', value: threadsOf(found) }],
  })
}

function threadsOf(found: readonly FoundMessage[]): string {
  const byId = new Map(found.map((one) => [idsIn(one.message, 'message-id')[0], one]))
  const replies = new Map<FoundMessage | undefined, FoundMessage[]>()
  for (const one of found) {
    const named = ['references', 'in-reply-to'].flatMap((name) => idsIn(one.message, name))
    // A reply comes after what it answers: nothing can stand below itself.
    const parent = named
      .map((id) => byId.get(id))
      .findLast((other) => other !== undefined && other.number < one.number)
    const others = replies.get(parent)
    if (others === undefined) replies.set(parent, [one])
    else others.push(one)
  }

  const written = (one: FoundMessage): string => {
    const below = (replies.get(one) ?? []).map(written)
    const [only] = below
    if (below.length === 1) return `${one.number} ${only}`
    return [String(one.number), ...below.map((branch) => `(${branch})`)].join(' ')
  }
  return (replies.get(undefined) ?? []).map((first) => `(${written(first)})`).join('')
}

function idsIn(message: StoredMessage, field: string): readonly string[] {
  return (
    messageText(message)
      .field(field)
      .match(/<[^>]+>/g) ?? []
  )
}

import type {
  Attribute,
  Command,
  CommandHandler,
  Server,
  StoredMailbox,
  StoredMessage,
} from 'hoodiecrow-imap'
import { readCriteria, UnknownSearchKey, type Criterion } from './search-criteria.ts'

interface SearchingCommand {
  readonly name: 'SEARCH' | 'SORT' | 'THREAD'
  /** Arguments in front of the criteria. */
  readonly leading: number
  /** What the untagged answer says of the messages that match, which come in their order. */
  readonly toResponse: (
    found: readonly FoundMessage[],
    leading: readonly Attribute[],
  ) => readonly Attribute[]
}

/** Adds a command whose arguments end in search criteria, and its UID form. */
export function addSearchingCommand(server: Server, command: SearchingCommand): void {
  server.setCommandHandler(command.name, handler(server, command, false))
  server.setCommandHandler(`UID ${command.name}`, handler(server, command, true))
}

function handler(
  server: Server,
  { name, leading, toResponse }: SearchingCommand,
  isUid: boolean,
): CommandHandler {
  return (connection, parsed, raw, done) => {
    const response = (command: string, text: string) => {
      const attributes = [{ type: 'TEXT', value: text }]
      connection.send({ tag: parsed.tag, command, attributes }, name, parsed, raw)
      done()
    }
    const mailbox = connection.selectedMailbox
    if (mailbox === undefined) {
      response('BAD', 'Select a mailbox first')
      return
    }
    const given = parsed.attributes ?? []
    try {
      const found = matching(mailbox, criterionOf(server, mailbox, given.slice(leading)), isUid)
      const attributes = toResponse(found, given.slice(0, leading))
      connection.send({ tag: '*', command: name, attributes }, name, parsed, raw)
      response('OK', `${name} completed`)
    } catch (error) {
      if (!(error instanceof UnknownSearchKey)) throw error
      response('BAD', error.message)
    }
  }
}

function criterionOf(
  server: Server,
  mailbox: StoredMailbox,
  attributes: NonNullable<Command['attributes']>,
): Criterion {
  return readCriteria(attributes, (set, isUid) => {
    const members = new Set(
      server.getMessageRange(mailbox, set, isUid).map(([, message]) => message),
    )
    return (message) => members.has(message)
  })
}

function matching(
  mailbox: StoredMailbox,
  criterion: Criterion,
  isUid: boolean,
): readonly FoundMessage[] {
  return mailbox.messages.flatMap((message, index) =>
    criterion(message, index + 1) ? [{ message, number: isUid ? message.uid : index + 1 }] : [],
  )
}

/** SEARCH and UID SEARCH with nested keys and decoded text, which hoodiecrow's own does not have. */
export function searchMessages(server: Server): void {
  addSearchingCommand(server, {
    name: 'SEARCH',
    leading: 0,
    toResponse: (found) => found.map(({ number }) => number),
  })
}

/** A message that matches, under the number the client requested: its UID or its place. */
export interface FoundMessage {
  readonly message: StoredMessage
  readonly number: number
}

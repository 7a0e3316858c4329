import type { CommandHandler, Server, StoredMailbox } from 'hoodiecrow-imap'
import { readCriteria, UnknownSearchKey, type Criterion } from './search-criteria.ts'

/** SEARCH and UID SEARCH with nested keys and decoded text, which hoodiecrow's own does not have. */
export function search(server: Server): void {
  server.setCommandHandler('SEARCH', searchCommand(server, false))
  server.setCommandHandler('UID SEARCH', searchCommand(server, true))
}

function searchCommand(server: Server, isUid: boolean): CommandHandler {
  return (connection, parsed, raw, done) => {
    const answer = (command: string, text: string) => {
      const attributes = [{ type: 'TEXT', value: text }]
      connection.send({ tag: parsed.tag, command, attributes }, 'SEARCH', parsed, raw)
      done()
    }
    const mailbox = connection.selectedMailbox
    if (mailbox === undefined) {
      answer('BAD', 'Select a mailbox first')
      return
    }
    const criterion = readOrRefuse(server, mailbox, parsed.attributes ?? [])
    if (criterion instanceof UnknownSearchKey) {
      answer('BAD', criterion.message)
      return
    }

    const found = mailbox.messages.flatMap((message, index) =>
      criterion(message, index + 1) ? [isUid ? message.uid : index + 1] : [],
    )
    connection.send({ tag: '*', command: 'SEARCH', attributes: found }, 'SEARCH', parsed, raw)
    answer('OK', 'SEARCH completed')
  }
}

function readOrRefuse(
  server: Server,
  mailbox: StoredMailbox,
  attributes: Parameters<typeof readCriteria>[0],
): Criterion | UnknownSearchKey {
  try {
    return readCriteria(attributes, (set, isUid) => {
      const members = new Set(
        server.getMessageRange(mailbox, set, isUid).map(([, message]) => message),
      )
      return (message) => members.has(message)
    })
  } catch (error) {
    if (error instanceof UnknownSearchKey) return error
    throw error
  }
}

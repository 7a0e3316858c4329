import type {
  Attribute,
  OutputHandler,
  Server,
  StoredMailbox,
  StoredMessage,
} from 'hoodiecrow-imap'

/**
 * Tells connections of changes as a real server does: the one that files a message hears of it too,
 * new flags reach the other connections, and nothing is pushed once IDLE has ended.
 */
export function pushedChanges(server: Server): void {
  const append = server.appendMessage.bind(server)
  server.appendMessage = (mailbox, flags, internalDate, raw) =>
    append(mailbox, flags, internalDate, raw)
  server.outputHandlers.push(announceFlags)
  quietAfterIdle(server)
}

const announceFlags: OutputHandler = (connection, _response, description, ...[, , subject]) => {
  if (description !== 'UID STORE COMPLETE' || connection.selectedMailbox === undefined) return
  const mailbox = connection.selectedMailbox
  for (const message of changedMessages(subject, mailbox)) {
    connection.server.notify(flagsResponse(mailbox, message), mailbox, connection)
  }
}

/** UID STORE names what it changed as pairs of sequence number and message. */
function changedMessages(subject: unknown, mailbox: StoredMailbox): readonly StoredMessage[] {
  const named = new Set<unknown>(Array.isArray(subject) ? subject.flat() : [])
  return mailbox.messages.filter((message) => named.has(message))
}

function flagsResponse(mailbox: StoredMailbox, message: StoredMessage) {
  const attributes: readonly Attribute[] = [
    mailbox.messages.indexOf(message) + 1,
    { type: 'ATOM', value: 'FETCH' },
    [
      { type: 'ATOM', value: 'UID' },
      message.uid,
      { type: 'ATOM', value: 'FLAGS' },
      message.flags.map((value) => ({ type: 'ATOM', value })),
    ],
  ]
  return { tag: '*', attributes }
}

/** EXPUNGE between commands would shift sequence numbers under the client's hands (RFC 3501 7.4.1). */
function quietAfterIdle(server: Server): void {
  const idle = server.getCommandHandler('IDLE')
  if (idle === false) throw new Error('hoodiecrow has no command IDLE')
  server.setCommandHandler('IDLE', (connection, parsed, raw, done) => {
    idle(connection, parsed, raw, done)
    const waitForDone = connection.inputHandler
    if (waitForDone === false) return
    connection.inputHandler = (line) => {
      waitForDone(line)
      connection.directNotifications = false
    }
  })
}

import type { Command, CommandHandler, Connection, Server } from 'hoodiecrow-imap'
import { attributeText } from './search-criteria.ts'

/** Commands that name a mailbox, the place of the name, and the response code when it is not there. */
const commands = [
  { name: 'SELECT', at: 0, code: 'NONEXISTENT' },
  { name: 'EXAMINE', at: 0, code: 'NONEXISTENT' },
  { name: 'STATUS', at: 0, code: 'NONEXISTENT' },
  { name: 'APPEND', at: 0, code: 'TRYCREATE' },
  { name: 'UID COPY', at: 1, code: 'TRYCREATE' },
  { name: 'UID MOVE', at: 1, code: 'TRYCREATE' },
] as const

/** Answers NO with a response code (RFC 5530, RFC 3501 7.1) where hoodiecrow answers BAD without one. */
export function missingMailbox(server: Server): void {
  for (const { name, at, code } of commands) {
    const handler = server.getCommandHandler(name)
    if (handler === false) throw new Error(`hoodiecrow has no command ${name}`)
    server.setCommandHandler(name, guarded(handler, at, code))
  }
}

function guarded(handler: CommandHandler, at: number, code: string): CommandHandler {
  return (connection, parsed, raw, done) => {
    const path = attributeText(parsed.attributes?.[at])
    if (path === undefined || connection.server.getMailbox(path) !== undefined) {
      handler(connection, parsed, raw, done)
      return
    }
    refuse(connection, parsed, raw, code)
    done()
  }
}

function refuse(connection: Connection, parsed: Command, raw: string, code: string): void {
  const response = {
    tag: parsed.tag,
    command: 'NO',
    attributes: [
      { type: 'SECTION' as const, section: [{ type: 'ATOM', value: code }] },
      { type: 'TEXT', value: 'Mailbox does not exist' },
    ],
  }
  connection.send(response, 'NO SUCH MAILBOX', parsed, raw)
}

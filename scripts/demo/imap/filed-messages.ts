import type { Attribute, Connection, Server } from 'hoodiecrow-imap'

/** An APPEND whose message is a placeholder, and the message. */
interface DividedAppend {
  readonly command: string
  readonly source: string
}

/**
 * Files messages without the command parser, which builds a literal character by character: 20 MB took it four seconds and
 * a gigabyte, and all of the demo waited, since IMAP, SMTP and panel are one process. Wraps what else handles APPEND.
 */
export function filedMessages(server: Server): void {
  const sourcesOf = new WeakMap<Connection, Map<string, string>>()
  server.connectionHandlers.push((connection) => {
    const sources = new Map<string, string>()
    sourcesOf.set(connection, sources)
    let count = 0
    const schedule = connection.scheduleCommand.bind(connection)
    connection.scheduleCommand = (raw) => {
      const placeholder = `message ${(count += 1)}`
      const divided = divideAppend(raw, placeholder)
      if (divided !== undefined) sources.set(placeholder, divided.source)
      schedule(divided?.command ?? raw)
    }
  })
  const append = server.getCommandHandler('APPEND')
  if (append === false) throw new Error('hoodiecrow has no command APPEND')
  server.setCommandHandler('APPEND', (connection, parsed, raw, done) => {
    const sources = sourcesOf.get(connection)
    const restored = (attribute: Attribute): Attribute => {
      if (!isLiteral(attribute)) return attribute
      const { type, value } = attribute
      const source = sources?.get(value)
      sources?.delete(value)
      return source === undefined ? attribute : { type, value: source }
    }
    const { attributes = [] } = parsed
    append(connection, { ...parsed, attributes: attributes.map(restored) }, raw, done)
  })
}

/** Takes the message out of an APPEND. Undefined for other commands, and where the mailbox is a literal as well. */
export function divideAppend(raw: string, placeholder: string): DividedAppend | undefined {
  const [start, beginning, digits] = appendStart.exec(raw) ?? []
  if (start === undefined || beginning === undefined) return undefined
  if (Number(digits) !== raw.length - start.length) return undefined
  const command = `${beginning}{${placeholder.length}}\r\n${placeholder}`
  return { command, source: raw.slice(start.length) }
}

const appendStart = /^(\S+ APPEND [^{]*)\{(\d+)\+?\}\r?\n/i

function isLiteral(
  attribute: Attribute,
): attribute is { readonly type: string; readonly value: string } {
  return (
    typeof attribute === 'object' &&
    attribute !== null &&
    'value' in attribute &&
    attribute.type === 'LITERAL'
  )
}

import type { Server } from 'hoodiecrow-imap'

/**
 * Takes quoted strings with UTF-8 in SEARCH, as imapflow sends them after CHARSET UTF-8. The parser
 * knows only ASCII there, so such a string becomes the literal that RFC 3501 4.3 prescribes.
 */
export function utf8Strings(server: Server): void {
  server.connectionHandlers.push((connection) => {
    const schedule = connection.scheduleCommand.bind(connection)
    connection.scheduleCommand = (raw) => {
      schedule(isSearch.test(raw) ? raw.replace(quotedEightBit, asLiteral) : raw)
    }
  })
}

const isSearch = /^\S+ (?:UID )?SEARCH /i

/** A quoted string with at least one byte above 127; the line is a binary string. */
const quotedEightBit = /"((?:[^"\\]|\\.)*[\x80-\xff](?:[^"\\]|\\.)*)"/g

function asLiteral(_match: string, quoted: string): string {
  const bytes = quoted.replace(/\\(.)/g, '$1')
  return `{${bytes.length}}\r\n${bytes}`
}

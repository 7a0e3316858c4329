import type { Socket } from 'node:net'
import hoodiecrow, { type Options, type Server } from 'hoodiecrow-imap'
import { decodeModifiedUtf7, encodeModifiedUtf7 } from '../../../proxy/mail/model/mailbox-name.ts'
import { portOf } from '../../../test/support/http/port-of.ts'
import { bodySections } from './body-sections.ts'
import { filedMessages } from './filed-messages.ts'
import { missingMailbox } from './missing-mailbox.ts'
import { pushedChanges } from './pushed-changes.ts'
import { searchMessages } from './searching-command.ts'
import { sort } from './sort.ts'
import { thread } from './thread.ts'

/** One mailbox owner and all of their mail. */
interface DemoOwner {
  readonly address: string
  readonly password: string
  readonly storage: Options['storage']
}

/** A running IMAP server whose mail lives in memory. */
export interface DemoImap {
  readonly port: number
  /** The names of all mailboxes, in UTF-8. */
  readonly mailboxes: () => ReadonlySet<string>
  /** Files a message in one of them, as a delivery agent does; open clients hear of it. */
  readonly file: (mailbox: string, flags: readonly string[], source: Buffer) => void
  stop(): Promise<void>
}

/**
 * Starts an IMAP server in this process: hoodiecrow-imap, with what a mail client relies on put right
 * by the plugins beside this file. It has neither CONDSTORE nor NOTIFY.
 */
export async function startDemoImap(owner: DemoOwner): Promise<DemoImap> {
  const server = hoodiecrow({
    plugins: [
      ...['AUTH-PLAIN', 'SASL-IR', 'NAMESPACE', 'SPECIAL-USE', 'UIDPLUS', 'MOVE', 'IDLE'],
      ...['ID', 'ENABLE', 'LITERALPLUS', 'UNSELECT'],
      ...[
        utf8Strings,
        searchMessages,
        sort,
        thread,
        missingMailbox,
        filedMessages,
        bodySections,
        pushedChanges,
        signInRefusal,
      ],
    ],
    users: { [owner.address]: { password: owner.password } },
    storage: owner.storage,
  })
  const sockets = new Set<Socket>()
  server.server.on('connection', (socket) => {
    // Each line is a write of its own: the second would wait 40 ms for the first to be acknowledged.
    socket.setNoDelay(true)
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  return {
    port: await portOf(server.server),
    mailboxes: () => new Set(Object.keys(server.folderCache).map(decodeModifiedUtf7)),
    file(mailbox, flags, source) {
      const raw = source.toString('latin1')
      server.appendMessage(encodeModifiedUtf7(mailbox), flags.map(asSpelled), new Date(), raw)
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve)
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** The server knows system flags in one spelling only: `\\Seen`. */
function asSpelled(flag: string): string {
  return flag.replace(/^\\[a-z]/, (start) => start.toUpperCase())
}

/**
 * Takes quoted strings with UTF-8 in SEARCH, as imapflow sends them after CHARSET UTF-8. The parser
 * knows only ASCII there, so such a string becomes the literal that RFC 3501 4.3 prescribes.
 */
function utf8Strings(server: Server): void {
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

/** Says AUTHENTICATIONFAILED (RFC 5530) for a wrong password, so that a client can tell it from an outage. */
function signInRefusal(server: Server): void {
  server.outputHandlers.push((_connection, response, description) => {
    if (description !== 'AUTHENTICATE PLAIN FAILED' || response.command !== 'NO') return
    response.attributes = [
      { type: 'SECTION', section: [{ type: 'ATOM', value: 'AUTHENTICATIONFAILED' }] },
      { type: 'TEXT', value: 'Authentication failed.' },
    ]
  })
}

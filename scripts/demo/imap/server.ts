import { once } from 'node:events'
import hoodiecrow, { type Options } from 'hoodiecrow-imap'
import { missingMailbox } from './missing-mailbox.ts'
import { pushedChanges } from './pushed-changes.ts'
import { searchMessages } from './search.ts'
import { signInRefusal } from './sign-in-refusal.ts'
import { sort } from './sort.ts'
import { thread } from './thread.ts'
import { utf8Strings } from './utf8-strings.ts'

/** One mailbox owner and all of their mail. */
export interface DemoOwner {
  readonly address: string
  readonly password: string
  readonly storage: Options['storage']
}

/** A running IMAP server whose mail lives in memory. */
export interface DemoImap {
  readonly port: number
  /** Files a message in INBOX, as a delivery agent does; open clients hear of it. */
  deliver(source: Buffer): void
  stop(): Promise<void>
}

/**
 * Starts an IMAP server in this process: hoodiecrow-imap, with what a mail client relies on put right
 * by the plugins beside this file. It has neither CONDSTORE nor NOTIFY.
 */
export async function startDemoImap(owner: DemoOwner, port: number): Promise<DemoImap> {
  const server = hoodiecrow({
    plugins: [
      ...['AUTH-PLAIN', 'SASL-IR', 'NAMESPACE', 'SPECIAL-USE', 'UIDPLUS', 'MOVE', 'IDLE'],
      ...['ID', 'ENABLE', 'LITERALPLUS', 'UNSELECT'],
      ...[utf8Strings, searchMessages, sort, thread, missingMailbox, pushedChanges, signInRefusal],
    ],
    users: { [owner.address]: { password: owner.password } },
    storage: owner.storage,
  })
  const sockets = new Set<{ destroy(): void }>()
  server.server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const address = server.server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on TCP')
  return {
    port: address.port,
    deliver: (source) => {
      server.appendMessage('INBOX', [], new Date(), source.toString('latin1'))
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        for (const socket of sockets) socket.destroy()
      }),
  }
}

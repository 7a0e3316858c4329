import { setTimeout as delay } from 'node:timers/promises'
import type { ExecutionContext } from 'ava'
import type { ImapFlow } from 'imapflow'
import { otherClient } from '../proxy/mail/engine.ts'
import { rawImap, type RawImapSession } from '../proxy/mail/raw-imap.ts'
import type { Dovecot } from '../support/dovecot/dovecot.ts'

/** Mail programs of the same owner, which know nothing of Postern and connect again when cut off. */
export interface OtherClients {
  /** A hand that types commands; comes from 127.0.0.2. */
  type(command: string): Promise<readonly string[]>
  /** A library with a state of its own; comes from where Postern does. */
  library(): Promise<ImapFlow>
}

/** What Dovecot says for a moment of a mailbox renamed, or deleted with new mail in it. */
const PASSING = /deleted under us|added to mailbox during deletion/
/** What it continues saying of a mailbox that was replaced, to a connection from before: that one is left. */
const BROKEN = '[SERVERBUG]'
const MAX_ATTEMPTS = 40
const PAUSE_MS = 50

/** Connects nothing before it is needed. */
export function createOtherClients(t: ExecutionContext, dovecot: Dovecot, n: number): OtherClients {
  const { host, port, password } = dovecot
  let session: RawImapSession | undefined
  let client: ImapFlow | undefined

  const connected = async (): Promise<RawImapSession> => {
    if (session?.isOpen !== true) {
      session = await rawImap(t, { host, port, password, from: '127.0.0.2' }, dovecot.userName(n))
    }
    return session
  }
  const type = async (command: string, attemptsLeft = MAX_ATTEMPTS): Promise<readonly string[]> => {
    try {
      return await (await connected()).run(command)
    } catch (error) {
      const words = error instanceof Error ? error.message : ''
      const isBroken = words.includes(BROKEN)
      if (isBroken) session?.close()
      if (!(isBroken || PASSING.test(words)) || attemptsLeft === 0) throw error
    }
    await delay(PAUSE_MS)
    return type(command, attemptsLeft - 1)
  }
  return {
    type: (command) => type(command),
    library: async () => {
      if (client?.usable !== true) client = await otherClient(t, dovecot, n)
      return client
    },
  }
}

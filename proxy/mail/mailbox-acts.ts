import type { MailboxPlace } from './account.ts'
import type { MailConnection } from './connection.ts'
import { MailFault } from './errors.ts'
import { mailboxName, type CommandPart } from './imap/command.ts'
import { listMailboxes } from './mailbox-list.ts'
import type { Mailbox } from './mailbox.ts'

/**
 * A change of the mailboxes, and whether LIST shows it on the connection that made it. Dovecot 2.3 may
 * go on listing the names of before there, until the next change by anybody: when another connection
 * begins NOTIFY at about the moment of the change (28 times in 400). New connections list the new ones.
 */
export interface MailboxAct<Result> {
  readonly act: (connection: MailConnection) => Promise<Result>
  readonly shows?: (connection: MailConnection, result: Result) => Promise<boolean>
}

/** CREATE and SUBSCRIBE. Answers the path. Throws MailFault `mailbox_exists` or `mailbox_refused`. */
export function createMailbox(place: MailboxPlace): MailboxAct<string> {
  return {
    async act(connection) {
      const path = pathAt(connection, place)
      await command(connection, ['CREATE', mailboxName(path)])
      await command(connection, ['SUBSCRIBE', mailboxName(path)])
      return path
    },
    shows: async (connection, path) => (await pathsOf(connection)).has(path),
  }
}

/**
 * RENAME, which takes the mailboxes below along (RFC 9051 6.3.6). Subscriptions are names and stay
 * behind on most servers, so they are moved too. Answers the new path.
 */
export function renameMailbox(path: string, place: MailboxPlace): MailboxAct<string> {
  return {
    async act(connection) {
      const target = pathAt(connection, place)
      const branch = await branchOf(connection, path)
      await leave(connection, path)
      await command(connection, ['RENAME', mailboxName(path), mailboxName(target)])
      for (const mailbox of branch.filter(({ isSubscribed }) => isSubscribed)) {
        const renamed = `${target}${mailbox.path.slice(path.length)}`
        await command(connection, ['SUBSCRIBE', mailboxName(renamed)])
        await command(connection, ['UNSUBSCRIBE', mailboxName(mailbox.path)])
      }
      return target
    },
    async shows(connection, target) {
      const paths = await pathsOf(connection)
      return paths.has(target) && !paths.has(path)
    },
  }
}

/** DELETE of a mailbox and all below it, with their messages, the deepest first. There is no way back. */
export function deleteMailbox(path: string): MailboxAct<void> {
  return {
    async act(connection) {
      const branch = await branchOf(connection, path)
      if (branch.length === 0) throw new MailFault('mailbox_not_found', 'No such mailbox')
      await leave(connection, path)
      const deepestFirst = [...branch].sort((one, other) => other.path.length - one.path.length)
      for (const mailbox of deepestFirst) {
        const name = mailboxName(mailbox.path)
        // A name that only holds others ends with the last of them.
        if (mailbox.isSelectable) await command(connection, ['DELETE', name])
        if (mailbox.isSubscribed) await command(connection, ['UNSUBSCRIBE', name])
      }
    },
    shows: async (connection) => !(await pathsOf(connection)).has(path),
  }
}

/** SUBSCRIBE or UNSUBSCRIBE. */
export function setSubscribed(path: string, isSubscribed: boolean): MailboxAct<void> {
  const verb = isSubscribed ? 'SUBSCRIBE' : 'UNSUBSCRIBE'
  return { act: (connection) => command(connection, [verb, mailboxName(path)]) }
}

/** At the top means inside the personal namespace: some servers keep everything below `INBOX.` (RFC 2342). */
function pathAt({ facts }: MailConnection, { parent, name }: MailboxPlace): string {
  if (parent !== undefined) return `${parent}${facts.delimiter}${name}`
  return `${facts.namespace.personal?.[0]?.[0] ?? ''}${name}`
}

async function pathsOf(connection: MailConnection): Promise<ReadonlySet<string>> {
  const { mailboxes } = await listMailboxes(connection)
  return new Set(mailboxes.map(({ path }) => path))
}

/** The mailbox and all below it. */
async function branchOf(connection: MailConnection, path: string): Promise<readonly Mailbox[]> {
  const { mailboxes } = await listMailboxes(connection)
  const below = `${path}${connection.facts.delimiter}`
  return mailboxes.filter((mailbox) => mailbox.path === path || mailbox.path.startsWith(below))
}

/** Servers differ in what becomes of a selected mailbox that is renamed or deleted: so it is not selected. */
async function leave(connection: MailConnection, path: string): Promise<void> {
  const selected = connection.selected()?.path
  const below = `${path}${connection.facts.delimiter}`
  if (selected === path || selected?.startsWith(below) === true) await connection.select('INBOX')
}

/** A NO without a known code is about the mailbox, never about a message. */
async function command(connection: MailConnection, parts: readonly CommandPart[]): Promise<void> {
  try {
    await connection.execute(parts)
  } catch (error) {
    if (!(error instanceof MailFault) || error.code !== 'rejected') throw error
    throw new MailFault('mailbox_refused', error.serverText, { cause: error })
  }
}

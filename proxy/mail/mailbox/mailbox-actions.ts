import type { MailboxLocation } from '../model/account.ts'
import { allDone } from '../connection/all-done.ts'
import type { MailConnection } from '../connection/connection.ts'
import { MailFault } from '../model/mail-fault.ts'
import { quotedMailboxName, type CommandPart } from '../imap/command.ts'
import { branchOf, isBelow } from './branch.ts'
import { listMailboxes } from './list.ts'
import type { Mailbox, SpecialUse } from '../model/mailbox.ts'
import { inboxPrefixOf, mailboxName, type MailboxName } from '../model/mailbox-name.ts'

/**
 * A change of the mailboxes, and whether LIST shows it on the connection that made it. Dovecot 2.3 may
 * continue listing the names of before there, until the next change by any client: when another connection
 * starts NOTIFY at about the moment of the change (28 times in 400). New connections list the new ones.
 */
export interface MailboxAction<Result> {
  readonly run: (connection: MailConnection) => Promise<Result>
  readonly shows?: (connection: MailConnection, result: Result) => Promise<boolean>
}

/** CREATE and SUBSCRIBE. Answers the path. Throws MailFault `mailbox_exists` or `mailbox_refused`. */
export function createMailbox(location: MailboxLocation): MailboxAction<MailboxName> {
  return {
    async run(connection) {
      const path = pathAt(connection, location)
      await create(connection, path, location.specialUse)
      await command(connection, ['SUBSCRIBE', quotedMailboxName(path)])
      return path
    },
    shows: async (connection, path) => (await pathsOf(connection)).has(path),
  }
}

/**
 * RENAME, which takes the mailboxes below along (RFC 9051 6.3.6). Subscriptions are names and stay
 * behind on most servers, so they are moved too. Answers the new path.
 */
export function renameMailbox(
  path: MailboxName,
  position: MailboxLocation,
): MailboxAction<MailboxName> {
  return {
    async run(connection) {
      const target = pathAt(connection, position)
      const branch = await branchOf(connection, path)
      await leave(connection, path)
      await command(connection, ['RENAME', quotedMailboxName(path), quotedMailboxName(target)])
      const subscribed = branch.filter(({ isSubscribed }) => isSubscribed)
      await allDone(
        subscribed.flatMap((mailbox) => {
          const renamed = mailboxName(`${target}${mailbox.path.slice(path.length)}`)
          return [
            command(connection, ['SUBSCRIBE', quotedMailboxName(renamed)]),
            command(connection, ['UNSUBSCRIBE', quotedMailboxName(mailbox.path)]),
          ]
        }),
      )
      return target
    },
    async shows(connection, target) {
      const paths = await pathsOf(connection)
      return paths.has(target) && !paths.has(path)
    },
  }
}

/** DELETE of a mailbox and all below it, with their messages, the deepest first. There is no way back. */
export function deleteMailbox(path: MailboxName): MailboxAction<void> {
  return {
    async run(connection) {
      const branch = await branchOf(connection, path)
      if (branch.length === 0) throw new MailFault('mailbox_not_found', 'No such mailbox')
      await leave(connection, path)
      await deleteAll(connection, branch)
    },
    shows: async (connection) => !(await pathsOf(connection)).has(path),
  }
}

/** DELETE of all below a mailbox. What is needed stays, and so does what holds it. */
export function deleteBelow(
  path: MailboxName,
  needed: readonly MailboxName[],
): MailboxAction<readonly MailboxName[]> {
  return {
    async run(connection) {
      const branch = await branchOf(connection, path)
      const remaining = branch.filter((mailbox) => needed.includes(mailbox.path))
      const doomed = branch.filter(
        (mailbox) =>
          isBelow(mailbox, path) &&
          !remaining.some((other) => other === mailbox || isBelow(other, mailbox.path)),
      )
      if (doomed.length > 0) await leave(connection, path)
      await deleteAll(connection, doomed)
      return doomed.map((mailbox) => mailbox.path)
    },
    async shows(connection, deleted) {
      if (deleted.length === 0) return true
      const paths = await pathsOf(connection)
      return !deleted.some((deleted) => paths.has(deleted))
    },
  }
}

/** SUBSCRIBE or UNSUBSCRIBE. */
export function setSubscribed(path: MailboxName, isSubscribed: boolean): MailboxAction<void> {
  const verb = isSubscribed ? 'SUBSCRIBE' : 'UNSUBSCRIBE'
  return { run: (connection) => command(connection, [verb, quotedMailboxName(path)]) }
}

/** With its use where the server keeps it; where it will not have this name for it, without. */
async function create(
  connection: MailConnection,
  path: MailboxName,
  specialUse: SpecialUse | undefined,
): Promise<void> {
  const name = quotedMailboxName(path)
  if (specialUse !== undefined && connection.has('CREATE-SPECIAL-USE')) {
    const line = await connection.attempt(['CREATE', name, `(USE (${attributeOf(specialUse)}))`])
    if (line.status === 'OK') return
  }
  await command(connection, ['CREATE', name])
}

/** `\\Trash` and the like (RFC 6154 2). */
function attributeOf(use: SpecialUse): string {
  return `\\${use.charAt(0).toUpperCase()}${use.slice(1)}`
}

/** A level of the tree in one round trip; where one is refused, what holds it stays. */
async function deleteAll(connection: MailConnection, mailboxes: readonly Mailbox[]): Promise<void> {
  const depthOf = ({ path, delimiter }: Mailbox) =>
    delimiter === undefined ? 0 : path.split(delimiter).length
  const depths = [...new Set(mailboxes.map(depthOf))].sort((one, other) => other - one)
  const deleted: Mailbox[] = []
  const remove = async (mailbox: Mailbox) => {
    // A name that only holds others ends with the last of them.
    if (mailbox.isSelectable) await command(connection, ['DELETE', quotedMailboxName(mailbox.path)])
    deleted.push(mailbox)
  }
  try {
    for (const depth of depths) {
      await allDone(mailboxes.filter((mailbox) => depthOf(mailbox) === depth).map(remove))
    }
  } finally {
    const subscribed = deleted.filter(({ isSubscribed }) => isSubscribed)
    await allDone(
      subscribed.map(({ path }) => command(connection, ['UNSUBSCRIBE', quotedMailboxName(path)])),
    )
  }
}

/** At the top means inside the personal namespace: some servers keep everything below `INBOX.` (RFC 2342). */
function pathAt({ facts }: MailConnection, { parent, name }: MailboxLocation): MailboxName {
  const { delimiter, namespace } = facts
  const above = parent === undefined ? namespace.personal?.[0]?.[0] : `${parent}${delimiter}`
  return mailboxName(`${above ?? ''}${name}`, inboxPrefixOf(namespace))
}

async function pathsOf(connection: MailConnection): Promise<ReadonlySet<MailboxName>> {
  const { mailboxes } = await listMailboxes(connection)
  return new Set(mailboxes.map(({ path }) => path))
}

/** Servers differ in what becomes of a selected mailbox that is renamed or deleted: so it is not selected. */
async function leave(connection: MailConnection, path: MailboxName): Promise<void> {
  const selected = connection.selected()?.path
  const below = `${path}${connection.facts.delimiter}`
  if (selected === path || selected?.startsWith(below) === true) await connection.select('INBOX')
}

/** A NO without a known code is about the mailbox, never about a message. */
async function command(connection: MailConnection, parts: readonly CommandPart[]): Promise<void> {
  try {
    await connection.execute(parts)
  } catch (error) {
    if (!(error instanceof MailFault) || error.code !== 'server_refused') throw error
    throw new MailFault('mailbox_refused', error.serverText, { cause: error })
  }
}

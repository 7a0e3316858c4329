import { randomBytes } from 'node:crypto'
import { chown, mkdir, rename, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { mailOwner } from './config.ts'

/** A message to be put into a mailbox behind the server's back, as a mail delivery agent would. */
export interface Delivery {
  /** ASCII name with `.` between levels; INBOX when not given. */
  readonly mailbox?: string
  /** RFC 5322 source. */
  readonly raw: string | Buffer
  /** System flags as IMAP spells them, e.g. `\Seen`. Without flags the message is new. */
  readonly flags?: readonly string[]
  /** Becomes INTERNALDATE. Unix ms. */
  readonly receivedAt?: number
}

/** Letters of Maildir's info part; they must stand in ASCII order. */
const flagLetters: Readonly<Record<string, string>> = {
  '\\Draft': 'D',
  '\\Flagged': 'F',
  '\\Answered': 'R',
  '\\Seen': 'S',
  '\\Deleted': 'T',
}

let deliveries = 0

/** Writes one message into a Maildir: complete in tmp first, then moved, so that no reader sees a half. */
export async function deliverToMaildir(maildir: string, delivery: Delivery): Promise<void> {
  const folder = await openFolder(maildir, delivery.mailbox ?? 'INBOX')
  const raw = Buffer.from(delivery.raw)
  const seconds = Math.floor((delivery.receivedAt ?? Date.now()) / 1000)
  deliveries += 1
  const unique = `M${deliveries.toString().padStart(6, '0')}P${process.pid}R${randomBytes(4).toString('hex')}`
  const name = `${seconds}.${unique}.postern-test,S=${raw.length}`
  const draft = join(folder, 'tmp', name)
  await writeFile(draft, raw)
  // INTERNALDATE is the time of the file.
  await utimes(draft, seconds, seconds)
  await chown(draft, mailOwner.uid, mailOwner.gid)
  await rename(
    draft,
    join(folder, delivery.flags === undefined ? 'new' : 'cur', name + infoPart(delivery.flags)),
  )
}

function infoPart(flags: readonly string[] | undefined): string {
  if (flags === undefined) return ''
  const letters = flags.map((flag) => {
    const letter = flagLetters[flag]
    if (letter === undefined) throw new Error(`no Maildir letter for the flag ${flag}`)
    return letter
  })
  return `:2,${letters.sort().join('')}`
}

async function openFolder(maildir: string, mailbox: string): Promise<string> {
  const folder = mailbox === 'INBOX' ? maildir : join(maildir, `.${mailbox}`)
  const made = [join(maildir, '..'), maildir, folder]
  for (const part of ['tmp', 'new', 'cur']) {
    const created = await mkdir(join(folder, part), { recursive: true })
    if (created !== undefined) made.push(join(folder, part))
  }
  if (made.length > 3)
    await Promise.all(made.map((path) => chown(path, mailOwner.uid, mailOwner.gid)))
  return folder
}

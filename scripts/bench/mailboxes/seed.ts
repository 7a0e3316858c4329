import { createHash } from 'node:crypto'
import { existsSync, chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import {
  extraFolderNames,
  groupNames,
  ownerName,
  ownersOf,
  type MailboxPlan,
  type PlanName,
} from './plan.ts'
import { mailOwner } from '../../../test/support/dovecot/config.ts'
import { seededRandom } from '../../../test/support/random.ts'
import { letter, type Threads } from './letter.ts'

/** What INBOX of an owner holds, so that every response can be checked. */
export interface MailboxFacts {
  readonly user: string
  readonly messages: number
  readonly unseen: number
}

/** Mailboxes on disk that a mail server can serve. */
export interface SeededMail {
  /** Holds one directory with a Maildir per owner. */
  readonly directory: string
  readonly mailboxes: Readonly<Record<PlanName, readonly MailboxFacts[]>>
}

/** Raised when the content changes: older mailboxes in the cache are then left alone. */
const SEED_VERSION = 1

const facts = z.array(z.object({ user: z.string(), messages: z.number(), unseen: z.number() }))
const manifest = z.record(z.enum(groupNames), facts)

/**
 * Writes the mailboxes of a plan, or finds them where an earlier run left them: the cache is keyed by the
 * plan, and an interrupted run leaves nothing that looks finished.
 */
export async function seedMail(
  plan: MailboxPlan,
  cache: string,
  say: (line: string) => void,
): Promise<SeededMail> {
  const key = createHash('sha256')
    .update(JSON.stringify([SEED_VERSION, plan]))
    .digest('hex')
  const directory = join(cache, `mail-${key.slice(0, 12)}`)
  const list = join(directory, 'manifest.json')
  if (!existsSync(list)) {
    say(`writing mailboxes to ${directory} (once)`)
    const draft = `${directory}.draft`
    await rm(draft, { recursive: true, force: true })
    await mkdir(dirname(draft), { recursive: true })
    ownedDirectory(draft)
    await writeFile(join(draft, 'manifest.json'), JSON.stringify(writeAll(plan, draft)))
    await rename(draft, directory)
  }
  const mailboxes = manifest.parse(JSON.parse(await readFile(list, 'utf8')))
  return { directory, mailboxes }
}

function writeAll(plan: MailboxPlan, directory: string): z.infer<typeof manifest> {
  const written: z.infer<typeof manifest> = { huge: [], large: [], usual: [], held: [], pushed: [] }
  for (const name of groupNames) {
    for (const n of ownersOf(plan, name)) written[name].push(writeOwner(n, plan, name, directory))
  }
  return written
}

const folders = ['Sent', 'Drafts', 'Trash', 'Junk', 'Archive', 'Archive.2025', 'Projekte &APw-ber']

function writeOwner(n: number, plan: MailboxPlan, name: PlanName, directory: string): MailboxFacts {
  const user = ownerName(n)
  const { messages } = plan[name]
  const home = join(directory, user.replace(/@.*$/, ''))
  const maildir = join(home, 'Maildir')
  ownedDirectory(home)
  ownedDirectory(maildir)
  const seed = n * 1_000
  const inbox = { directory: maildir, owner: user, messages, seed, unseenPercent: 20 }
  const unseen = fillFolder(inbox)
  const small = Math.min(100, Math.max(3, messages >> 4))
  const names = [...folders, ...extraFolderNames(plan[name])]
  names.forEach((folder, at) => {
    const path = join(maildir, `.${folder}`)
    ownedDirectory(path)
    const isExtra = at >= folders.length
    fillFolder({
      directory: path,
      owner: user,
      messages: isExtra ? 0 : small,
      seed: seed + at + 1,
      unseenPercent: folder === 'Junk' ? 50 : 0,
    })
    ownedFile(join(path, 'maildirfolder'), '')
  })
  ownedFile(join(maildir, 'subscriptions'), names.map((folder) => `${folder}\n`).join(''))
  return { user, messages, unseen }
}

/** A Maildir folder that is to be filled. */
interface FolderFacts {
  readonly directory: string
  readonly owner: string
  readonly messages: number
  readonly seed: number
  /** Messages without \Seen, of a hundred. */
  readonly unseenPercent: number
}

/** The day all mailboxes end on: fixed, so that every run sees the same dates. Unix ms. */
const LAST_DAY = Date.UTC(2026, 9, 1, 9, 0, 0)
const SPAN_MS = 2 * 365 * 86_400_000

/**
 * Writes a folder as Dovecot left it: messages in cur/ and the UID list, so that the first open needs no
 * scan for new files. Synchronous, because a hundred thousand small writes are. Answers the unseen count.
 */
function fillFolder({ directory, owner, messages, seed, unseenPercent }: FolderFacts): number {
  const random = seededRandom(seed)
  const threads: Threads = []
  const stepMs = Math.floor(SPAN_MS / Math.max(messages, 1))
  const uidLines: string[] = []
  let unseen = 0
  for (const part of ['tmp', 'new', 'cur']) ownedDirectory(join(directory, part))
  for (let uid = 1; uid <= messages; uid += 1) {
    const sentAt = LAST_DAY - (messages - uid) * stepMs - random(stepMs)
    const raw = letter({ uid, to: owner, sentAt }, random, threads)
    const isSeen = random(100) >= unseenPercent
    if (!isSeen) unseen += 1
    const flags = `${random(100) < 4 ? 'F' : ''}${isSeen ? 'S' : ''}`
    const seconds = Math.floor(sentAt / 1000)
    const bytes = Buffer.byteLength(raw)
    const name = `${seconds}.M${uid.toString().padStart(6, '0')}P1.bench,S=${bytes},W=${bytes}`
    ownedFile(join(directory, 'cur', `${name}:2,${flags}`), raw)
    uidLines.push(`${uid} :${name}\n`)
  }
  const uidValidity = Math.floor(LAST_DAY / 1000)
  const guid = Array.from({ length: 32 }, () => random(16).toString(16)).join('')
  const head = `3 V${uidValidity} N${messages + 1} G${guid}\n`
  ownedFile(join(directory, 'dovecot-uidlist'), head + uidLines.join(''))
  return unseen
}

/** Makes a directory the mail server may write. */
function ownedDirectory(path: string): void {
  mkdirSync(path, { recursive: true })
  chownSync(path, mailOwner.uid, mailOwner.gid)
}

/** Writes a file the mail server may change. */
function ownedFile(path: string, content: string): void {
  writeFileSync(path, content)
  chownSync(path, mailOwner.uid, mailOwner.gid)
}

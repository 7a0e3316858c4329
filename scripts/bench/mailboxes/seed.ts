import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { fillFolder, ownedDirectory, ownedFile } from './folder.ts'
import {
  extraFolderNames,
  groupsOf,
  ownerName,
  ownersOf,
  type MailboxPlan,
  type PlanName,
} from './plan.ts'

/** What INBOX of an owner holds, so that every answer can be checked. */
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
const manifest = z.object({ huge: facts, large: facts, usual: facts, held: facts, pushed: facts })

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
  const written: z.infer<typeof manifest> = {
    ...{ huge: [], large: [], usual: [] },
    ...{ held: [], pushed: [] },
  }
  for (const name of groupsOf(plan)) {
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

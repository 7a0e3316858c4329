import { z } from 'zod'
import {
  type Account,
  byImportance,
  type Mailbox,
  mailboxName,
  type MailboxName,
  type SpecialUse,
} from '../../proxy/mail/index.ts'

/** The paths of the mailboxes that the owner has chosen for a use. */
export type FolderUses = Readonly<Partial<Record<Exclude<SpecialUse, 'inbox'>, MailboxName>>>

const settings = z.object({
  folderUses: z.partialRecord(
    z.enum(['drafts', 'sent', 'junk', 'trash', 'archive']),
    z
      .string()
      .min(1)
      .max(1_000)
      .transform((text) => mailboxName(text)),
  ),
})

/** Reads what the store keeps of an owner; nothing was chosen where it can not be read. */
export function readFolderUses(text: string | undefined): FolderUses {
  if (text === undefined) return {}
  try {
    return settings.parse(JSON.parse(text)).folderUses
  } catch {
    // Of a later version, or damaged: the marks of the server and the usual names still hold.
    return {}
  }
}

/** What the store keeps of an owner. */
export function writeFolderUses(folderUses: FolderUses): string {
  return JSON.stringify({ folderUses })
}

/** The account with the owner's choice before the marks of the server; `uses` is asked at each listing. */
export function withChosenUses(account: Account, uses: () => FolderUses): Account {
  return {
    ...account,
    mailboxes: async (options) => chosenListing(await account.mailboxes(options), uses()),
    overview: async (options) => {
      const overview = await account.overview(options)
      return { ...overview, mailboxes: chosenListing(overview.mailboxes, uses()) }
    },
  }
}

/** By listing and choice: whoever keeps something by listing finds it again. */
const listings = new WeakMap<readonly Mailbox[], Map<string, readonly Mailbox[]>>()

function chosenListing(mailboxes: readonly Mailbox[], uses: FolderUses): readonly Mailbox[] {
  const chosen = new Map<string, SpecialUse>()
  for (const { path, isSelectable } of mailboxes) {
    const use = (['drafts', 'sent', 'junk', 'trash', 'archive'] as const).find(
      (candidate) => uses[candidate] === path,
    )
    if (use !== undefined && isSelectable) chosen.set(path, use)
  }
  // A mailbox that is gone leaves its use to the one that had it before.
  if (chosen.size === 0) return mailboxes
  const known = listings.get(mailboxes) ?? new Map<string, readonly Mailbox[]>()
  const key = JSON.stringify([...chosen])
  const arranged = known.get(key) ?? arrange(mailboxes, chosen)
  listings.set(mailboxes, known.set(key, arranged))
  return arranged
}

function arrange(
  mailboxes: readonly Mailbox[],
  chosen: ReadonlyMap<string, SpecialUse>,
): readonly Mailbox[] {
  const taken = new Set(chosen.values())
  const arranged = mailboxes.map((mailbox): Mailbox => {
    const use = chosen.get(mailbox.path)
    if (use !== undefined) return { ...mailbox, specialUse: use, isUseChosen: true }
    const { specialUse } = mailbox
    const isLost = specialUse !== undefined && taken.has(specialUse)
    return isLost ? { ...mailbox, specialUse: undefined } : mailbox
  })
  return arranged.sort(byImportance(arranged))
}

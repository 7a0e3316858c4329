import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { createSingleFlight } from '../concurrency/single-flight.ts'
import { waitAtMost } from '../concurrency/deadline.ts'
import { StoreUnavailable, type Documents } from '../../store/index.ts'
import { z } from 'zod'
import {
  byImportance,
  type Mailbox,
  mailboxName,
  type MailboxName,
  type SpecialUse,
} from '../../proxy/mail/index.ts'

/** A mailbox owner, as the user records name them. */
export interface ChoiceOwner {
  readonly username: string
  readonly mailHost: string
}

/** Which folders owners have chosen for a use, the same for all their sessions. */
export interface FolderChoices {
  /** What was chosen last; undefined when nothing was while a session of now was open. Never fails. */
  current(owner: ChoiceOwner): Promise<FolderUses | undefined>
  /** Notifies all sessions of the owner, best effort: the user record is what lasts. Never fails. */
  publish(owner: ChoiceOwner, uses: FolderUses): Promise<void>
}

interface FolderChoicesOptions {
  readonly documents: Documents
  /** How long what was read may be used; undefined for a single instance, which tells itself. */
  readonly freshMs: number | undefined
  /** Longest wait for a store that is slow: then what is known counts. */
  readonly maxWaitMs: number
  /** No session lives longer. */
  readonly keepMs: number
  readonly maxOwners: number
  readonly now: () => number
}

interface LearnedUse {
  readonly uses: FolderUses | undefined
  readonly readAt: number
}

/** Over the store's documents, remembered by this process. */
export function createFolderChoices(options: FolderChoicesOptions): FolderChoices {
  const { documents, freshMs, maxWaitMs, keepMs, maxOwners, now } = options
  const cached = new LRUCache<string, LearnedUse>({ max: maxOwners })
  const singleFlight = createSingleFlight<FolderUses | undefined>()

  function isFresh({ readAt }: LearnedUse): boolean {
    return freshMs === undefined || now() - readAt < freshMs
  }

  async function read(id: string): Promise<FolderUses | undefined> {
    const readAt = now()
    const document = await documents.find(id)
    const uses = document === undefined ? undefined : readFolderUses(document.body)
    // A choice of this process that was made meanwhile is newer.
    const before = cached.get(id)
    if (before !== undefined && before.readAt > readAt) return before.uses
    cached.set(id, { uses, readAt })
    return uses
  }

  function readOnce(id: string): Promise<FolderUses | undefined> {
    return singleFlight.run(id, async () => {
      try {
        return await read(id)
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
        return cached.get(id)?.uses
      }
    })
  }

  return {
    async current(owner) {
      const id = idOf(owner)
      const before = cached.get(id)
      if (before !== undefined && isFresh(before)) return before.uses
      return (await waitAtMost(readOnce(id), maxWaitMs)) ?? cached.get(id)?.uses
    },
    async publish(owner, uses) {
      const id = idOf(owner)
      cached.set(id, { uses, readAt: now() })
      try {
        await put(id, writeFolderUses(uses))
      } catch (error) {
        if (!(error instanceof StoreUnavailable)) throw error
      }
    },
  }

  /** Again when another session wrote first: the last choice counts. */
  async function put(id: string, body: string): Promise<void> {
    for (;;) {
      const version = ((await documents.find(id))?.version ?? 0) + 1
      const standing = await documents.put({ id, version, body, expiresAt: now() + keepMs })
      if (standing.body === body) return
    }
  }
}

function idOf({ username, mailHost }: ChoiceOwner): string {
  return createHash('sha256')
    .update(JSON.stringify(['folder choices', username, mailHost]))
    .digest('hex')
}

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

/** Reads what the store keeps of an owner; nothing was chosen where it cannot be read. */
export function readFolderUses(text: string | undefined): FolderUses {
  if (text === undefined) return {}
  try {
    return settings.parse(JSON.parse(text)).folderUses
  } catch {
    // Of a later version, or damaged: the marks of the server and the default names still hold.
    return {}
  }
}

/** What the store keeps of an owner. */
export function writeFolderUses(folderUses: FolderUses): string {
  return JSON.stringify({ folderUses })
}

/** By listing and choice: anyone who keeps something by listing finds it again. */
const listings = new WeakMap<readonly Mailbox[], Map<string, readonly Mailbox[]>>()

/** The mailboxes with the owner's choice before the marks of the server. */
export function chosenListing(mailboxes: readonly Mailbox[], uses: FolderUses): readonly Mailbox[] {
  const chosen = new Map<string, SpecialUse>()
  for (const { path, isSelectable } of mailboxes) {
    const use = (['drafts', 'sent', 'junk', 'trash', 'archive'] as const).find(
      (candidate) => uses[candidate] === path,
    )
    if (use !== undefined && isSelectable) chosen.set(path, use)
  }
  // A mailbox that is deleted leaves its use to the one that had it before.
  if (chosen.size === 0) return mailboxes
  const cached = listings.get(mailboxes) ?? new Map<string, readonly Mailbox[]>()
  const key = JSON.stringify([...chosen])
  const arranged = cached.get(key) ?? arrange(mailboxes, chosen)
  listings.set(mailboxes, cached.set(key, arranged))
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

/** Names of the mailboxes with a special use, as far as they exist. */
export type SpecialMailboxes = Readonly<Partial<Record<SpecialUse, MailboxName>>>

/** What a list tells besides its messages: where drafts, sent mail and trash are, and how names are parted. */
export interface MailboxListing {
  readonly special: SpecialMailboxes
  /** Empty when mailbox names are flat. */
  readonly delimiter: string
}

const listingsOf = new WeakMap<readonly Mailbox[], MailboxListing>()

/**
 * Reads it off LIST, once for each listing. Where a special use is claimed twice (RFC 6154 allows it)
 * the first mailbox has it.
 */
export function mailboxListingOf(mailboxes: readonly Mailbox[]): MailboxListing {
  const cached = listingsOf.get(mailboxes)
  if (cached !== undefined) return cached
  const claims = mailboxes.flatMap(({ specialUse, path }) =>
    specialUse === undefined ? [] : [[specialUse, path] as const],
  )
  const listing = {
    special: Object.fromEntries(claims.reverse()),
    delimiter: mailboxes.find(({ delimiter }) => delimiter !== undefined)?.delimiter ?? '',
  }
  listingsOf.set(mailboxes, listing)
  return listing
}

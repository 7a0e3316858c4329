import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { StoreUnavailable, type Documents } from '../../store/index.ts'
import { readFolderUses, writeFolderUses, type FolderUses } from './folder-uses.ts'

/** A mailbox owner, as the user records name them. */
export interface ChoiceOwner {
  readonly username: string
  readonly mailHost: string
}

/** Which folders owners have chosen for a use, the same for all their sessions. */
export interface FolderChoices {
  /** What was chosen last; undefined when nothing was while a session of now was open. Never fails. */
  current(owner: ChoiceOwner): Promise<FolderUses | undefined>
  /** Tells all sessions of the owner, best effort: the user record is what lasts. Never fails. */
  tell(owner: ChoiceOwner, uses: FolderUses): Promise<void>
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
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => number
}

interface Known {
  readonly uses: FolderUses | undefined
  readonly readAt: number
}

/** Over the store's documents, remembered by this process. */
export function createFolderChoices(options: FolderChoicesOptions): FolderChoices {
  const { documents, freshMs, maxWaitMs, keepMs, maxOwners, wait, now } = options
  const known = new LRUCache<string, Known>({ max: maxOwners })
  const reading = new Map<string, Promise<FolderUses | undefined>>()

  function isFresh({ readAt }: Known): boolean {
    return freshMs === undefined || now() - readAt < freshMs
  }

  async function read(id: string): Promise<FolderUses | undefined> {
    const readAt = now()
    const document = await documents.find(id)
    const uses = document === undefined ? undefined : readFolderUses(document.body)
    // A choice of this process that was made meanwhile is newer.
    const before = known.get(id)
    if (before !== undefined && before.readAt > readAt) return before.uses
    known.set(id, { uses, readAt })
    return uses
  }

  function readOnce(id: string): Promise<FolderUses | undefined> {
    const under = reading.get(id)
    if (under !== undefined) return under
    const begun = read(id)
      .catch((error: unknown) => {
        if (!(error instanceof StoreUnavailable)) throw error
        return known.get(id)?.uses
      })
      .finally(() => reading.delete(id))
    reading.set(id, begun)
    return begun
  }

  return {
    async current(owner) {
      const id = idOf(owner)
      const before = known.get(id)
      if (before !== undefined && isFresh(before)) return before.uses
      return Promise.race([readOnce(id), wait(maxWaitMs).then(() => known.get(id)?.uses)])
    },
    async tell(owner, uses) {
      const id = idOf(owner)
      known.set(id, { uses, readAt: now() })
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

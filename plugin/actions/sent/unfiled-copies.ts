import { createHash } from 'node:crypto'
import { z } from 'zod'
import { type DraftOrigin, type MessageName, mailboxName } from '../../../proxy/mail/index.ts'
import { type Documents, type Seal, SealBroken } from '../../../store/index.ts'

/** Copies that could not be filed, kept for their owners until they are. Throws StoreUnavailable. */
export interface UnfiledCopies {
  all(user: string): Promise<readonly UnfiledCopy[]>
  /** Durable when it resolves; false when the owner's copies would be larger together than is kept. */
  keep(user: string, copy: UnfiledCopy): Promise<boolean>
  drop(user: string, composeId: string): Promise<void>
}

interface UnfiledCopiesOptions {
  readonly documents: Documents
  readonly seal: Seal
  readonly mailHost: string
  /** Of all copies of an owner together. */
  readonly maxBytes: number
  readonly keepMs: number
  readonly now: () => number
}

/** Over the store's documents: one for each owner, sealed, for it holds what was written. */
export function createUnfiledCopies(options: UnfiledCopiesOptions): UnfiledCopies {
  const { documents, seal, mailHost, maxBytes, keepMs, now } = options

  async function read(user: string) {
    const id = idOf(user)
    const document = await documents.find(id)
    const copies = document === undefined ? [] : opened(document.body, ownerOf(user, id))
    return { id, version: document?.version ?? 0, copies }
  }

  function ownerOf(username: string, sessionId: string) {
    return { sessionId, username, host: mailHost }
  }

  function opened(body: string, owner: ReturnType<typeof ownerOf>): readonly UnfiledCopy[] {
    if (body === '') return []
    try {
      return copiesOf(seal.open(body, owner))
    } catch (error) {
      if (!(error instanceof SealBroken)) throw error
      // Its key was removed: there is nothing left to be filed.
      return []
    }
  }

  /** Again when someone else wrote first. */
  async function change(
    user: string,
    next: (copies: readonly UnfiledCopy[]) => readonly UnfiledCopy[] | undefined,
  ): Promise<boolean> {
    for (;;) {
      const { id, version, copies } = await read(user)
      const changed = next(copies)
      if (changed === undefined) return false
      if (changed === copies) return true
      const text = JSON.stringify(changed.map(written))
      const body = changed.length === 0 ? '' : seal.seal(text, ownerOf(user, id))
      const document = { id, version: version + 1, body, expiresAt: now() + keepMs }
      if ((await documents.put(document)).body === body) return true
    }
  }

  return {
    all: async (user) => (await read(user)).copies,
    keep: (user, copy) =>
      change(user, (copies) => {
        if (copies.some(({ composeId }) => composeId === copy.composeId)) return copies
        const all = [...copies, copy]
        return all.reduce((sum, { source }) => sum + source.length, 0) > maxBytes ? undefined : all
      }),
    async drop(user, composeId) {
      await change(user, (copies) => {
        const left = copies.filter((copy) => copy.composeId !== composeId)
        return left.length === copies.length ? copies : left
      })
    },
  }
}

function idOf(user: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['unfiled copies', user]))
    .digest('hex')
}

const messageName = {
  mailbox: z.string().transform((text) => mailboxName(text)),
  uidValidity: z.coerce.bigint(),
  uid: z.int(),
}

const copiesSchema = z.array(
  z.object({
    composeId: z.string(),
    source: z.string().transform((text) => Buffer.from(text, 'base64')),
    storedDraft: z.object(messageName).optional(),
    unansweredSaves: z.array(z.string()).default([]),
    origin: z
      .object({ ...messageName, mode: z.enum(['reply', 'reply-all', 'forward']) })
      .optional(),
  }),
)

function copiesOf(text: string): readonly UnfiledCopy[] {
  return copiesSchema
    .parse(JSON.parse(text))
    .map(({ storedDraft, origin, ...copy }) => ({ ...copy, storedDraft, origin }))
}

// JSON knows no numbers as large as a UIDVALIDITY may become.
function written({ composeId, source, storedDraft, unansweredSaves, origin }: UnfiledCopy) {
  // A message named without its UIDVALIDITY may be another one by then.
  const named = <Name extends { readonly uidValidity: bigint | undefined }>(
    name: Name | undefined,
  ) =>
    name?.uidValidity === undefined ? undefined : { ...name, uidValidity: String(name.uidValidity) }
  return {
    composeId,
    source: source.toString('base64'),
    storedDraft: named(storedDraft),
    unansweredSaves,
    origin: named(origin),
  }
}

/** What a message that was sent leaves to be done besides its copy. */
export interface SentTraces {
  /** The draft it was stored as, which goes once there is a copy; its UIDVALIDITY may not be known. */
  readonly storedDraft:
    (Omit<MessageName, 'uidValidity'> & { readonly uidValidity: bigint | undefined }) | undefined
  /** Saves of which the page never heard: what they stored goes as well. */
  readonly unansweredSaves: readonly string[]
  /** What it answers or forwards. */
  readonly origin: DraftOrigin | undefined
}

/** The sender's copy of a sent message that is not in Sent yet. */
export interface UnfiledCopy extends SentTraces {
  readonly composeId: string
  /** As it is to be filed. */
  readonly source: Buffer
}

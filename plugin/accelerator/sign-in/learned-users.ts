import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Documents } from '../../../store/index.ts'

/** How Roundcube signs someone in, as it was seen to. */
export interface LearnedUser {
  /** The variables of their sessions (session-template.ts), in base64. */
  readonly template: string
  readonly userId: number
  readonly username: string
  readonly storageHost: string
  /** Of the browser's connection: cookies are set for one. */
  readonly scheme: string
  /** What follows the values of the cookies where Roundcube sets them: `; path=/; HttpOnly`. */
  readonly idAttributes: string
  readonly proofAttributes: string
}

/** The users whose sign-in was seen, for all instances. Every method throws StoreUnavailable. */
export interface LearnedUsers {
  /** By what was typed into the form, to the letter. */
  find(typed: string): Promise<LearnedUser | undefined>
  keep(typed: string, user: LearnedUser): Promise<void>
  /** By the name of their mailbox. */
  forget(username: string): Promise<void>
}

interface LearnedUsersOptions {
  readonly documents: Documents
  /** Roundcube signs in once, then, and shows what has become of it. */
  readonly keepMs: number
  readonly now: () => number
}

/** Over the store's documents: one for each user, and one for each other spelling of their name. */
export function createLearnedUsers({ documents, keepMs, now }: LearnedUsersOptions): LearnedUsers {
  async function read(name: string): Promise<z.infer<typeof schema> | undefined> {
    const document = await documents.find(idOf(name))
    if (document === undefined || document.expiresAt <= now()) return undefined
    return parse(document.body)
  }

  /** Again when another instance wrote first: the last one counts. */
  async function write(name: string, content: z.infer<typeof schema>): Promise<void> {
    const id = idOf(name)
    const body = JSON.stringify(content)
    for (;;) {
      const before = await documents.find(id)
      const version = (before?.version ?? 0) + 1
      const standing = await documents.put({ id, version, body, expiresAt: now() + keepMs })
      if (standing.body === body) return
    }
  }

  return {
    async find(typed) {
      const there = await read(typed)
      const user = there?.kind === 'spelling' ? await read(there.username) : there
      return user?.kind === 'person' ? user : undefined
    },
    async keep(typed, user) {
      const { username } = user
      if (typed !== username) await write(typed, { kind: 'spelling', username })
      await write(username, { kind: 'person', ...user })
    },
    async forget(username) {
      // Who is not known needs no mark.
      if ((await read(username))?.kind === 'person') await write(username, { kind: 'forgotten' })
    },
  }
}

const schema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('person'),
    template: z.base64(),
    userId: z.int(),
    username: z.string(),
    storageHost: z.string(),
    scheme: z.string(),
    idAttributes: z.string(),
    proofAttributes: z.string(),
  }),
  z.object({ kind: z.literal('spelling'), username: z.string() }),
  z.object({ kind: z.literal('forgotten') }),
])

/** undefined for what a later version wrote. */
function parse(body: string): z.infer<typeof schema> | undefined {
  try {
    return schema.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}

function idOf(name: string): string {
  return createHash('sha256')
    .update(JSON.stringify(['roundcube sign-in', name]))
    .digest('hex')
}

import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { createKeyedMutex } from '../concurrency/keyed-mutex.ts'
import { waitAtMost } from '../concurrency/deadline.ts'
import {
  type DocumentOwner,
  type Documents,
  type SessionRecord,
  type SessionStore,
  type StoredDocument,
  StoreUnavailable,
} from '../../store/index.ts'
import type { Device } from './device.ts'
import { fromVariables } from './webmail-session.ts'

/** A session as it is noted for its owner. */
interface NotedSession extends Device {
  readonly id: string
  /** Unix ms. */
  readonly notedAt: number
}

/** A session that lives, as its owner may see it. */
export interface LivingSession extends Device {
  /** Opens the session: never shown. */
  readonly id: string
  /** Address of the client at the sign-in. */
  readonly ip: string
  /** Unix ms of the sign-in and of the last use, the latter to about half a minute. */
  readonly since: number
  readonly usedAt: number
}

/** Which sessions an owner has, without a look at those of others. */
export interface OwnerSessions {
  /**
   * Notes that a session is the owner's. Never fails: what could not be noted, or not in time, is noted when its page
   * is loaded again.
   */
  note(owner: DocumentOwner, id: string, device: Device): Promise<void>
  /** Reads the owner's list ahead, for a session that is about to start: its note is then a write alone. Never fails. */
  prepare(owner: DocumentOwner): Promise<(id: string, device: Device) => Promise<void>>
  /** Those that live. Not complete where a store could not tell of one. Throws StoreUnavailable. */
  list(
    owner: DocumentOwner,
  ): Promise<{ readonly sessions: readonly LivingSession[]; readonly isComplete: boolean }>
  /** Ends all of the owner but those that are kept, permanently. Throws StoreUnavailable. */
  end(owner: DocumentOwner, isEnded: (id: string) => boolean): Promise<number>
}

interface OwnerSessionsOptions {
  readonly documents: Documents
  readonly sessions: Pick<SessionStore, 'load' | 'destroy'>
  /** Sessions known of one owner; above it the one noted first is not known any more. */
  readonly maxPerOwner: number
  /** No session is noted longer: at least as long as one lives. */
  readonly notedMs: number
  /** How long the list of an owner outlasts its last change. */
  readonly keepMs: number
  /** Sessions remembered as noted by this process. */
  readonly maxNoted: number
  /** Longest wait of a sign-in for a store that is slow. */
  readonly maxWaitMs: number
  readonly now: () => number
}

/** One document for each owner, which lists the ids of their sessions. */
export function createOwnerSessions(options: OwnerSessionsOptions): OwnerSessions {
  const { documents, sessions, maxPerOwner, notedMs, keepMs, maxWaitMs, now } = options
  const noted = new LRUCache<string, true>({ max: options.maxNoted })
  const inTurn = createKeyedMutex()

  /** Again when another instance wrote first. Changes of one owner go one after the other here. */
  function change(
    key: string,
    changed: (before: readonly NotedSession[]) => NotedSession[],
    ahead?: ReadAhead,
  ) {
    return inTurn(key, async () => {
      for (let next = ahead; ; next = undefined) {
        const { found } = next ?? { found: await documents.find(key) }
        const body = JSON.stringify({ sessions: changed(sessionsIn(found?.body)) })
        if (body === found?.body) return
        const version = (found?.version ?? 0) + 1
        const standing = await documents.put({ id: key, version, body, expiresAt: now() + keepMs })
        if (standing.body === body) return
      }
    })
  }

  async function known(owner: DocumentOwner): Promise<readonly NotedSession[]> {
    return sessionsIn((await documents.find(keyOf(owner)))?.body)
  }

  async function look(session: NotedSession, owner: DocumentOwner): Promise<Looked> {
    try {
      const record = await sessions.load(session.id)
      const living = record === undefined ? undefined : livingOf(session, record, owner)
      return living === undefined ? { kind: 'over', session } : { kind: 'lives', session: living }
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error
      return { kind: 'unknown', session }
    }
  }

  async function lookAtAll(owner: DocumentOwner): Promise<readonly Looked[]> {
    return Promise.all((await known(owner)).map((session) => look(session, owner)))
  }

  /** Takes out what is over. Nothing waits for it, and the next list finds what it left. */
  function forget(owner: DocumentOwner, looked: readonly Looked[]): void {
    const over = new Set(
      looked.flatMap(({ kind, session }) => (kind === 'over' ? [session.id] : [])),
    )
    if (over.size === 0) return
    change(keyOf(owner), (before) => before.filter(({ id }) => !over.has(id))).catch(
      () => undefined,
    )
  }

  async function note(
    owner: DocumentOwner,
    { id, browser, system }: Pick<NotedSession, 'id' | keyof Device>,
    ahead?: ReadAhead,
  ): Promise<void> {
    if (noted.has(id)) return
    const notedAt = now()
    const added = (before: readonly NotedSession[]) =>
      before.some((session) => session.id === id)
        ? [...before]
        : [...before, { id, browser, system, notedAt }]
            .filter((session) => notedAt - session.notedAt < notedMs)
            .slice(-maxPerOwner)
    const noting = change(keyOf(owner), added, ahead).then(
      () => void noted.set(id, true),
      () => undefined,
    )
    await waitAtMost(noting, maxWaitMs)
  }

  return {
    note: (owner, id, device) => note(owner, { id, ...device }),
    async prepare(owner) {
      const reading = documents.find(keyOf(owner)).then(
        (found) => ({ found }),
        () => undefined,
      )
      const ahead = await waitAtMost(reading, maxWaitMs)
      return (id, device) => note(owner, { id, ...device }, ahead)
    },
    async list(owner) {
      const looked = await lookAtAll(owner)
      forget(owner, looked)
      const living = looked.flatMap((one) => (one.kind === 'lives' ? [one.session] : []))
      return {
        sessions: living.sort((one, other) => other.usedAt - one.usedAt),
        isComplete: looked.every(({ kind }) => kind !== 'unknown'),
      }
    },
    async end(owner, isEnded) {
      const looked = await lookAtAll(owner)
      // What no one could tell of is ended as well: an end of what is over harms nothing.
      const ended = looked.filter(({ kind, session }) => kind !== 'over' && isEnded(session.id))
      await Promise.all(ended.map(({ session }) => sessions.destroy(session.id)))
      return ended.length
    },
  }
}

/** A list as it was read before its change: the write of a change notices when another one came first. */
interface ReadAhead {
  readonly found: StoredDocument | undefined
}

type Looked =
  | { readonly kind: 'lives'; readonly session: LivingSession }
  | { readonly kind: 'over' | 'unknown'; readonly session: NotedSession }

function livingOf(
  { id, browser, system }: NotedSession,
  { variables, ip, changedAt }: SessionRecord,
  { username, mailHost }: DocumentOwner,
): LivingSession | undefined {
  const session = fromVariables(variables)
  if (session?.kind !== 'signed-in') return undefined
  if (session.username !== username || session.storageHost !== mailHost) return undefined
  return { id, browser, system, ip, since: session.loginTime * 1_000, usedAt: changedAt }
}

function keyOf({ username, mailHost }: DocumentOwner): string {
  return createHash('sha256')
    .update(JSON.stringify(['sessions', username, mailHost]))
    .digest('hex')
}

const body = z.object({
  sessions: z.array(
    z.object({ id: z.string(), browser: z.string(), system: z.string(), notedAt: z.number() }),
  ),
})

/** What is damaged, or of a later version, counts as empty: pages note their sessions again. */
function sessionsIn(text: string | undefined): readonly NotedSession[] {
  if (text === undefined) return []
  try {
    return body.parse(JSON.parse(text)).sessions
  } catch {
    return []
  }
}

/** Twelve digits of a hash of the session id: enough to name it, of no use to open it. */
export function shortSessionId(id: string): string {
  return createHash('sha256').update(id).digest('hex').slice(0, 12)
}

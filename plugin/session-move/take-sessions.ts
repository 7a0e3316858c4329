import { createHash } from 'node:crypto'
import type { SessionStorage, StoredSession } from '../../store/index.ts'
import { countSignedIn } from './signed-in.ts'
import { createMoveEnd, LOOK_MS, type MoveEnd, type Switch } from './switch.ts'

/** What Postern is told of a pass over the former storage. */
export interface Adoption {
  readonly sessions: readonly (StoredSession & { readonly seen: number | undefined })[]
  readonly ended: readonly { readonly id: string; readonly seen: number }[]
  readonly next: 'more' | 'pass' | 'nothing'
}

/** Answers the version of each session that was given. */
export type Adopt = (adoption: Adoption) => Promise<readonly number[]>

/** How many sessions there are. */
export interface Copied {
  readonly sessions: number
  readonly signedIn: number
}

interface TakeOptions {
  readonly from: SessionStorage
  readonly adopt: Adopt
  readonly switched: Switch
  /** Once all that were there at the beginning are in Postern. */
  readonly onCopied: (copied: Copied) => void
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => number
}

/** What was handed over of a session. */
interface Known {
  readonly stamp: string | undefined
  readonly digest: string
  readonly version: number
}

/** Sessions of one request, none of which is large. */
const ADOPTED_AT_ONCE = 100

/**
 * Copies all sessions to Postern, and then again and again what has changed, until Roundcube writes nothing there any more.
 * What was signed out meanwhile is ended in Postern as well. Nothing is changed where they come from.
 */
export async function takeSessions(options: TakeOptions): Promise<MoveEnd> {
  const { from, adopt, switched, onCopied, wait, now } = options
  const end = createMoveEnd(switched, now)
  const known = new Map<string, Known>()
  let isCopied = false

  for (;;) {
    const how = end.look()
    const { changes, sessions } = await onePass(how === undefined ? 'pass' : 'nothing')
    if (how !== undefined) return how
    if (changes > 0) end.changed()
    if (!isCopied) onCopied({ sessions: sessions.length, signedIn: countSignedIn(sessions) })
    isCopied = true
    await wait(LOOK_MS)
  }

  async function onePass(next: 'pass' | 'nothing') {
    const stamps = await from.list()
    const isKnown = (id: string, stamp: string | undefined): boolean =>
      stamp !== undefined && known.get(id)?.stamp === stamp
    const unread = [...stamps].filter(([id, stamp]) => !isKnown(id, stamp)).map(([id]) => id)
    const sessions = await from.read(unread)
    const changed = sessions.filter((session) => {
      return known.get(session.id)?.digest !== digestOf(session)
    })
    for (let at = 0; at < changed.length; at += ADOPTED_AT_ONCE) {
      await handOver(changed.slice(at, at + ADOPTED_AT_ONCE), stamps)
    }
    const ended = [...known].filter(([id]) => !stamps.has(id))
    for (const [id] of ended) known.delete(id)
    const ends = ended.map(([id, { version }]) => ({ id, seen: version }))
    await adopt({ sessions: [], ended: ends, next })
    return { changes: changed.length + ended.length, sessions }
  }

  async function handOver(
    sessions: readonly StoredSession[],
    stamps: ReadonlyMap<string, string | undefined>,
  ): Promise<void> {
    const given = sessions.map((session) => ({ ...session, seen: known.get(session.id)?.version }))
    const versions = await adopt({ sessions: given, ended: [], next: 'more' })
    for (const [n, session] of sessions.entries()) {
      const stamp = stamps.get(session.id)
      known.set(session.id, { stamp, digest: digestOf(session), version: versions[n] ?? 0 })
    }
  }
}

function digestOf({ session: { vars, ip, changed } }: StoredSession): string {
  return createHash('sha256').update(`${changed} ${ip} `).update(vars).digest('base64')
}

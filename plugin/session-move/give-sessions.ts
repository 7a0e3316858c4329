import type { ForeignSession, SessionStorage, StoredSession } from '../../store/index.ts'
import { countSignedIn } from './signed-in.ts'
import { createMoveEnd, LOOK_MS, type MoveEnd, type Switch } from './switch.ts'
import type { Copied } from './take-sessions.ts'

/** What becomes of sessions in Postern: one is written, one ends, or all of the beginning were told. */
export type SessionChange =
  | { readonly kind: 'session'; readonly id: string; readonly session: ForeignSession }
  | { readonly kind: 'ended'; readonly id: string }
  | { readonly kind: 'all' }

interface GiveOptions {
  readonly to: SessionStorage
  /** Roundcube's `session_lifetime`. */
  readonly lifetimeMs: number
  readonly changes: AsyncIterable<SessionChange>
  /** Those of the ids that Postern knows to have ended. */
  readonly ended: (ids: readonly string[]) => Promise<readonly string[]>
  readonly switched: Switch
  /** Once all that Postern had at the beginning are there. */
  readonly onCopied: (copied: Copied) => void
  readonly wait: (ms: number) => Promise<unknown>
  readonly now: () => number
}

/** Roundcube lets a stored session live for so long beyond its lifetime, too. */
const MARGIN_MS = 60_000

/** It told no more of its sessions. */
export class PosternStopped extends Error {
  override readonly name = 'PosternStopped'
}

/**
 * Writes all sessions of Postern to where Roundcube had them, and then each that changes, until Roundcube writes nothing to
 * Postern any more. What was signed out at Postern is removed there. What is newer there stays.
 */
export async function giveSessions(options: GiveOptions): Promise<MoveEnd> {
  const { to, lifetimeMs, changes, switched, onCopied, wait, now } = options
  const end = createMoveEnd(switched, now)
  const pending = new Map<string, ForeignSession | undefined>()
  const living = new Set<string>()
  let signedIn = 0
  const progress = { hasAll: false }
  let arrived: () => void = () => undefined
  const broken = collect()
  // Anyone who has given them all ends the changes, which no caller waits for any more.
  broken.catch(() => undefined)

  while (!progress.hasAll) {
    await untilChanged()
    await flush()
  }
  await flush()
  await removeEnded()
  onCopied({ sessions: living.size, signedIn })
  for (;;) {
    if (pending.size > 0) end.changed()
    await flush()
    const how = end.look()
    if (how !== undefined) return how
    await untilChanged()
  }

  /** Rejects when the changes end: Postern was stopped. */
  async function collect(): Promise<never> {
    for await (const change of changes) {
      if (change.kind === 'all') progress.hasAll = true
      else pending.set(change.id, change.kind === 'session' ? change.session : undefined)
      arrived()
    }
    throw new PosternStopped('Postern was stopped while its sessions were copied')
  }

  async function untilChanged(): Promise<void> {
    if (pending.size > 0) return
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve
    })
    await Promise.race([arrival, wait(LOOK_MS), broken])
  }

  async function flush(): Promise<void> {
    const taken = [...pending]
    pending.clear()
    const ended = taken.flatMap(([id, session]) => (session === undefined ? [id] : []))
    await to.remove(ended)
    const given = taken.flatMap(([id, session]) =>
      session === undefined ? [] : [stored(id, session)],
    )
    const there = new Map((await to.read(given.map(({ id }) => id))).map((one) => [one.id, one]))
    const wanted = given.filter(({ id, session, lifeMs }) => {
      return lifeMs > 0 && (there.get(id)?.session.changed ?? 0) <= session.changed
    })
    await to.write(wanted)
    for (const { id } of given) living.add(id)
    signedIn += countSignedIn(given)
  }

  function stored(id: string, session: ForeignSession): StoredSession {
    const lifeMs = lifetimeMs + MARGIN_MS - (now() - session.changed * 1_000)
    return { id, session, lifeMs }
  }

  async function removeEnded(): Promise<void> {
    const others = [...(await to.list()).keys()].filter((id) => !living.has(id))
    await to.remove(await options.ended(others))
  }
}

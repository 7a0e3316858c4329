import { createKeyedMutex } from '../../plugin/concurrency/keyed-mutex.ts'
import type { Replication } from '../cluster/replication.ts'
import type { SessionChannel } from '../cluster/session-end-channel.ts'
import { PhpFormatError } from '../php/format.ts'
import { mergeVariables } from '../php/merge-variables.ts'
import { areEqualBut } from '../php/equal-variables.ts'
import type {
  AdoptedWrite,
  ForeignOutcome,
  ForeignSession,
  ForeignSessions,
  ForeignSettings,
  ForeignWrite,
  MovedSessions,
} from '../record/foreign-session.ts'
import type { SessionRow } from '../record/session.ts'
import type { Spool } from '../spool/spool.ts'
import { createForeignLookup, type ForeignLookupOptions, type Known } from './foreign-lookup.ts'
import { foreignRow, rowOfSession, type ForeignRow } from './foreign-row.ts'

/** A session that has not ended. */
type Living = Extract<Known, { kind: 'row' }> & {
  readonly row: { readonly session: ForeignSession }
}

interface ForeignSessionsOptions extends ForeignSettings, ForeignLookupOptions {
  readonly replication: Pick<Replication, 'created' | 'changed'>
  readonly sessionChannel: Pick<SessionChannel, 'onChange'>
  readonly spool: Pick<Spool, 'createSession' | 'saveSession'>
  /** Unix ms of the machine's clock, as the other program counts `changed`. */
  readonly wall: () => number
}

/** The store of another program's sessions. `forget` is for an end made by others in this process. */
export function createForeignSessions(
  options: ForeignSessionsOptions,
): ForeignSessions & MovedSessions & { forget(id: string): void } {
  const { replication, spool, journal, deferred, now, wall, log } = options
  const { viewVariables, endMs, isShared } = options
  const sessions = createForeignLookup(options)
  const inOrder = createKeyedMutex()
  const followers = new Set<(id: string) => void>()
  let lastVersion = 0

  function currentVersion(): number {
    lastVersion = Math.max(lastVersion, Math.floor(now() * 1_000))
    return lastVersion
  }

  function nextVersion(earlier: number): number {
    lastVersion = Math.max(currentVersion(), earlier) + 1
    return lastVersion
  }

  function isAlive(known: Known): known is Living {
    if (known.kind !== 'row' || known.isOwn) return false
    return known.row.session !== undefined && now() < known.row.expiresAt
  }

  async function write(
    row: ForeignRow,
    earlier: ForeignRow | undefined,
    lifeMs: number,
  ): Promise<ForeignOutcome> {
    const isDeferred =
      earlier !== undefined && isOfTheView(row, earlier, lifeMs) && deferred.put(row)
    if (!isDeferred) await keep(row, earlier === undefined)
    sessions.remember(row.id, { kind: 'row', row, isOwn: false })
    for (const publish of followers) publish(row.id)
    // Among several instances a write counts once the others can find it; the only one reports its cache later.
    if (journal !== undefined || (isDeferred && !isShared)) return 'kept'
    return share(row, earlier !== undefined)
  }

  /** Durable when it resolves. */
  async function keep(row: SessionRow, isNew: boolean): Promise<void> {
    if (journal !== undefined) await journal.append(row, isNew)
    else await (isNew ? spool.createSession(row) : spool.saveSession(row))
    deferred.forget(row.id)
  }

  /**
   * Only its times are newer, or what a user is looking at. A record in the last half of its life is rewritten: a kill must
   * not cost the session.
   */
  function isOfTheView(row: ForeignRow, earlier: ForeignRow, lifeMs: number): boolean {
    const [next, last] = [row.session?.vars, earlier.session?.vars]
    if (next === undefined || last === undefined || row.ip !== earlier.ip) return false
    if (earlier.expiresAt - now() < lifeMs / 2) return false
    return next.equals(last) || isEqualButView(next, last)
  }

  function isEqualButView(one: Buffer, other: Buffer): boolean {
    try {
      return areEqualBut(viewVariables, one, other)
    } catch (error) {
      if (!(error instanceof PhpFormatError)) throw error
      return false
    }
  }

  async function share(row: SessionRow, isKnown: boolean): Promise<ForeignOutcome> {
    try {
      const outcome = await (isKnown ? replication.changed(row) : replication.created(row))
      if (outcome !== 'ended') return 'kept'
      sessions.remember(row.id, { kind: 'ended' })
      return 'ended'
    } catch (error) {
      sessions.drop(row.id)
      throw error
    }
  }

  async function save(
    id: string,
    { vars, ip, changed }: ForeignSession,
    { lifeMs, seen, read, startVersion }: ForeignWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }> {
    // The database was asked when the request read: it is not asked again for a session that is new.
    const known = await (seen === undefined ? sessions.find(id) : sessions.findNear(id))
    const version = seen ?? startVersion
    if (known.kind === 'ended') return { outcome: 'ended', version }
    if (known.kind === 'row' && known.isOwn) return { outcome: 'reserved', version }
    if (known.kind === 'row' && known.row.session === undefined && known.row.version > version) {
      return { outcome: 'late', version }
    }
    const earlier = known.kind === 'row' ? known.row : undefined
    // A copy of its own: what came is a part of all that a connection has brought.
    const merged = Buffer.from(varsWith(earlier, { read, written: vars }))
    const row = rowOfSession(
      { vars: merged, ip, changed },
      {
        id,
        createdAt: earlier?.createdAt ?? now(),
        version: nextVersion(earlier?.version ?? 0),
        expiresAt: now() + lifeMs,
      },
    )
    return { outcome: await write(row, earlier, lifeMs), version: row.version }
  }

  function varsWith(
    earlier: ForeignRow | undefined,
    { read, written }: { readonly read: Buffer | undefined; readonly written: Buffer },
  ): Buffer {
    const current = earlier?.session?.vars
    if (current === undefined || read === undefined) return written
    try {
      return mergeVariables({ read, written, current })
    } catch (error) {
      if (!(error instanceof PhpFormatError)) throw error
      // No one can tell its variables apart: the last writer's are the session, as without this store.
      log.warn({ problem: error.problem }, 'session record unreadable: replaced')
      return written
    }
  }

  async function update(
    id: string,
    lifeMs: number,
    change: (vars: Buffer) => Buffer,
  ): Promise<boolean> {
    const known = await sessions.find(id)
    if (!isAlive(known)) return false
    const { row } = known
    const before = row.session.vars
    const vars = change(before)
    if (vars.equals(before)) return true
    const version = nextVersion(row.version)
    const changedAt = Math.max(row.changedAt, wall())
    const expiresAt = now() + lifeMs
    const changed = { ...row, vars: vars.toString('base64'), version, changedAt, expiresAt }
    await write(foreignRow(changed), row, lifeMs)
    return true
  }

  async function touch(id: string, lifeMs: number): Promise<boolean> {
    const known = await sessions.find(id)
    if (!isAlive(known)) return false
    const { row } = known
    // The version stays: a touch must never win over newer variables of another instance.
    const changedAt = Math.max(row.changedAt + 1, wall())
    await write(foreignRow({ ...row, changedAt, expiresAt: now() + lifeMs }), row, lifeMs)
    return true
  }

  async function end(id: string): Promise<{ readonly existed: boolean; readonly version: number }> {
    const known = await sessions.find(id)
    if (!isAlive(known)) return { existed: false, version: currentVersion() }
    const earlier = known.row
    const row = foreignRow({
      id,
      vars: '',
      ip: '',
      changedAt: wall(),
      createdAt: earlier.createdAt,
      version: nextVersion(earlier.version),
      expiresAt: now() + endMs,
    })
    await write(row, earlier, endMs)
    return { existed: true, version: row.version }
  }

  async function adopt(
    id: string,
    session: ForeignSession,
    { lifeMs, seen }: AdoptedWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }> {
    const known = await sessions.find(id)
    if (known.kind === 'ended') return { outcome: 'ended', version: currentVersion() }
    if (known.kind === 'row' && known.isOwn)
      return { outcome: 'reserved', version: known.row.version }
    const earlier = known.kind === 'row' ? known.row : undefined
    const isLater =
      earlier !== undefined &&
      earlier.version !== seen &&
      now() < earlier.expiresAt &&
      Math.floor(earlier.changedAt / 1_000) >= session.changed
    if (isLater) {
      return { outcome: earlier.session === undefined ? 'ended' : 'late', version: earlier.version }
    }
    const row = rowOfSession(session, {
      id,
      createdAt: earlier?.createdAt ?? now(),
      version: nextVersion(earlier?.version ?? 0),
      expiresAt: now() + lifeMs,
    })
    return { outcome: await write(row, earlier, lifeMs), version: row.version }
  }

  async function endAdopted(id: string, seen: number): Promise<boolean> {
    const known = await sessions.find(id)
    if (!isAlive(known) || known.row.version !== seen) return false
    return (await end(id)).existed
  }

  options.sessionChannel.onChange(({ id }) => sessions.drop(id))
  // The only instance answers automatically: its cache is for a restart.
  const notifyCache = (row: SessionRow) => void share(row, true).catch(() => undefined)
  journal?.onSpooled(notifyCache)
  if (!isShared) deferred.onSpooled(notifyCache)

  return {
    async load(id) {
      const known = await sessions.find(id)
      const version = known.kind === 'row' ? known.row.version : currentVersion()
      return { session: isAlive(known) ? known.row.session : undefined, version }
    },
    save: (id, session, when) => inOrder(id, () => save(id, session, when)),
    update: (id, lifeMs, change) => inOrder(id, () => update(id, lifeMs, change)),
    touch: (id, lifeMs) => inOrder(id, () => touch(id, lifeMs)),
    end: (id) => inOrder(id, () => end(id)),
    adopt: (id, session, how) => inOrder(id, () => adopt(id, session, how)),
    endAdopted: (id, seen) => inOrder(id, () => endAdopted(id, seen)),
    async hasEnded(id) {
      const known = await sessions.find(id)
      return known.kind === 'ended' || (known.kind === 'row' && known.row.session === undefined)
    },
    follow(listener) {
      followers.add(listener)
      for (const id of journal?.ids() ?? []) listener(id)
      return { stop: () => void followers.delete(listener) }
    },
    currentVersion,
    forget(id) {
      sessions.drop(id)
      journal?.forget(id)
      deferred.forget(id)
    },
  }
}

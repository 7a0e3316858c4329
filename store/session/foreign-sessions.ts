import { createKeyedMutex } from '../../plugin/concurrency/keyed-mutex.ts'
import type { SessionChannel } from '../cluster/session-end-channel.ts'
import type { StoreLog } from '../observer/observer.ts'
import { PhpFormatError } from '../php/format.ts'
import { mergeVariables } from '../php/merge-variables.ts'
import type {
  AdoptedWrite,
  ForeignOutcome,
  ForeignSession,
  ForeignSessions,
  ForeignSettings,
  ForeignWrite,
  MovedSessions,
} from '../record/foreign-session.ts'
import { createForeignLookup, type ForeignLookupOptions, type Found } from './foreign-lookup.ts'
import { foreignRow, rowOfSession, type ForeignRow } from './foreign-row.ts'
import { createForeignWriter, type ForeignWriterOptions } from './foreign-writer.ts'

/** A session that has not ended. */
type Living = Extract<Found, { kind: 'row' }> & {
  readonly row: { readonly session: ForeignSession }
}

interface ForeignSessionsOptions
  extends
    ForeignSettings,
    ForeignLookupOptions,
    Omit<ForeignWriterOptions, 'sessions' | 'onWritten'> {
  readonly sessionChannel: Pick<SessionChannel, 'onChange'>
  /** Unix ms of the machine's clock, as the other program counts `changed`. */
  readonly wall: () => number
}

/** The store of another program's sessions. `forget` is for a session that something else in this process has ended. */
export function createForeignSessions(
  options: ForeignSessionsOptions,
): ForeignSessions & MovedSessions & { forget(id: string): void } {
  const { journal, deferred, endMs, now, wall, log } = options
  const sessions = createForeignLookup(options)
  const inOrder = createKeyedMutex()
  const followers = new Set<(id: string) => void>()
  const { currentVersion, nextVersion } = createVersions(now)
  const write = createForeignWriter({
    ...options,
    sessions,
    onWritten(id) {
      for (const publish of followers) publish(id)
    },
  })

  function isAlive(found: Found): found is Living {
    if (found.kind !== 'row' || found.isOwn) return false
    return found.row.session !== undefined && now() < found.row.expiresAt
  }

  async function save(
    id: string,
    { vars, ip, changed }: ForeignSession,
    { lifeMs, seen, read, startVersion }: ForeignWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }> {
    // The database was queried when the request read: it is not queried again for a session that is new.
    const found = await (seen === undefined ? sessions.find(id) : sessions.findNear(id))
    const version = seen ?? startVersion
    if (found.kind === 'ended') return { outcome: 'ended', version }
    if (found.kind === 'row' && found.isOwn) return { outcome: 'reserved', version }
    if (found.kind === 'row' && found.row.session === undefined && found.row.version > version) {
      return { outcome: 'late', version }
    }
    const earlier = found.kind === 'row' ? found.row : undefined
    // A copy, because what came is a slice of the buffer of a connection.
    const merged = Buffer.from(varsWith(earlier, { read, written: vars }, log))
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

  async function update(
    id: string,
    lifeMs: number,
    change: (vars: Buffer) => Buffer,
  ): Promise<boolean> {
    const found = await sessions.find(id)
    if (!isAlive(found)) return false
    const { row } = found
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
    const found = await sessions.find(id)
    if (!isAlive(found)) return false
    const { row } = found
    // The version stays: a touch must never win over newer variables of another instance.
    const changedAt = Math.max(row.changedAt + 1, wall())
    await write(foreignRow({ ...row, changedAt, expiresAt: now() + lifeMs }), row, lifeMs)
    return true
  }

  async function end(id: string): Promise<{ readonly existed: boolean; readonly version: number }> {
    const found = await sessions.find(id)
    if (!isAlive(found)) return { existed: false, version: currentVersion() }
    const earlier = found.row
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
    const found = await sessions.find(id)
    if (found.kind === 'ended') return { outcome: 'ended', version: currentVersion() }
    if (found.kind === 'row' && found.isOwn)
      return { outcome: 'reserved', version: found.row.version }
    const earlier = found.kind === 'row' ? found.row : undefined
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
    const found = await sessions.find(id)
    if (!isAlive(found) || found.row.version !== seen) return false
    return (await end(id)).existed
  }

  options.sessionChannel.onChange(({ id }) => sessions.drop(id))

  return {
    async load(id) {
      const found = await sessions.find(id)
      const version = found.kind === 'row' ? found.row.version : currentVersion()
      return { session: isAlive(found) ? found.row.session : undefined, version }
    },
    save: (id, session, when) => inOrder(id, () => save(id, session, when)),
    update: (id, lifeMs, change) => inOrder(id, () => update(id, lifeMs, change)),
    touch: (id, lifeMs) => inOrder(id, () => touch(id, lifeMs)),
    end: (id) => inOrder(id, () => end(id)),
    adopt: (id, session, how) => inOrder(id, () => adopt(id, session, how)),
    endAdopted: (id, seen) => inOrder(id, () => endAdopted(id, seen)),
    async hasEnded(id) {
      const found = await sessions.find(id)
      return found.kind === 'ended' || (found.kind === 'row' && found.row.session === undefined)
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

/** Versions of this instance: microseconds of its clock, each above the ones before it. */
function createVersions(now: () => number): {
  readonly currentVersion: () => number
  /** Above this one as well. */
  readonly nextVersion: (earlier: number) => number
} {
  let last = 0
  const currentVersion = (): number => (last = Math.max(last, Math.floor(now() * 1_000)))
  return {
    currentVersion,
    nextVersion: (earlier) => (last = Math.max(currentVersion(), earlier) + 1),
  }
}

function varsWith(
  earlier: ForeignRow | undefined,
  { read, written }: { readonly read: Buffer | undefined; readonly written: Buffer },
  log: StoreLog,
): Buffer {
  const current = earlier?.session?.vars
  if (current === undefined || read === undefined) return written
  try {
    return mergeVariables({ read, written, current })
  } catch (error) {
    if (!(error instanceof PhpFormatError)) throw error
    // Variables that cannot be told apart cannot be merged: the last writer wins, as without this store.
    log.warn({ problem: error.problem }, 'session record unreadable: replaced')
    return written
  }
}

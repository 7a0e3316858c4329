import { LRUCache } from 'lru-cache'
import { isNewer } from '../cache/cache.ts'
import type { Replication } from '../cluster/replication.ts'
import type { SessionChannel } from '../cluster/session-end-channel.ts'
import type { StoreLog, StoreObserver } from '../observer/observer.ts'
import { PhpFormatError } from '../php/format.ts'
import { variableNames } from '../php/variable-names.ts'
import type {
  ForeignOutcome,
  ForeignSession,
  ForeignSessions,
  ForeignSettings,
  ForeignWrite,
} from '../record/foreign-session.ts'
import type { SessionFinding, SessionRow } from '../record/session.ts'
import type { Spool } from '../spool/spool.ts'
import type { SessionFinder } from './finder.ts'

interface ForeignSessionsOptions extends ForeignSettings {
  readonly finder: SessionFinder
  readonly replication: Pick<Replication, 'created' | 'changed'>
  readonly sessionChannel: Pick<SessionChannel, 'onChange'>
  readonly spool: Pick<Spool, 'createSession' | 'saveSession'>
  /** Whether a write counts only once others can find it. */
  readonly isOneOfSeveral: boolean
  readonly memoryEntries: number
  readonly memoryBytes: number
  /** How late another instance's change may be seen here. */
  readonly memoryMs: number
  readonly observer: StoreObserver
  readonly now: () => number
  /** Unix ms of the machine's clock, as the other program counts `changed`. */
  readonly wall: () => number
  readonly log: StoreLog
}

/** What this process knows of an id. An end is a row without variables. */
type Known =
  | { readonly kind: 'row'; readonly row: SessionRow; readonly isOwn: boolean }
  | { readonly kind: 'ended' }
  | { readonly kind: 'none' }

type Kept = Exclude<Known, { kind: 'none' }> & { readonly seenAt: number }

/** The store of another program's sessions. `forget` is for an end made by others in this process. */
export function createForeignSessions(
  options: ForeignSessionsOptions,
): ForeignSessions & { forget(id: string): void } {
  const { finder, replication, spool, isOneOfSeveral, observer, now, wall, log } = options
  const { ownVariable, lifetimeMs, endMs, memoryMs } = options
  const memory = new LRUCache<string, Kept>({
    max: options.memoryEntries,
    maxSize: options.memoryBytes,
    sizeCalculation: (kept) => 300 + (kept.kind === 'row' ? kept.row.vars.length : 0),
  })
  const inOrder = createTurns()
  let lastVersion = 0

  function currentVersion(): number {
    lastVersion = Math.max(lastVersion, Math.floor(now() * 1_000))
    return lastVersion
  }

  function nextVersion(earlier: number): number {
    lastVersion = Math.max(currentVersion(), earlier) + 1
    return lastVersion
  }

  function remembered(id: string): Known | undefined {
    const kept = memory.get(id)
    const isFresh = kept !== undefined && Math.abs(now() - kept.seenAt) < memoryMs
    observer.looked('memory', isFresh ? 'hit' : 'miss')
    return isFresh ? kept : undefined
  }

  function remember(id: string, known: Known): Known {
    const there = memory.get(id)
    // Written here while this was read.
    if (there?.kind === 'row' && known.kind === 'row' && isNewer(there.row, known.row)) return there
    if (known.kind === 'none') return known
    memory.set(id, { ...known, seenAt: now() })
    return known
  }

  async function lookUp(id: string): Promise<Known> {
    return remembered(id) ?? remember(id, knownOf(await finder.find(id)))
  }

  async function lookNear(id: string): Promise<Known> {
    return remembered(id) ?? remember(id, knownOf(await finder.findNear(id)))
  }

  function knownOf(finding: SessionFinding): Known {
    if (finding.kind !== 'session') return finding
    const { session } = finding
    // Rows that the other program wrote itself do not say when they end.
    const expiresAt = session.version === 0 ? session.changedAt + lifetimeMs : session.expiresAt
    return { kind: 'row', row: { ...session, expiresAt }, isOwn: isOwn(session.vars) }
  }

  function isOwn(vars: string): boolean {
    try {
      return variableNames(Buffer.from(vars, 'base64')).includes(ownVariable)
    } catch (error) {
      if (!(error instanceof PhpFormatError)) throw error
      log.warn({ problem: error.problem }, 'session record unreadable: left to whose it is')
      return false
    }
  }

  function isAlive(known: Known): known is Extract<Known, { kind: 'row' }> {
    if (known.kind !== 'row' || known.isOwn) return false
    return known.row.vars !== '' && now() < known.row.expiresAt
  }

  async function write(row: SessionRow, isKnown: boolean): Promise<ForeignOutcome> {
    await (isKnown ? spool.saveSession(row) : spool.createSession(row))
    remember(row.id, { kind: 'row', row, isOwn: false })
    // The memory and the spool of the only instance answer by themselves.
    if (!isOneOfSeveral) {
      void share(row, isKnown).catch(() => undefined)
      return 'kept'
    }
    return share(row, isKnown)
  }

  async function share(row: SessionRow, isKnown: boolean): Promise<ForeignOutcome> {
    try {
      const outcome = await (isKnown ? replication.changed(row) : replication.created(row))
      if (outcome !== 'ended') return 'kept'
      remember(row.id, { kind: 'ended' })
      return 'ended'
    } catch (error) {
      memory.delete(row.id)
      throw error
    }
  }

  async function save(
    id: string,
    { vars, ip, changed }: ForeignSession,
    { lifeMs, seen, begun }: ForeignWrite,
  ): Promise<{ readonly outcome: ForeignOutcome; readonly version: number }> {
    // The database was asked when the request read: it is not asked again for a session that is new.
    const known = await (seen === undefined ? lookUp(id) : lookNear(id))
    const version = seen ?? begun
    if (known.kind === 'ended') return { outcome: 'ended', version }
    if (known.kind === 'row' && known.isOwn) return { outcome: 'reserved', version }
    if (known.kind === 'row' && known.row.vars === '' && known.row.version > version) {
      return { outcome: 'late', version }
    }
    const earlier = known.kind === 'row' ? known.row : undefined
    const row: SessionRow = {
      id,
      vars: vars.toString('base64'),
      ip,
      changedAt: changed * 1_000,
      createdAt: earlier?.createdAt ?? now(),
      version: nextVersion(earlier?.version ?? 0),
      expiresAt: now() + lifeMs,
    }
    return { outcome: await write(row, earlier !== undefined), version: row.version }
  }

  async function touch(id: string, lifeMs: number): Promise<boolean> {
    const known = await lookUp(id)
    if (!isAlive(known)) return false
    const { row } = known
    // The version stays: a touch must never win over newer variables of another instance.
    const changedAt = Math.max(row.changedAt + 1, wall())
    await write({ ...row, changedAt, expiresAt: now() + lifeMs }, true)
    return true
  }

  async function end(id: string): Promise<{ readonly existed: boolean; readonly version: number }> {
    const known = await lookUp(id)
    if (!isAlive(known)) return { existed: false, version: currentVersion() }
    const earlier = known.row
    const row: SessionRow = {
      id,
      vars: '',
      ip: '',
      changedAt: wall(),
      createdAt: earlier.createdAt,
      version: nextVersion(earlier.version),
      expiresAt: now() + endMs,
    }
    await write(row, true)
    return { existed: true, version: row.version }
  }

  options.sessionChannel.onChange(({ id }) => memory.delete(id))

  return {
    async load(id) {
      const known = await lookUp(id)
      const version = known.kind === 'row' ? known.row.version : currentVersion()
      return { session: isAlive(known) ? sessionOf(known.row) : undefined, version }
    },
    save: (id, session, when) => inOrder(id, () => save(id, session, when)),
    touch: (id, lifeMs) => inOrder(id, () => touch(id, lifeMs)),
    end: (id) => inOrder(id, () => end(id)),
    currentVersion,
    forget: (id) => void memory.delete(id),
  }
}

function sessionOf({ vars, ip, changedAt }: SessionRow): ForeignSession {
  return { vars: Buffer.from(vars, 'base64'), ip, changed: Math.floor(changedAt / 1_000) }
}

/** Work on one id is done one after the other; what is read and written then belongs together. */
function createTurns() {
  const last = new Map<string, Promise<unknown>>()

  return async function inOrder<Value>(id: string, work: () => Promise<Value>): Promise<Value> {
    const before = last.get(id)
    const turn = before === undefined ? work() : before.then(work, work)
    last.set(id, turn)
    try {
      return await turn
    } finally {
      if (last.get(id) === turn) last.delete(id)
    }
  }
}

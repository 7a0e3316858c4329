import { StoreUnavailable } from '../fault/unavailable.ts'
import { createGroupCommit } from './group-commit.ts'
import { positionsOf, type DrainBatch } from './drain-batch.ts'
import type { OnUnreadable } from './position.ts'
import type { StoreLog, StoreObserver } from '../observer/observer.ts'
import { integer, optionalInteger } from '../sql/row.ts'
import type { RequestOrigin } from '../record/request-origin.ts'
import { createSpoolCopy, openSpoolFiles } from './file/files.ts'
import * as documents from './documents.ts'
import * as personal from './personal.ts'
import { readProgress, type SpoolProgress } from './file/progress.ts'
import { lastSequence } from './file/schema.ts'
import * as sessions from './sessions.ts'
import { examineDeadLetters, type DeadLetters, type DeadLetterReason } from './dead-letters.ts'
import type { SessionEnd } from './sessions.ts'
import { watchSpool, type SpoolState } from './state.ts'
import * as users from './users.ts'
import type { UserWrite } from './users.ts'
import { applySpoolWrites, hasExpired, type SpoolWrite } from './writes.ts'
import { asSpoolFault, spoolFault } from '../sql/sqlite-fault.ts'
import type { StoredDocument } from '../record/document.ts'
import type { PersonalCollection, PersonalUsage, StoredPersonal } from '../record/personal.ts'
import type { SessionFinding, SessionRow } from '../record/session.ts'
import type { UserRecord } from '../record/user.ts'

/** How far the shared database is behind. */
export interface Backlog {
  readonly depth: number
  /** Unix ms at which the oldest record was queued; undefined when nothing waits. */
  readonly oldestAt: number | undefined
  readonly deadLetters: DeadLetters
}

/**
 * The private journal: what is in here survives kill -9 and power loss, whatever Redis and the shared
 * database do. Every write resolves after its COMMIT; every method throws StoreUnavailable.
 */
export interface Spool {
  saveSession(session: SessionRow, origin?: RequestOrigin): Promise<void>
  /** As `saveSession` for an id no one knows yet; throws StoreUnavailable with code `full` at the size limit. */
  createSession(session: SessionRow, origin?: RequestOrigin): Promise<void>
  endSession(end: SessionEnd, origin?: RequestOrigin): Promise<void>
  findSession(id: string): Promise<SessionFinding>
  writeUser(write: UserWrite): Promise<void>
  findUser(username: string, mailHost: string): Promise<UserRecord | undefined>
  hasUserId(userId: number): Promise<boolean>
  /** As `createSession` refuses at the size limit, so does this for a first version. */
  saveDocument(document: StoredDocument): Promise<void>
  findDocument(id: string): Promise<StoredDocument | undefined>
  readonly personal: SpoolPersonal
  /** The oldest records the database has not got yet, at most `limit` of each kind. */
  undrained(limit: number): Promise<DrainBatch>
  /** The name of this spool and how many of its transactions the database has acknowledged. */
  progress(): SpoolProgress
  /** The database has the batch, under this mark. Sessions stay readable here until `release`. */
  settle(batch: DrainBatch, mark: number): Promise<void>
  /** The database refuses the batch permanently: the others continue without it. */
  moveToDeadLetters(batch: DrainBatch, reason: DeadLetterReason): Promise<void>
  /** What was dead-lettered is offered to the database again. */
  retryDeadLetters(): Promise<void>
  /** Forgets sessions that the database has. */
  release(ids: readonly string[]): Promise<void>
  /** The database lacks what it had acknowledged: all of it is queued again. */
  requeue(): Promise<void>
  /** A page of the sessions that the database has acknowledged, by id. */
  settledAfter(id: string, limit: number): Promise<readonly SessionRow[]>
  sessionsAfter(id: string, limit: number): Promise<readonly SessionRow[]>
  endsAfter(id: string, limit: number): Promise<readonly { id: string; expiresAt: number }[]>
  backlog(): Promise<Backlog>
  state(): SpoolState
  /** Deletes what is past its time, drained or not, and documents beyond their number. */
  collect(): Promise<void>
  /** Calls back after each commit that added something to drain. */
  onCommit(listener: () => void): void
  close(): Promise<void>
}

/** Personal documents in the spool, which keeps them for as long as it has room. */
export interface SpoolPersonal {
  /** All in one transaction. Throws StoreUnavailable with code `full` at the size limit. */
  save(rows: readonly StoredPersonal[]): Promise<void>
  /** Takes over what the database has of a collection, which is whole here from now on. */
  copy(collection: PersonalCollection, rows: readonly StoredPersonal[]): Promise<void>
  isWhole(collection: PersonalCollection): Promise<boolean>
  /** Whether collections that nothing is known of are whole here. */
  know(isWhole: boolean): Promise<void>
  list(collection: PersonalCollection): Promise<readonly StoredPersonal[]>
  find(collection: PersonalCollection, ids: readonly string[]): Promise<readonly StoredPersonal[]>
  revision(collection: PersonalCollection): Promise<number>
  usage(owner: string): Promise<PersonalUsage>
  kinds(owner: string): Promise<readonly string[]>
  /** Owners of documents of a kind that the database may not have yet. */
  undrainedOwners(kind: string): Promise<readonly string[]>
}

interface SpoolOptions {
  readonly path: string
  /** Where a second file with the same content is kept. */
  readonly copyPath: string
  /** Gets one line when a file was found damaged at the start. */
  readonly reportDamage: (text: string) => void
  readonly maxQueuedWrites: number
  readonly maxBytes: number
  readonly maxDocuments: number
  readonly observer: StoreObserver
  readonly now: () => number
  readonly log: StoreLog
}

/** Opens the journal for this process alone; throws StoreUnavailable with code 5 when another one has it. */
export async function openSpool(options: SpoolOptions): Promise<Spool> {
  const { now, log, maxQueuedWrites, maxBytes, maxDocuments, observer } = options
  const { sqlite, copy: openCopy } = await asSpoolFault(openSpoolFiles(options))
  const copy = createSpoolCopy({
    path: options.copyPath,
    copy: openCopy,
    original: sqlite,
    now,
    log,
  })
  let sequence = await asSpoolFault(lastSequence(sqlite))
  let progress = await asSpoolFault(readProgress(sqlite))
  const watch = await asSpoolFault(watchSpool({ sqlite, maxBytes, now, log }))
  let notify = (): void => undefined

  const commits = createGroupCommit<SpoolWrite>({
    store: 'spool',
    maxWritesPerCommit: 256,
    maxQueuedWrites,
    async commit(writes) {
      const startedAt = performance.now()
      const commits = progress.commits + 1
      const copied = copy.apply((to) => applySpoolWrites(to, writes, commits))
      try {
        await asSpoolFault(applySpoolWrites(sqlite, writes, commits))
      } catch (error) {
        await copied
        watch.failed(spoolFault(error))
        throw error
      }
      progress = { ...progress, commits }
      if (!(await copied)) await copy.drop()
      await copy.restore()
      await watch.committed()
      observer.committed(writes.length, performance.now() - startedAt)
      if (writes.some(({ kind }) => !isOurOwn.has(kind))) notify()
    },
  })

  function nextPosition() {
    sequence += 1
    return { seq: sequence, queuedAt: now() }
  }

  function positioned(rows: readonly StoredPersonal[]): personal.SpooledPersonal[] {
    const queuedAt = now()
    return rows.map((row) => {
      sequence += 1
      return { personal: row, seq: sequence, queuedAt }
    })
  }

  return {
    saveSession: (session, origin) =>
      commits.add({ kind: 'session', session, origin, ...nextPosition() }),
    createSession: (session, origin) =>
      watch.isFull()
        ? Promise.reject(new StoreUnavailable('spool', 'full', undefined))
        : commits.add({ kind: 'session', session, origin, ...nextPosition() }),
    endSession: (end, origin) => commits.add({ kind: 'end', ...end, origin, ...nextPosition() }),
    findSession: (id) => asSpoolFault(sessions.findSession(sqlite, id)),
    writeUser: (write) => commits.add({ kind: 'user', write, ...nextPosition() }),
    findUser: (username, mailHost) => asSpoolFault(users.findUser(sqlite, username, mailHost)),
    hasUserId: (userId) => asSpoolFault(users.hasUserId(sqlite, userId)),
    saveDocument: (document) =>
      document.version === 1 && watch.isFull()
        ? Promise.reject(new StoreUnavailable('spool', 'full', undefined))
        : commits.add({ kind: 'document', document, ...nextPosition() }),
    findDocument: (id) => asSpoolFault(documents.findDocument(sqlite, id)),
    personal: {
      save: (rows) =>
        watch.isFull()
          ? Promise.reject(new StoreUnavailable('spool', 'full', undefined))
          : commits.add({ kind: 'personal', rows: positioned(rows) }),
      copy: (collection, rows) =>
        commits.add({ kind: 'personal-copy', collection, rows: positioned(rows) }),
      isWhole: (collection) => asSpoolFault(personal.isPersonalWhole(sqlite, collection)),
      know: (isWhole) => commits.add({ kind: 'personal-known', isWhole }),
      list: (collection) => asSpoolFault(personal.personalRows(sqlite, collection)),
      find: (collection, ids) => asSpoolFault(personal.findPersonal(sqlite, collection, ids)),
      revision: (collection) => asSpoolFault(personal.personalRevisionOf(sqlite, collection)),
      usage: (owner) => asSpoolFault(personal.personalUsage(sqlite, owner)),
      kinds: (owner) => asSpoolFault(personal.personalKinds(sqlite, owner)),
      undrainedOwners: (kind) => asSpoolFault(personal.undrainedPersonalOwners(sqlite, kind)),
    },
    undrained: undrainedOf,
    progress: () => progress,
    async settle(batch, mark) {
      await commits.add({ kind: 'settle', batch, mark })
      progress = { ...progress, mark: Math.max(progress.mark, mark) }
    },
    moveToDeadLetters: (batch, reason) =>
      commits.add({
        kind: 'set-aside',
        locations: positionsOf(batch),
        reason: { ...reason, at: now() },
      }),
    retryDeadLetters: () => commits.add({ kind: 'retry-set-aside' }),
    release: (ids) => commits.add({ kind: 'release', ids }),
    async requeue() {
      const at = now()
      await commits.add({ kind: 'requeue', at })
      progress = { ...progress, lackedAt: at }
    },
    settledAfter: (id, limit) => asSpoolFault(sessions.settledAfter(sqlite, id, limit)),
    sessionsAfter: (id, limit) => asSpoolFault(sessions.sessionsAfter(sqlite, id, limit)),
    endsAfter: (id, limit) => asSpoolFault(sessions.endsAfter(sqlite, id, limit)),
    state: () => ({ ...watch.state(), hasCopy: copy.isThere() }),
    backlog: () => asSpoolFault(backlogOf()),
    async collect() {
      const bounds = { before: now(), maxDocuments }
      do await commits.add({ kind: 'collect', ...bounds })
      while (await asSpoolFault(hasExpired(sqlite, bounds)))
      if (watch.state().usedBytes > personalShare * maxBytes) {
        await commits.add({ kind: 'personal-evict' })
      }
    },
    onCommit: (listener) => {
      notify = listener
    },
    close: async () => {
      await commits.close()
      await copy.close().catch(() => undefined)
      await asSpoolFault(sqlite.close())
    },
  }

  async function undrainedOf(limit: number): Promise<DrainBatch> {
    const unreadable: number[] = []
    const skip: OnUnreadable = (seq) => {
      if (seq !== undefined) unreadable.push(seq)
    }
    const batch = {
      sessions: await asSpoolFault(sessions.undrainedSessions(sqlite, limit, skip)),
      ends: await asSpoolFault(sessions.undrainedEnds(sqlite, limit, skip)),
      users: await asSpoolFault(users.undrainedUsers(sqlite, limit, skip)),
      documents: await asSpoolFault(documents.undrainedDocuments(sqlite, limit, skip)),
      personal: await asSpoolFault(personal.undrainedPersonal(sqlite, limit, skip)),
    }
    if (unreadable.length > 0) {
      log.error({ rows: unreadable.length }, 'spool rows that cannot be read are set aside')
      const reason = { code: 'unreadable', text: 'a column of the spool holds another type' }
      await commits.add({
        kind: 'set-aside',
        locations: unreadable,
        reason: { ...reason, at: now() },
      })
    }
    return batch
  }

  async function backlogOf(): Promise<Backlog> {
    const [row] = await sqlite.all(
      `SELECT count(*) AS depth, min(queued) AS oldest FROM (
         SELECT queued FROM pending WHERE drained = 0
         UNION ALL SELECT queued FROM tombstone WHERE drained = 0
         UNION ALL SELECT queued FROM user WHERE drained = 0
         UNION ALL SELECT queued FROM document WHERE drained = 0
         UNION ALL SELECT queued FROM personal WHERE drained = 0)`,
    )
    const deadLetters = await examineDeadLetters(sqlite)
    if (row === undefined) return { depth: 0, oldestAt: undefined, deadLetters }
    return { depth: integer(row, 'depth'), oldestAt: optionalInteger(row, 'oldest'), deadLetters }
  }
}

/** Writes that leave nothing new to drain. */
const isOurOwn: ReadonlySet<SpoolWrite['kind']> = new Set([
  ...(['settle', 'set-aside', 'collect'] as const),
  ...(['personal-copy', 'personal-known', 'personal-evict'] as const),
])

/** Above this share of its size personal documents that the database has make room for sessions. */
const personalShare = 0.5

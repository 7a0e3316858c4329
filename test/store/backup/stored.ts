import type { ExecutionContext } from 'ava'
import { connectDatabase } from '../../../store/database/connection/connect.ts'
import {
  parseDatabaseUrl,
  type DatabaseConnection,
} from '../../../store/database/connection/connection.ts'
import type { Database } from '../../../store/database/database.ts'
import type { DrainBatch } from '../../../store/spool/drain-batch.ts'
import { userIdOf } from '../../../store/user/records.ts'
import { backUp } from '../../../store/backup/back-up.ts'
import { openBackup } from '../../../store/backup/open-backup.ts'
import { restoreBackup, type RestoreOutcome } from '../../../store/backup/restore.ts'
import { WAIT_LIMIT_MS, RESPONSE_WAIT_LIMIT_MS } from '../../support/process/wait-limit.ts'
import { storedSession } from '../cache/contract.ts'
import { newId, openTestDatabase } from '../fixture.ts'

/** A database as Postern writes to it. */
export function openDatabase(t: ExecutionContext, url: string): Database {
  const limits = { readLimitMs: RESPONSE_WAIT_LIMIT_MS, timeoutMs: RESPONSE_WAIT_LIMIT_MS }
  return openTestDatabase(t, url, limits)
}

/** The database as another program sees it. */
export async function asAnotherProgram<Value>(
  url: string,
  work: (knex: DatabaseConnection['knex']) => Promise<Value>,
): Promise<Value> {
  const limits = {
    busyTimeoutMs: 0,
    acquireTimeoutMs: WAIT_LIMIT_MS,
    statementTimeoutMs: WAIT_LIMIT_MS,
  }
  const connection = connectDatabase(parseDatabaseUrl(url), limits)
  try {
    return await work(connection.knex)
  } finally {
    await connection.close()
  }
}

const position = { seq: 1, queuedAt: 0 }

/** Records of every kind: as many sessions and contacts as requested, and a few of the others. */
export function recordsOf({ many }: { readonly many: number }) {
  const sessions = Array.from({ length: many }, (_, index) =>
    storedSession({ vars: 'a'.repeat(index % 100), version: index + 1 }),
  )
  const owner = newId()
  const contacts = Array.from({ length: many }, (_, index) => ({
    ...{ owner, kind: 'contact', id: `c${index}`, version: 3 },
    body: index % 7 === 0 ? undefined : `{"name":"Zoë ${index} “quoted” \\\\ 邮件"}`,
  }))
  const owners = ['robin@example.test', "o'neil@example.test"]
  const users = owners.map((username) => ({
    ...{ username, mailHost: 'mail', userId: userIdOf(username, 'mail', 0) },
    ...{ lastLoginAt: Date.UTC(2026, 5, 1, 12), failedLoginAt: undefined, failedLoginCounter: 2 },
    settings: { text: '{"colorScheme":"dark"}', changedAt: 1_700_000_000_123 },
  }))
  const document = { id: newId(), version: 2, body: 'x'.repeat(100_000), expiresAt: 9_000_000 }
  const setting = { owner, kind: 'settings', id: 'preferences', version: 1, body: '{}' }
  const end = { id: newId(), version: 9, expiresAt: Date.now() + 60_000 }
  const batch: DrainBatch = {
    sessions: sessions.map((session) => ({ ...position, session })),
    ends: [{ ...position, ...end }],
    users: users.map((user) => ({ ...position, createdAt: Date.UTC(2026, 0, 1), user })),
    documents: [{ ...position, document }],
    personal: [...contacts, setting].map((personal) => ({ ...position, personal })),
  }
  return { batch, sessions, contacts, users, document, setting, end, owner }
}

/** What the database does not have as it was written; empty when all of it is there. */
export async function missingIn(
  database: Database,
  records: ReturnType<typeof recordsOf>,
): Promise<readonly unknown[]> {
  const { sessions, contacts, users, document, setting, end, owner } = records
  const wanted: unknown[] = [
    ...sessions.map((session) => ({ kind: 'session', session })),
    { kind: 'ended' },
    ...users,
    document,
    ...contacts,
    setting,
  ]
  const listed = await database.personal.list({ owner, kind: 'contact' })
  const byId = new Map(listed.map((one) => [one.id, one]))
  const found: unknown[] = [
    ...(await Promise.all(sessions.map(({ id }) => database.findSession(id)))),
    await database.findSession(end.id),
    ...(await Promise.all(
      users.map(({ username, mailHost }) => database.findUser(username, mailHost)),
    )),
    await database.findDocument(document.id),
    ...contacts.map(({ id }) => byId.get(id)),
    ...(await database.personal.list({ owner, kind: 'settings' })),
  ]
  return wanted.filter((one, index) => sorted(one) !== sorted(found[index]))
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  )
}

/** Backs a database up. */
export function backUpTo(file: string, url: string, signal = new AbortController().signal) {
  return backUp({
    ...{ url, file, files: async () => [], release: '0.1.0', now: Date.now, signal },
    timeoutMs: WAIT_LIMIT_MS,
  })
}

interface RestoreTo {
  readonly url: string
  readonly dataDir: string
  readonly isReplacing?: boolean
  readonly owner?: { readonly uid: number; readonly gid: number }
}

/** Restores a backup. */
export async function restoreFrom(
  file: string,
  { url, dataDir, isReplacing = false, owner }: RestoreTo,
): Promise<RestoreOutcome> {
  const backup = await openBackup(file)
  try {
    return await restoreBackup({
      ...{ url, backup, dataDir, owner, isReplacing, now: Date.now },
      signal: new AbortController().signal,
      timeoutMs: WAIT_LIMIT_MS,
    })
  } finally {
    await backup.close()
  }
}

import { connectDatabase } from '../../database/connection/connect.ts'
import type { Dialect } from '../../database/connection/connection.ts'
import { overwrite, runQuery, runStatement, selectRows } from '../../database/statement.ts'
import { isSessionData } from '../../php/variable-names.ts'
import { integer, text, type SqlRow } from '../../sql/row.ts'
import {
  inPieces,
  type SessionStorage,
  type SessionStorageTarget,
  type StorageOptions,
  type StoredSession,
} from './storage.ts'

/** What differs between the engines. Roundcube writes `changed` in the time zone of its connection, the server's own. */
interface TimeExpressions {
  readonly changedText: string
  readonly ageSeconds: string
  /** With a placeholder. */
  readonly secondsAgo: string
}

const mysqlNow = "CONVERT_TZ(UTC_TIMESTAMP(), '+00:00', @@GLOBAL.time_zone)"

const expressions: Readonly<Record<Dialect, TimeExpressions>> = {
  sqlite: {
    changedText: 'changed',
    ageSeconds: "CAST(strftime('%s', 'now') AS INTEGER) - CAST(strftime('%s', changed) AS INTEGER)",
    secondsAgo: "datetime('now', '-' || ? || ' seconds')",
  },
  mysql: {
    changedText: 'CAST(changed AS CHAR)',
    ageSeconds: `TIMESTAMPDIFF(SECOND, changed, ${mysqlNow})`,
    secondsAgo: `DATE_SUB(${mysqlNow}, INTERVAL ? SECOND)`,
  },
  postgres: {
    changedText: 'CAST(changed AS TEXT)',
    ageSeconds: 'CAST(EXTRACT(EPOCH FROM now() - changed) AS INTEGER)',
    secondsAgo: "now() - CAST(? AS INTEGER) * INTERVAL '1 second'",
  },
}

/** `changed` counts seconds: of two writes within one the second does not show. */
const CHANGED_STEP_SECONDS = 2

/** Sessions in Roundcube's table `session` (1.4 to 1.6). */
export function openTableStorage(
  { database, table }: Extract<SessionStorageTarget, { readonly kind: 'table' }>,
  { lifetimeMs, timeoutMs, now }: StorageOptions,
): SessionStorage {
  const connection = connectDatabase(database, {
    busyTimeoutMs: timeoutMs,
    acquireTimeoutMs: timeoutMs,
    statementTimeoutMs: timeoutMs,
  })
  const { knex, dialect } = connection
  const { changedText, ageSeconds, secondsAgo } = expressions[dialect]
  const age = () => knex.raw(`${ageSeconds} AS age`)

  function storedSession(row: SqlRow): readonly StoredSession[] {
    const [vars, seconds] = [Buffer.from(text(row, 'vars'), 'base64'), integer(row, 'age')]
    const lifeMs = lifetimeMs - seconds * 1_000
    if (lifeMs <= 0 || vars.length === 0 || !isSessionData(vars)) return []
    const changed = Math.floor(now() / 1_000) - seconds
    return [{ id: text(row, 'sess_id'), session: { vars, ip: text(row, 'ip'), changed }, lifeMs }]
  }

  return {
    async list() {
      const query = knex(table).select('sess_id', knex.raw(`${changedText} AS stamp`), age())
      const rows = await selectRows(query)
      const ages = rows.map((row) => integer(row, 'age'))
      const newest = ages.reduce((least, seconds) => Math.min(least, seconds), Infinity)
      return new Map(
        rows.map((row) => {
          const isSettled = integer(row, 'age') > newest + CHANGED_STEP_SECONDS
          return [text(row, 'sess_id'), isSettled ? text(row, 'stamp') : undefined]
        }),
      )
    },
    async read(ids) {
      const found: StoredSession[] = []
      for (const piece of inPieces(ids)) {
        const query = knex(table).select('sess_id', 'vars', 'ip', age()).whereIn('sess_id', piece)
        found.push(...(await selectRows(query)).flatMap(storedSession))
      }
      return found
    },
    async write(sessions) {
      const columns = ['changed', 'ip', 'vars']
      const tail = overwrite(dialect, { table, key: 'sess_id', columns })
      const sql = `INSERT INTO ${table} (sess_id, changed, ip, vars) VALUES (?, ${secondsAgo}, ?, ?) ${tail}`
      for (const piece of inPieces(sessions)) {
        await knex.transaction(async (transaction) => {
          for (const { id, session } of piece) {
            const seconds = Math.max(0, Math.floor(now() / 1_000) - session.changed)
            const vars = session.vars.toString('base64')
            await runStatement(transaction, sql, [id, seconds, session.ip, vars])
          }
        })
      }
    },
    async remove(ids) {
      for (const piece of inPieces(ids)) {
        await runQuery(knex(table).whereIn('sess_id', piece).delete())
      }
    },
    close: () => connection.close(),
  }
}

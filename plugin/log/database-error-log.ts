import { LRUCache } from 'lru-cache'
import type { DatabaseErrorReport } from '../../store/index.ts'
import type { ErrorLog } from './error-log.ts'
import { databaseRefused, outsideRequest } from './lines.ts'

/** The lines of the shared database (spec 7), of which a lock could make thousands a second. */
export interface DatabaseErrorLog {
  /**
   * Logs what was refused for a request, once for each request: with the SQL, and again without. Beyond
   * the bound requests are counted, and logged as `and 123 more`. What is of no request is Form B.
   */
  refused(report: DatabaseErrorReport): void
  /** Logs what is counted and not logged yet. */
  close(): void
}

/** So many requests are remembered as logged. */
const MAX_REPORTED = 20_000
/** Engines have far fewer codes for what is met at one time. */
const MAX_CODES = 16

/** Creates the log. `after` calls back once; its timer must not keep the process. */
export function createDatabaseErrorLog({
  errorLog,
  requestsPerPeriod,
  periodMs,
  after,
}: {
  readonly errorLog: ErrorLog
  readonly requestsPerPeriod: number
  readonly periodMs: number
  readonly after: (ms: number, call: () => void) => void
}): DatabaseErrorLog {
  const reported = new LRUCache<string, true>({ max: MAX_REPORTED })
  const counted = new Map<string, { readonly text: string; requests: number }>()
  let requestsOfPeriod = 0

  const endPeriod = (): void => {
    requestsOfPeriod = 0
    for (const [code, { text, requests }] of counted) {
      const { kind, message } = databaseRefused(code, text)
      errorLog.formB(outsideRequest({ kind, message: `${message} and ${requests} more` }))
    }
    counted.clear()
  }

  const count = ({ code, text }: DatabaseErrorReport): void => {
    const cached = counted.get(code)
    if (cached !== undefined) cached.requests += 1
    else if (counted.size < MAX_CODES) counted.set(code, { text, requests: 1 })
  }

  return {
    refused(report) {
      const { code, text, sql, origin } = report
      if (origin === undefined) {
        errorLog.formB(outsideRequest(databaseRefused(code, text, sql)))
        return
      }
      if (reported.has(origin.requestId)) return
      reported.set(origin.requestId, true)
      if (requestsOfPeriod === 0) after(periodMs, endPeriod)
      requestsOfPeriod += 1
      if (requestsOfPeriod > requestsPerPeriod) {
        count(report)
        return
      }
      if (sql !== '' && code !== '')
        errorLog.formA({ ...databaseRefused(code, text, sql), ...origin })
      errorLog.formA({ ...databaseRefused(code, text), ...origin })
    },
    close: endPeriod,
  }
}

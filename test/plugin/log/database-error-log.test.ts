import test from 'ava'
import type { DatabaseErrorReport } from '../../../store/database/error-report.ts'
import { createDatabaseErrorLog } from '../../../plugin/log/database-error-log.ts'
import { createErrorLog } from '../../../plugin/log/error-log.ts'

const MOUNT = '/cpsess0228251236/3rdparty/roundcube/index.php'
/** As a line of the log has it. */
const LOGGED_MOUNT = '/cpsess0228xxxxxx/3rdparty/roundcube/index.php'
const LOCKED = 'DB Error: [5] database is locked (SQL Query:'

function openLog(requestsPerPeriod: number) {
  const lines: string[] = []
  const due: (() => void)[] = []
  const errorLog = createErrorLog({
    destination: { write: (line) => lines.push(line.trimEnd()) },
    now: () => Date.UTC(2026, 10, 21, 2, 52, 22),
    zone: 'UTC',
    requestIdBrackets: false,
  })
  const log = createDatabaseErrorLog({
    errorLog,
    requestsPerPeriod,
    periodMs: 10_000,
    after: (_ms, call) => due.push(call),
  })
  const endPeriod = (): void => due.splice(0).forEach((call) => call())
  return { log, lines, endPeriod }
}

function locked(n: number): DatabaseErrorReport {
  const requestId = n.toString(16).padStart(8, '0')
  const origin = { requestId, method: 'POST', pathAndQuery: MOUNT }
  return { code: '5', text: 'database is locked', sql: 'UPDATE\n  users SET x = ?', origin }
}

test('a refused query is logged with its SQL in one line, and again without, for its request', (t) => {
  const { log, lines } = openLog(2)

  log.refused(locked(1))

  t.deepEqual(lines, [
    `[21-Nov-2026 02:52:22 +0000]: 00000001 ${LOCKED} UPDATE users SET x = ?) (POST ${LOGGED_MOUNT})`,
    `[21-Nov-2026 02:52:22 +0000]: 00000001 ${LOCKED} ) (POST ${LOGGED_MOUNT})`,
  ])
})

test('a request that is refused again has no further lines', (t) => {
  const { log, lines, endPeriod } = openLog(2)

  log.refused(locked(1))
  log.refused(locked(1))
  endPeriod()
  log.refused(locked(1))

  t.is(lines.length, 2)
})

test('of a storm some requests have lines and the others are counted', (t) => {
  const { log, lines, endPeriod } = openLog(2)

  for (let n = 1; n <= 125; n += 1) log.refused(locked(n))
  endPeriod()

  t.is(lines.length, 5)
  t.is(lines[4], `[21-Nov-2026 02:52:22 UTC] ${LOCKED} ) and 123 more`)
})

test('after a period requests have lines again', (t) => {
  const { log, lines, endPeriod } = openLog(1)

  log.refused(locked(1))
  endPeriod()
  log.refused(locked(2))
  endPeriod()

  t.is(lines.length, 4)
  t.true(lines[3]?.includes(' 00000002 '))
})

test('what is counted is told when the log closes', (t) => {
  const { log, lines } = openLog(1)

  log.refused(locked(1))
  log.refused(locked(2))
  log.close()

  t.is(lines.at(-1), `[21-Nov-2026 02:52:22 UTC] ${LOCKED} ) and 1 more`)
})

test('a failure without detail has one blank and one line, with a request and without', (t) => {
  const { log, lines } = openLog(2)

  log.refused({ code: '', text: '', sql: '', origin: undefined })
  log.refused({ ...locked(1), code: '', text: '' })

  t.deepEqual(lines, [
    '[21-Nov-2026 02:52:22 UTC] DB Error: [] (SQL Query: )',
    `[21-Nov-2026 02:52:22 +0000]: 00000001 DB Error: [] (SQL Query: ) (POST ${LOGGED_MOUNT})`,
  ])
})

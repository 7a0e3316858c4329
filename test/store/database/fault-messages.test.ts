import test from 'ava'
import { databaseErrorReport } from '../../../store/database/error-report.ts'
import { StoreUnavailable } from '../../../store/fault/unavailable.ts'
import { databaseFault } from '../../../store/database/sql-error.ts'
import { spoolFault } from '../../../store/sql/sqlite-fault.ts'

function failed(message: string, fields: object = {}): Error {
  return Object.assign(new Error(message), fields)
}

function reported(fault: StoreUnavailable): readonly string[] {
  const { code, text } = databaseErrorReport(fault)
  return [code, text]
}

test('a database server that cannot be reached has one code, whatever the driver says', (t) => {
  const mysql = failed('connect ECONNREFUSED 127.0.0.1:3306', { code: 'ECONNREFUSED', errno: -111 })
  const postgres = failed('connect ENOENT /run/x', {
    code: 'ENOENT',
    errno: -2,
    syscall: 'connect',
  })

  for (const error of [mysql, postgres]) {
    const report = reported(databaseFault(error, ''))
    t.deepEqual(report, ['08001', 'unable to connect to the database server'])
  }
})

test('a lost connection has one code, whatever the driver says', (t) => {
  const mysql = failed('Connection lost: The server closed the connection.', {
    code: 'PROTOCOL_CONNECTION_LOST',
  })
  const postgres = failed('read ECONNRESET', { code: 'ECONNRESET', errno: -104 })

  for (const error of [mysql, postgres]) {
    const report = reported(databaseFault(error, ''))
    t.deepEqual(report, ['08006', 'connection to the database server lost'])
  }
})

test('a failure of the database without a code has no detail', (t) => {
  const fault = databaseFault(failed('Connection terminated unexpectedly'), '')

  t.is(databaseErrorReport(fault).code, '')
})

test("SQLite's own words are those of its engine, without the name of the code", (t) => {
  const full = failed('SQLITE_FULL: database or disk is full', { errno: 13, code: 'SQLITE_FULL' })

  t.deepEqual(reported(spoolFault(full)), ['13', 'database or disk is full'])
})

test("the system's errors about the spool have the codes and words of SQLite", (t) => {
  const full = failed("ENOSPC: no space left on device, open '/var/x'", {
    code: 'ENOSPC',
    errno: -28,
  })
  const readOnly = failed("EROFS: read-only file system, open '/var/x'", { code: 'EROFS' })

  t.deepEqual(reported(spoolFault(full)), ['13', 'database or disk is full'])
  t.deepEqual(reported(spoolFault(readOnly)), ['8', 'attempt to write a readonly database'])
})

test('what no engine has a code for has a word of ours, and nothing of a class of errors', (t) => {
  const full = new StoreUnavailable('spool', 'full', undefined)

  t.deepEqual(reported(full), ['full', 'the spool has reached limits.spoolBytes'])
})

test('what no one has a word for has no detail', (t) => {
  t.deepEqual(reported(spoolFault(failed('?'))), ['', ''])
  t.deepEqual(reported(new StoreUnavailable('cache', 'command_failed', failed('?'))), ['', ''])
})

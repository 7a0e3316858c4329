import { join } from 'node:path'
import {
  countWaiting,
  examineDatabase,
  examineSqlite,
  StoreUnavailable,
} from '../../../../store/index.ts'
import { withoutSecrets } from '../../../admin/status/backends.ts'
import { failed, fine, note, warning, type Finding } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** The spool of a process that is not running; a running one reports it itself. */
export const checkSpool: Check = async ({ config, endpoint, endpointFault }) => {
  if (endpoint !== undefined || endpointFault !== undefined) return []
  const path = join(config.dataDir, 'spool.db')
  const file = await examineSqlite(path)
  switch (file.kind) {
    case 'missing':
      return [note('spool.missing', `${path} is not there yet`, 'the first start creates it')]
    case 'locked':
      return [
        failed(
          'spool.held',
          `another process holds ${path}, but no Postern answers`,
          'find it with fuser and end it: the next start needs the spool for itself',
        ),
      ]
    case 'damaged':
      return [
        failed(
          'spool.damaged',
          `${path}: ${file.problem}`,
          'the next start keeps it aside and restores spool-copy.db in its place; check the disk',
        ),
      ]
    case 'readable':
      return waiting((await countWaiting(path)) ?? 0)
  }
}

function waiting(rows: number): readonly Finding[] {
  if (rows === 0) return [fine('spool.empty', 'nothing waits for the database')]
  return [note('spool.waiting', `${rows} rows wait for the database`, 'the next start drains them')]
}

/** The shared SQL database. */
export const checkDatabase: Check = async ({ config, timeoutMs }) => {
  const shown = withoutSecrets(config.database.url)
  try {
    const found = await examineDatabase(config.database.url, timeoutMs)
    if (found.kind === 'server') return [fine('database.answers', `${shown} answers`)]
    const { file, path } = found
    switch (file.kind) {
      case 'missing':
        return [note('database.missing', `${path} is not there yet`, 'the first start creates it')]
      case 'locked':
        return [
          warning(
            'database.locked',
            `another program holds ${path} locked`,
            'find it with fuser; people can sign in meanwhile, rows wait in the spool',
          ),
        ]
      case 'damaged':
        return [
          failed(
            'database.damaged',
            `${path}: ${file.problem}`,
            'stop Postern, check the disk, restore the file or let the next start make a new one',
          ),
        ]
      case 'readable':
        return [journal(path, file.journalMode)]
    }
  } catch (error) {
    return [databaseFault(error, shown)]
  }
}

function databaseFault(error: unknown, shown: string): Finding {
  const id = 'database.unreachable'
  const server = 'the database'
  const target = { id, server, section: 'database', setting: 'database.url', loss: MEANWHILE }
  const refusal = error instanceof StoreUnavailable ? refusals[error.engineCode] : undefined
  if (refusal === undefined) return unreachable({ ...target, place: shown }, error)
  const [what, advice] = refusal
  return failed(id, `${server} at ${shown} ${what}`, `${advice}; ${MEANWHILE}`)
}

const MEANWHILE = 'people can sign in meanwhile, rows wait in the spool'

const WRONG_PASSWORD = [
  'refuses the user or the password',
  'correct the user in database.url, and the password there or in database-password.secret beside the keys',
] as const
const NO_DATABASE = [
  'has no database of that name',
  'make it (CREATE DATABASE), or correct the path of database.url',
] as const
const NOT_ALLOWED = [
  'does not let this user into the database',
  'GRANT it all on that database, tables included',
] as const

/** By the codes of MySQL (errno) and PostgreSQL (SQLSTATE). */
const refusals: Readonly<Record<string, readonly [what: string, advice: string] | undefined>> = {
  '1045': WRONG_PASSWORD,
  '1698': WRONG_PASSWORD,
  '28P01': WRONG_PASSWORD,
  '28000': WRONG_PASSWORD,
  '1049': NO_DATABASE,
  '3D000': NO_DATABASE,
  '1044': NOT_ALLOWED,
  '42501': NOT_ALLOWED,
  '1130': [
    'does not let this machine in',
    'allow the user from the address of this machine (CREATE USER name@host)',
  ],
  timeout: [
    'does not answer in time',
    'look at its load, at firewalls, and at IPAddressAllow of the unit (systemctl edit postern)',
  ],
}

function journal(path: string, mode: string): Finding {
  if (mode === 'wal') return fine('database.healthy', `${path} is sound and in WAL mode`)
  return warning(
    'database.journal',
    `${path} is in journal mode ${mode}: readers and the writer lock each other out`,
    `when nothing uses it: sqlite3 ${path} 'PRAGMA journal_mode=WAL'`,
  )
}

import { join } from 'node:path'
import { countWaiting, examineDatabase, examineSqlite } from '../../../store/index.ts'
import { withoutSecrets } from '../../admin/status/backends.ts'
import { failed, fine, note, warning, wordsOf, type Check, type Finding } from './finding.ts'

/** The spool of a process that is not running; a running one tells of it itself. */
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
    return [
      failed(
        'database.unreachable',
        `${shown}: ${wordsOf(error)}`,
        'check that it runs and that database.url is right',
      ),
    ]
  }
}

function journal(path: string, mode: string): Finding {
  if (mode === 'wal') return fine('database.healthy', `${path} is sound and in WAL mode`)
  return warning(
    'database.journal',
    `${path} is in journal mode ${mode}: readers and the writer lock each other out`,
    `when nothing uses it: sqlite3 ${path} 'PRAGMA journal_mode=WAL'`,
  )
}

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Another process that holds the SQLite database in BEGIN EXCLUSIVE, as a backup or a stuck PHP does. */
export interface DatabaseLock {
  release(): Promise<void>
}

const HOLDER = `
const { Database } = require('sqlite3')
const database = new Database(process.argv[1])
const orThrow = (error) => { if (error) throw error }
database.configure('busyTimeout', 30000)
database.exec('BEGIN EXCLUSIVE', (error) => {
  orThrow(error)
  console.log('locked')
  process.stdin.resume().on('end', () => database.exec('COMMIT', orThrow))
})
`

/** Locks the file and resolves once the lock is held. */
export async function lockDatabase(path: string): Promise<DatabaseLock> {
  const holder = spawn(process.execPath, ['-e', HOLDER, path], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  return {
    async release() {
      if (holder.exitCode !== null) return
      const ended = once(holder, 'exit')
      holder.stdin.end()
      await ended
    },
  }
}

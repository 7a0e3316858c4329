import { chmod, chown, readFile } from 'node:fs/promises'
import sqlite3 from 'sqlite3'

/** Makes Roundcube's SQLite database from the schema its package brings. */
export async function createDatabase(file: string, owner: number): Promise<void> {
  const schema = await readFile('/usr/share/roundcube/SQL/sqlite.initial.sql', 'utf8')
  await new Promise<void>((resolve, reject) => {
    const database = new sqlite3.Database(file)
    database.exec(schema, (failed) => {
      database.close((unclosed) => {
        const error = failed ?? unclosed
        if (error === null) resolve()
        else reject(error)
      })
    })
  })
  await chown(file, owner, owner)
  await chmod(file, 0o640)
}

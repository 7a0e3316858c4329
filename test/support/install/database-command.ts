import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const standIn = fileURLToPath(new URL('database-command.mjs', import.meta.url))

/** Gives a release without a gateway a `postern database` that a removal can ask (database-command.mjs). */
export async function addDatabaseCommand(release: string): Promise<void> {
  await copyFile(standIn, join(release, 'dist/main.js'))
}

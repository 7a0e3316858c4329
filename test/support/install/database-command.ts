import { existsSync } from 'node:fs'
import { copyFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const standIn = fileURLToPath(new URL('database-command.mjs', import.meta.url))

/** Gives a release a `postern database` that a removal can ask (database-command.mjs); its sums are made afterwards. */
export async function addDatabaseCommand(release: string): Promise<void> {
  const at = (name: string): string => join(release, 'dist', name)
  const isGateway = existsSync(at('main.js'))
  if (isGateway) await rename(at('main.js'), at('main-of-release.js'))
  await copyFile(standIn, at('database-command.mjs'))
  const otherwise = isGateway ? "import('./main-of-release.js')" : 'undefined'
  await writeFile(
    at('main.js'),
    `await (process.argv[2] === 'database' ? import('./database-command.mjs') : ${otherwise})\n`,
  )
}

import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { UserIds } from './access-by-user.ts'
import type { Config } from '../schema.ts'

/** The directory of keys and secrets. */
export function secretsDirectoryOf({
  credentialsDir,
  dataDir,
}: Pick<Config, 'credentialsDir' | 'dataDir'>): string {
  return credentialsDir ?? join(dataDir, 'keys')
}

/**
 * Whom Postern runs as: no one else than the owner of the keys can use them. A directory tells it before the files in it,
 * one of which root may have made manually. undefined where all of it is root's, or hidden from anyone who asks.
 */
export async function findServiceUser(
  config: Pick<Config, 'credentialsDir' | 'dataDir'>,
): Promise<UserIds | undefined> {
  const directory = secretsDirectoryOf(config)
  const files = await readdir(directory).catch(() => [])
  const paths = [
    directory,
    ...files
      .sort()
      .reverse()
      .map((name) => join(directory, name)),
  ]
  for (const path of [...paths, config.dataDir]) {
    // Missing or hidden: then the next one tells.
    const found = await stat(path).catch(() => undefined)
    if (found !== undefined && found.uid !== 0) return { uid: found.uid, gid: found.gid }
  }
  return undefined
}

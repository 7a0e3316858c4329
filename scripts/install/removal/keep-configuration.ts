import { chmod, lstat, mkdir, readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import type { Layout } from '../machine/layout.ts'
import { replaceFile } from '../machine/own-file.ts'
import { unlessMissing } from '../../../plugin/config/system-error.ts'
import { pathsOf, type OwnTree } from '../own/own-tree.ts'
import { inDirectory } from '../own/held-directory.ts'
import { copySecrets } from '../steps/secrets.ts'

/** In the data directory: what of it is Postern's, one path a line; a directory ends with a slash and comes after its content. */
export const RETAINED_LIST = 'kept/files'

/** Something is in the way of the configuration. */
export class NotRetained extends Error {
  override readonly name = 'NotKept'
}

/**
 * Puts configuration and secrets beside the data that are kept: without them the data cannot be read,
 * and a later installation finds everything as it was. Throws NotRetained, and what the system throws.
 */
export async function keepConfiguration(layout: Layout): Promise<void> {
  const { configFile, secretsDir, dataDir, stateDir } = layout
  const config = await unlessMissing(readFile(configFile))
  if (config === undefined) return
  // A link may lead to where others have a folder of that name.
  const isMoved = (await unlessMissing(lstat(dataDir)))?.isDirectory() === false
  if (isMoved) throw new NotRetained(`${dataDir} is not a directory: move it away`)
  await mkdir(stateDir, { recursive: true, mode: 0o700 })
  // Held open: a link that the service may have put in its place is not followed.
  const isRetained = await inDirectory(stateDir, async (inside) => {
    await chmod(inside('.'), 0o700)
    await replaceFile(inside(basename(configFile)), config, { mode: 0o600, ids: undefined })
    await copySecrets(secretsDir, inside('.'))
    return true
  })
  if (isRetained === undefined)
    throw new NotRetained(`${stateDir} is not a directory: move it away`)
}

/** Lists what is kept, for a purge that has no program any more. */
export async function listStored(
  { stateDir: storedDir }: Layout,
  remaining: OwnTree,
): Promise<void> {
  const lines = pathsOf(remaining)
    .filter(({ path }) => path !== remaining.path)
    .map(
      ({ path, type }) => `${relative(remaining.path, path)}${type === 'directory' ? '/' : ''}\n`,
    )
  await mkdir(storedDir, { recursive: true, mode: 0o700 })
  await inDirectory(storedDir, async (inside) => {
    const text = lines.join('')
    await replaceFile(inside(basename(RETAINED_LIST)), text, { mode: 0o600, ids: undefined })
  })
}

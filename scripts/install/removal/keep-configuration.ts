import { chmod, mkdir, readFile } from 'node:fs/promises'
import { basename, relative } from 'node:path'
import type { Layout } from '../machine/layout.ts'
import { replaceFile } from '../machine/own-file.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { pathsOf, type OwnTree } from '../own/own-tree.ts'
import { inDirectory } from '../own/held-directory.ts'
import { copySecrets } from '../steps/secrets.ts'

/** In the data directory: what of it is Postern's, one path a line; a directory ends with a slash and comes after its content. */
export const KEPT_LIST = 'kept/files'

/** Something is in the way of the configuration. */
export class NotKept extends Error {
  override readonly name = 'NotKept'
}

/**
 * Puts configuration and secrets beside the data that are kept: without them the data can not be read,
 * and a later installation finds everything as it was. Throws NotKept, and what the system throws.
 */
export async function keepConfiguration(layout: Layout): Promise<void> {
  const { configFile, secretsDir, keptDir } = layout
  const config = await unlessMissing(readFile(configFile))
  if (config === undefined) return
  await mkdir(keptDir, { recursive: true, mode: 0o700 })
  // Held open: a link that the service may have put in its place is not followed.
  const isKept = await inDirectory(keptDir, async (inside) => {
    await chmod(inside('.'), 0o700)
    await replaceFile(inside(basename(configFile)), config, { mode: 0o600, ids: undefined })
    await copySecrets(secretsDir, inside('.'))
    return true
  })
  if (isKept === undefined) throw new NotKept(`${keptDir} is not a directory: move it away`)
}

/** Lists what is kept, for a purge that has no program any more. */
export async function listKept({ keptDir }: Layout, kept: OwnTree): Promise<void> {
  const lines = pathsOf(kept)
    .filter(({ path }) => path !== kept.path)
    .map(({ path, type }) => `${relative(kept.path, path)}${type === 'directory' ? '/' : ''}\n`)
  await mkdir(keptDir, { recursive: true, mode: 0o700 })
  await inDirectory(keptDir, async (inside) => {
    const text = lines.join('')
    await replaceFile(inside(basename(KEPT_LIST)), text, { mode: 0o600, ids: undefined })
  })
}

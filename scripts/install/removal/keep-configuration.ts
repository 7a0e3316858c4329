import { chmod, mkdir, readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Layout } from '../machine/layout.ts'
import { replaceFile } from '../machine/own-file.ts'
import { unlessMissing } from '../machine/system-fault.ts'
import { inDirectory } from '../own/held-directory.ts'
import { copySecrets } from '../steps/secrets.ts'

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

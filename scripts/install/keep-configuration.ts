import { chmod, mkdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Layout } from './machine/layout.ts'
import { replaceFile } from './machine/replace-file.ts'
import { copySecrets } from './steps/secrets.ts'
import { unlessMissing } from './machine/system-fault.ts'

/**
 * Puts configuration and secrets beside the data that are kept: without them the data can not be read,
 * and a later installation finds everything as it was.
 */
export async function keepConfiguration(layout: Layout): Promise<void> {
  const { configFile, secretsDir, keptDir } = layout
  const config = await unlessMissing(readFile(configFile))
  if (config === undefined) return
  await mkdir(keptDir, { recursive: true, mode: 0o700 })
  await chmod(keptDir, 0o700)
  const file = { mode: 0o600, ids: undefined }
  await replaceFile(join(keptDir, basename(configFile)), config, file)
  await copySecrets(secretsDir, keptDir)
}

import { basename, join } from 'node:path'
import { withAbsolutePaths } from '../../../plugin/config/absolute-paths.ts'
import { loadConfig, parseConfig } from '../../../plugin/config/config.ts'
import { jsonOf } from '../../../plugin/config/corrupt-file.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import { readStored } from '../install-config.ts'

/** The configuration by which an installation has served. */
export interface UsedConfig {
  readonly config: Config
  /** It lies where the service reads it; otherwise an earlier removal kept it. */
  readonly isInstalled: boolean
}

/** undefined where there is none, or it is damaged: then no one knows what it named. */
export async function readUsedConfig({
  configFile,
  configDir,
  stateDir,
}: Layout): Promise<UsedConfig | undefined> {
  const environment = { NODE_ENV: 'production' }
  const installed = await loadConfig(configFile, environment).catch(() => undefined)
  if (installed !== undefined) return { config: installed, isInstalled: true }
  try {
    const text = await readStored(join(stateDir, basename(configFile)))
    if (text === undefined) return undefined
    const config = withAbsolutePaths(parseConfig(jsonOf(text), environment), configDir)
    return { config: { ...config, credentialsDir: stateDir }, isInstalled: false }
  } catch {
    return undefined
  }
}

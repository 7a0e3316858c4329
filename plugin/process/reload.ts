import { ConfigFault } from '../config/config.ts'
import { InvalidSetting } from '../config/invalid-setting.ts'
import { NeedsRestart, reloadableChanges } from '../config/reload.ts'
import type { Config } from '../config/schema.ts'
import type { OperationalLog } from '../log/operational-log.ts'

interface ReloadOptions {
  /** What is in force; replaced by `apply`. */
  readonly current: Config
  /** Reads the file as a start does. */
  readonly read: () => Promise<Config>
  /** Takes it over as a whole. Throws InvalidSetting, and has changed nothing then. */
  readonly apply: (config: Config) => Promise<void>
  readonly log: Pick<OperationalLog, 'info' | 'error'>
}

/**
 * Reads the configuration again and takes over what has changed, all of it or, where one setting needs a restart or the file
 * is no configuration, nothing. The operational log says which. Never rejects for what the file says.
 */
export async function reloadConfig({ current, read, apply, log }: ReloadOptions): Promise<void> {
  try {
    const next = await read()
    const settings = reloadableChanges(current, next)
    await apply(next)
    // The level may have been set to more than that just now.
    log.info({ settings }, 'configuration read again')
  } catch (error) {
    if (error instanceof NeedsRestart) {
      const { settings } = error
      const advice = 'these settings need a restart: systemctl restart postern'
      log.error({ settings, advice }, 'configuration not read again: going on as before')
      return
    }
    const problems = problemsOf(error)
    if (problems === undefined) throw error
    log.error({ problems }, 'configuration not read again: going on as before')
  }
}

function problemsOf(error: unknown): readonly string[] | undefined {
  if (error instanceof ConfigFault) return error.problems
  return error instanceof InvalidSetting ? [error.message] : undefined
}

import { readFile } from 'node:fs/promises'
import { ConfigFault, parseConfig } from '../../../plugin/config/config.ts'
import type { Config } from '../../../plugin/config/schema.ts'
import { faultCode } from '../machine/system-fault.ts'
import { preflightFine, refusal, type PreflightFinding } from './finding.ts'

/** Whether the release to be installed accepts a configuration. */
export interface CheckedConfig {
  /** undefined when it is refused. */
  readonly config: Config | undefined
  readonly finding: PreflightFinding
}

/** Validates as the service will read it: in production, without the environment of this shell. */
export function preflightConfig(text: string, from: string): CheckedConfig {
  try {
    const config = parseConfig(JSON.parse(text), { NODE_ENV: 'production' })
    return { config, finding: preflightFine('configuration', `${from} is valid`) }
  } catch (error) {
    const problems =
      error instanceof ConfigFault ? error.problems.join('; ') : 'it is not a JSON object'
    return { config: undefined, finding: refusal('configuration', `${from}: ${problems}`) }
  }
}

/** Why the file named on the command line can not be read; undefined when it can. */
export async function checkReadable(path: string): Promise<PreflightFinding | undefined> {
  try {
    await readFile(path)
    return undefined
  } catch (error) {
    const code = faultCode(error)
    if (code === undefined) throw error
    return refusal('configuration', `${path} can not be read (${code})`)
  }
}

import type { Config } from '../../../plugin/config-schema.ts'
import type { Layout } from '../layout.ts'
import type { Machine } from '../machine.ts'
import { checkHelper } from './check-helper.ts'
import { checkMachine } from './check-machine.ts'
import { checkRelease } from './check-release.ts'
import { checkAddress, checkImap, checkRedis } from './check-servers.ts'
import type { Finding } from './finding.ts'

interface PreflightInput {
  readonly layout: Layout
  readonly machine: Machine
  /** The release to be installed. */
  readonly source: string
  /** undefined when it was refused already. */
  readonly config: Config | undefined
  /** Nothing is installed yet: then its addresses must be free. */
  readonly isFirst: boolean
}

/** Every check, so that all reasons are told at once. Changes nothing. */
export async function runPreflight(input: PreflightInput): Promise<readonly Finding[]> {
  const { layout, machine, source, config, isFirst } = input
  return [
    ...(await checkMachine(layout, machine)),
    ...(await checkRelease(source)),
    ...(config === undefined
      ? []
      : [...checkHelper(config, machine), ...(await checkSurroundings(config, isFirst))]),
  ]
}

async function checkSurroundings(config: Config, isFirst: boolean): Promise<readonly Finding[]> {
  return [
    await checkImap(config.imap, isFirst),
    await checkRedis(config.redis),
    ...(isFirst ? await checkAddresses(config) : []),
  ]
}

async function checkAddresses(config: Config): Promise<readonly Finding[]> {
  return [
    await checkAddress('listen', config.listen),
    await checkAddress('private listener', config.private),
  ]
}

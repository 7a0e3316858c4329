import type { Config } from '../../../plugin/config/schema.ts'
import type { ListenAddress } from '../../../plugin/process/listen.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { checkAccounts } from './accounts.ts'
import { preflightHelper } from './helper.ts'
import { preflightMachine, checkSocketUnit } from './machine.ts'
import { checkRelease } from './release.ts'
import { checkAddress, preflightImap, preflightRedis } from './servers.ts'
import type { PreflightFinding } from './finding.ts'

interface PreflightInput {
  readonly layout: Layout
  readonly machine: Machine
  /** The release to be installed. */
  readonly source: string
  /** undefined when it was refused already. */
  readonly config: Config | undefined
  /** Nothing is installed yet, as far as anybody knows. */
  readonly isFirst: boolean
  /** Where a Postern of an earlier installation listens. */
  readonly held: ListenAddress | undefined
}

/** Every check, so that all reasons are told at once. Changes nothing. */
export async function runPreflight(input: PreflightInput): Promise<readonly PreflightFinding[]> {
  const { layout, machine, source, config } = input
  return [
    ...(await preflightMachine(layout, machine)),
    ...(await checkRelease(source)),
    ...(config === undefined
      ? []
      : [
          ...preflightHelper(config, machine),
          ...checkSocketUnit(config, machine),
          ...(await checkAccounts(config, machine)),
          ...(await checkSurroundings(config, input)),
        ]),
  ]
}

async function checkSurroundings(
  config: Config,
  { isFirst, held }: PreflightInput,
): Promise<readonly PreflightFinding[]> {
  return [
    await preflightImap(config.imap, isFirst),
    await preflightRedis(config.redis),
    ...(isFirst || isElsewhere(config.listen, held)
      ? [await checkAddress('listen', config.listen)]
      : []),
    ...(isFirst ? [await checkAddress('private listener', config.private)] : []),
  ]
}

/** Our own socket would be in the way of another one at its port, and will be gone by then. */
function isElsewhere(listen: ListenAddress, held: ListenAddress | undefined): boolean {
  if (held === undefined || 'unix' in listen) return false
  return 'unix' in held || held.port !== listen.port
}

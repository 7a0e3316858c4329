import { z } from 'zod'
import { type CommandIo, configFileOf, readArguments, UsageFault } from './command/command.ts'
import { queryRunning, whileRunning } from './running-process.ts'

const USAGE = `Usage: postern second-factor remove USER [--config FILE]

  remove   let the login name sign in with the password alone again, after the app and all recovery codes were lost. Make sure
           first who asks. The audit has a line.
`

const schema = z.object({ isRemoved: z.boolean() })

/** `postern second-factor`: asked of the running process, which alone may write its spool. */
export async function secondFactor(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, { config: { type: 'string' } }, USAGE)
  const [verb, user, ...rest] = positionals
  if (verb !== 'remove' || user === undefined || rest.length > 0) throw new UsageFault(USAGE)
  const config = configFileOf(values.config, USAGE)
  return whileRunning(io, async () => {
    const { isRemoved } = await queryRunning(
      config,
      { method: 'POST', path: '/second-factor/remove', body: { user }, answer: schema },
      io,
    )
    if (isRemoved) io.write('removed\n')
    else io.complain('there was none\n')
    return isRemoved ? 0 : 1
  })
}

import { z } from 'zod'
import { removeKey, rotateKeys } from '../../store/index.ts'
import { loadConfig } from '../config/config.ts'
import { secretsDirectoryOf } from '../config/service-user.ts'
import { UsageFault, type CommandIo, readArguments, configFileOf } from './command/command.ts'
import { askRunning, NotRunning } from './running-process.ts'

const USAGE = `Usage: postern keys rotate [--config FILE]

  rotate   seal passwords under a new key from now on; the old keys open what they sealed until
           no session of theirs can be alive any more, and are removed then
`

/** Ends of sessions are kept an hour longer than the sessions (store/record/session.ts); so are keys. */
const GRACE_MS = 3_600_000

const reloadAnswer = z.object({ newest: z.string() })

/** `postern keys`: changes the key files, then makes the running process read them. */
export async function keys(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, { config: { type: 'string' } }, USAGE)
  const file = configFileOf(values.config, USAGE)
  if (positionals.length !== 1 || positionals[0] !== 'rotate') throw new UsageFault(USAGE)

  const config = await loadConfig(file, io.environment)
  const directory = secretsDirectoryOf(config)
  // What is sealed of a second factor has no end: as long as there may be any, no key that opens one goes.
  const isForGood = config.signIn.secondFactor !== 'off'
  const keepMs = isForGood ? Infinity : config.session.absoluteMs + GRACE_MS
  const { added, removed, kept } = await rotateKeys(directory, { keepMs, now: io.now })
  io.write(`new key ${added}; ${kept.length} kept for old sessions, ${removed.length} removed\n`)
  return reload(file, { directory, added }, io)
}

interface RotatedKeys {
  readonly directory: string
  /** Id of the new key. */
  readonly added: string
}

/** Succeeds when the running process seals under the new key, or when none runs that could. */
async function reload(file: string, rotated: RotatedKeys, io: CommandIo): Promise<number> {
  try {
    const question = { method: 'POST', path: '/keys/reload', answer: reloadAnswer } as const
    const { newest } = await askRunning(file, question, io)
    if (newest === rotated.added) {
      io.write('the running process seals under it\n')
      return 0
    }
    io.complain(`the running process goes on with ${newest}: is it another configuration?\n`)
    return 1
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error
    if (error.hasRefused) return takeBack(rotated, error, io)
    io.write(`${error.message}: the next start takes the new key\n`)
    return 0
  }
}

/** A process that could not read the keys goes on with those it has; the next start would need all of them. */
async function takeBack(
  { directory, added }: RotatedKeys,
  { message }: NotRunning,
  io: CommandIo,
): Promise<number> {
  await removeKey(directory, added)
  io.complain(`${message} and goes on with its keys, so the new one was removed again: `)
  io.complain('its operational log says why; postern doctor, as root, looks at the files\n')
  return 1
}

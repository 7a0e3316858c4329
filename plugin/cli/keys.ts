import { join } from 'node:path'
import { z } from 'zod'
import { rotateKeys } from '../../store/index.ts'
import { loadConfig } from '../config/config.ts'
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
  const directory = config.credentialsDir ?? join(config.dataDir, 'keys')
  const keepMs = config.session.absoluteMs + GRACE_MS
  const { added, removed, kept } = await rotateKeys(directory, { keepMs, now: io.now })
  io.write(`new key ${added}; ${kept.length} kept for old sessions, ${removed.length} removed\n`)
  return reload(file, added, io)
}

async function reload(file: string, added: string, io: CommandIo): Promise<number> {
  try {
    const question = { method: 'POST', path: '/keys/reload', answer: reloadAnswer } as const
    const { newest } = await askRunning(file, question, io)
    if (newest === added) {
      io.write('the running process seals under it\n')
      return 0
    }
    io.complain(`the running process goes on with ${newest}: is it another configuration?\n`)
    return 1
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error
    io.write(`${error.message}: the next start takes the new key\n`)
    return 0
  }
}

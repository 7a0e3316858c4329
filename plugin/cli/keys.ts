import { z } from 'zod'
import { addKey, removeKey, removeOldKeys } from '../../store/index.ts'
import { SEND_RECORD_MS } from '../actions/sent/send-log.ts'
import { loadConfig } from '../config/config.ts'
import type { Config } from '../config/schema.ts'
import { secretsDirectoryOf } from '../config/secrets/service-user.ts'
import { UsageFault, type CommandIo, readArguments, configFileOf } from './command/command.ts'
import { queryRunning, NotRunning, whileRunning } from './running-process.ts'

const USAGE = `Usage: postern keys rotate|reseal [--config FILE]

  rotate   seal passwords under a new key from now on, and do what reseal does; the old keys open
           what they sealed until no session of theirs can be alive any more
  reseal   seal second factors and messages of the outbox under the newest key, and remove the old
           keys that nothing is sealed under any more. It can be run again at any time
`

/** Ends of sessions are kept an hour longer than the sessions (store/record/session.ts); so are keys. */
const GRACE_MS = 3_600_000

const reloadResponse = z.object({ newest: z.string() })
const resealResponse = z.object({ resealed: z.number(), held: z.array(z.string()) })

/** `postern keys`: changes the key files, then makes the running process read them. */
export async function keys(args: readonly string[], io: CommandIo): Promise<number> {
  const { values, positionals } = readArguments(args, { config: { type: 'string' } }, USAGE)
  const file = configFileOf(values.config, USAGE)
  const [verb, ...rest] = positionals
  if (rest.length > 0) throw new UsageFault(USAGE)

  const config = await loadConfig(file, io.environment)
  if (verb === 'reseal') return whileRunning(io, () => reseal(file, config, io))
  if (verb !== 'rotate') throw new UsageFault(USAGE)
  const directory = secretsDirectoryOf(config)
  const { added, kept: remaining } = await addKey(directory, io.now)
  io.write(`new key ${added}; ${remaining.length} kept for what they sealed\n`)
  const state = await reload(file, { directory, added }, io)
  if (state === 'refused') return 1
  return state === 'not-running' ? 0 : whileRunning(io, () => reseal(file, config, io))
}

interface RotatedKeys {
  readonly directory: string
  /** Id of the new key. */
  readonly added: string
}

/** Whether the running process seals under the new key, or none runs that could. */
async function reload(
  file: string,
  rotated: RotatedKeys,
  io: CommandIo,
): Promise<'done' | 'refused' | 'not-running'> {
  try {
    const question = { method: 'POST', path: '/keys/reload', answer: reloadResponse } as const
    const { newest } = await queryRunning(file, question, io)
    if (newest === rotated.added) {
      io.write('the running process seals under it\n')
      return 'done'
    }
    io.complain(`the running process goes on with ${newest}: is it another configuration?\n`)
    return 'refused'
  } catch (error) {
    if (!(error instanceof NotRunning)) throw error
    if (error.hasRefused) {
      await takeBack(rotated, error, io)
      return 'refused'
    }
    io.write(`${error.message}: the next start takes the new key; no key was removed\n`)
    return 'not-running'
  }
}

/** No key goes before the process has said what is still sealed under it. Throws NotRunning. */
async function reseal(file: string, config: Config, io: CommandIo): Promise<number> {
  const question = { method: 'POST', path: '/keys/reseal', answer: resealResponse } as const
  const { resealed, held } = await queryRunning(file, question, io)
  const removed = await removeOldKeys(secretsDirectoryOf(config), {
    // Passwords of sessions, and copies for Sent that are not filed yet (actions/sent/unfiled-copies.ts).
    keepMs: Math.max(config.session.absoluteMs, SEND_RECORD_MS) + GRACE_MS,
    held: new Set(held),
    now: io.now,
  })
  io.write(
    `${resealed} second factors and messages sealed anew, ${removed.length} old keys removed\n`,
  )
  for (const kid of held)
    io.complain(`a second factor or message under key ${kid} cannot be opened\n`)
  return held.length === 0 ? 0 : 1
}

/** A process that could not read the keys continues with those it has; the next start would need all of them. */
async function takeBack(
  { directory, added }: RotatedKeys,
  { message }: NotRunning,
  io: CommandIo,
): Promise<void> {
  await removeKey(directory, added)
  io.complain(`${message} and goes on with its keys, so the new one was removed again: `)
  io.complain('its operational log says why; postern doctor, as root, looks at the files\n')
}

import { setTimeout as wait } from 'node:timers/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { openSessionStorage, SessionStorageFault, type SessionStorage } from '../../store/index.ts'
import { ProcessRefused } from '../admin/client.ts'
import { loadConfig } from '../config/config.ts'
import { EX_UNAVAILABLE } from '../process/exit-codes.ts'
import { findStorage } from '../session-move/find-storage.ts'
import { giveSessions, PosternStopped } from '../session-move/give-sessions.ts'
import { isPosternsTable } from '../session-move/own-storage.ts'
import { readRoundcubeSettings } from '../session-move/read-roundcube.ts'
import { countSignedIn } from '../session-move/signed-in.ts'
import type { MoveEnd } from '../session-move/switch.ts'
import { takeSessions, type Copied } from '../session-move/take-sessions.ts'
import { untilQuiet } from '../session-move/until-quiet.ts'
import { configFileOf, readArguments, UsageFault, type CommandIo } from './command/command.ts'
import { NotRunning, queryRunning } from './running-process.ts'
import { createRunningSessions, type RunningSessions } from './running-sessions.ts'

const USAGE = `Usage: postern roundcube-sessions inspect --roundcube DIR
       postern roundcube-sessions take|give --roundcube DIR [--config FILE]

  Moves the sessions of the Roundcube whose config.inc.php lies in DIR, so that nobody has to sign in again.
  Where it has them is what that file says without the lines between "// BEGIN Postern" and "// END Postern".
  The installer runs it when it puts these lines there, and when it removes them.

  inspect   says where they are and how many people are signed in there
  take      copies them to the running Postern
  give      copies those of the running Postern back

  Both tell when all of them are copied: change the file then, and end the standard input (Ctrl+D). What is still
  written in the old way meanwhile follows. Each line of the output is JSON.

  Exit code: 0 all were copied, ${EX_UNAVAILABLE} they cannot be: the last line says why.
`

/** Limit of one question to where the sessions are. */
const STORAGE_MS = 30_000
const MINUTE_MS = 60_000

/** One line of the output, which the installer reads (scripts/install/roundcube/move-sessions.ts). */
type Line =
  | { readonly kind: 'found'; readonly place: string; readonly signedIn: number }
  | ({ readonly kind: 'copied'; readonly place: string } & Copied)
  /** Postern uses the same table: nothing is to be copied. */
  | { readonly kind: 'shared'; readonly place: string }
  | { readonly kind: 'ended'; readonly how: MoveEnd }
  | { readonly kind: 'failed'; readonly reason: string }
  /** Roundcube would find no session in Postern, copied or not. */
  | { readonly kind: 'unready'; readonly reason: string }

type Write = (line: Line) => void

/** `postern roundcube-sessions`: reads here, with the rights of who types it, and queries the running process. */
export async function roundcubeSessions(args: readonly string[], io: CommandIo): Promise<number> {
  const options = { config: { type: 'string' }, roundcube: { type: 'string' } } as const
  const { values, positionals } = readArguments(args, options, USAGE)
  const [verb, ...rest] = positionals
  if (rest.length > 0 || values.roundcube === undefined) throw new UsageFault(USAGE)
  const folder = resolve(values.roundcube)
  const write: Write = (line) => io.write(`${JSON.stringify(line)}\n`)
  try {
    if (verb === 'inspect') await inspect(folder, write, io)
    else if (verb === 'take' || verb === 'give') {
      const configFile = configFileOf(values.config, USAGE)
      await move(verb, { folder, configFile, write, io })
    } else throw new UsageFault(USAGE)
    return 0
  } catch (error) {
    if (!isExpected(error)) throw error
    const kind = error instanceof DatabaseUnwritten ? 'unready' : 'failed'
    write({ kind, reason: error.message })
    return EX_UNAVAILABLE
  }
}

/** The running Postern cannot write its database. */
class DatabaseUnwritten extends Error {
  override readonly name = 'DatabaseUnwritten'
}

function isExpected(error: unknown): error is Error {
  return [SessionStorageFault, NotRunning, PosternStopped, ProcessRefused, DatabaseUnwritten].some(
    (kind) => error instanceof kind,
  )
}

async function inspect(folder: string, write: Write, io: CommandIo): Promise<void> {
  const { found, lifetimeMs } = await findIn(folder)
  const storage = await openSessionStorage(found.target, optionsOf(lifetimeMs, io))
  try {
    const sessions = await storage.read([...(await storage.list()).keys()])
    write({ kind: 'found', place: found.name, signedIn: countSignedIn(sessions) })
  } finally {
    await storage.close()
  }
}

interface MoveOptions {
  readonly folder: string
  readonly configFile: string
  readonly write: Write
  readonly io: CommandIo
}

async function move(
  verb: 'take' | 'give',
  { folder, configFile, write, io }: MoveOptions,
): Promise<void> {
  if (verb === 'take') await waitForDatabase(configFile, io)
  const { found, lifetimeMs } = await findIn(folder)
  const { dataDir, database } = await loadConfig(configFile, io.environment)
  const { name: place, target } = found
  const running = createRunningSessions({ configFile, dataDir }, io)
  if (await isPosternsTable(target, database.url)) {
    write({ kind: 'shared', place })
    if (verb === 'give') await giveShared(running, write, io)
    return
  }
  const storage = await openSessionStorage(target, optionsOf(lifetimeMs, io))
  const over = new AbortController()
  const options = {
    switched: switchOf(io),
    onCopied: (copied: Copied) => write({ kind: 'copied', place, ...copied }),
    wait: (ms: number) => wait(ms),
    now: io.now,
  }
  const take = () => takeSessions({ ...options, from: storage, adopt: running.adopt })
  const give = (to: SessionStorage) =>
    giveSessions({
      ...options,
      ...{ to, lifetimeMs, ended: (ids) => running.ended(ids) },
      changes: running.changes(over.signal),
    })
  try {
    write({ kind: 'ended', how: await (verb === 'take' ? take() : give(storage)) })
  } finally {
    over.abort()
    io.input.pause()
    await storage.close()
  }
}

const health = z.object({ store: z.object({ databaseError: z.string().optional() }) })

/** A lock of another program ends by then. */
const DATABASE_MS = 20_000
const PAUSE_MS = 200

/** Throws DatabaseUnwritten, and what `queryRunning` throws. */
async function waitForDatabase(configFile: string, io: CommandIo): Promise<void> {
  const question = { method: 'GET', path: '/healthz', answer: health } as const
  const until = io.now() + DATABASE_MS
  for (;;) {
    const { databaseError } = (await queryRunning(configFile, question, io)).store
    if (databaseError === undefined) return
    if (io.now() > until) {
      const seen = `Postern cannot write its database (code ${databaseError})`
      throw new DatabaseUnwritten(`${seen}: the error log and postern doctor say why`)
    }
    await wait(PAUSE_MS)
  }
}

/** Nothing is to be copied, and PHP continues for some seconds to ask Postern, which is not to be stopped before. */
async function giveShared(running: RunningSessions, write: Write, io: CommandIo): Promise<void> {
  const over = new AbortController()
  const options = { switched: switchOf(io), wait: (ms: number) => wait(ms), now: io.now }
  try {
    write({
      kind: 'ended',
      how: await untilQuiet({ ...options, changes: running.changes(over.signal) }),
    })
  } catch (error) {
    // No one continues to use a Postern that does not run.
    if (!isExpected(error)) throw error
  } finally {
    over.abort()
    io.input.pause()
  }
}

async function findIn(folder: string) {
  const settings = await readRoundcubeSettings(folder)
  const lifetimeMs = settings.session_lifetime * MINUTE_MS
  return { found: await findStorage(settings), lifetimeMs }
}

function optionsOf(lifetimeMs: number, io: CommandIo) {
  return { lifetimeMs, timeoutMs: STORAGE_MS, now: io.now }
}

/** Anyone who changes the file ends the input then. */
function switchOf(io: CommandIo) {
  let isDone = false
  io.input.once('end', () => {
    isDone = true
  })
  io.input.resume()
  return { isDone: () => isDone }
}

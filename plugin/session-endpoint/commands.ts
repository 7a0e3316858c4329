import {
  formatSessionValue,
  parseSessionValue,
  SESSION_ID,
  type ForeignSessions,
} from '../../store/index.ts'
import { isSameSecret } from '../http/same-secret.ts'
import { reply } from './reply.ts'
import type { Takeover } from './takeover.ts'

/** What a command is told of its connection, and may change in it. */
export interface ConnectionState {
  isTrusted: boolean
  /** Version of the store when the connection was made: PHP makes one for each request. */
  readonly startVersion: number
  /** Per session what this connection has read or written last. */
  readonly seen: Map<string, SeenSession>
}

/** A version, and its variables where there were any. */
interface SeenSession {
  readonly version: number
  readonly vars: Buffer | undefined
}

/** What the commands work on. */
export interface CommandServices {
  readonly sessions: ForeignSessions
  readonly takeover: Pick<Takeover, 'settled'>
  /** undefined: everybody who can connect is trusted. */
  readonly password: string | undefined
}

/** What is answered, and why it was refused where an administrator should know. */
export interface CommandResult {
  readonly bytes: Buffer
  readonly refusal?: string
}

interface Command {
  /** How many words it has, its name included. */
  readonly args: readonly [least: number, most: number]
  readonly needsTrust: boolean
  run(
    args: readonly Buffer[],
    state: ConnectionState,
    services: CommandServices,
  ): Promise<CommandResult> | CommandResult
}

const MAX_LIFE_SECONDS = 30 * 24 * 3_600

/** All that Roundcube queries its store (seen with MONITOR), by name. */
const commands: ReadonlyMap<string, Command> = new Map<string, Command>([
  ['PING', { args: [1, 2], needsTrust: true, run: ping }],
  ['AUTH', { args: [2, 3], needsTrust: false, run: authenticate }],
  ['SELECT', { args: [2, 2], needsTrust: true, run: select }],
  ['GET', { args: [2, 2], needsTrust: true, run: get }],
  ['SETEX', { args: [4, 4], needsTrust: true, run: set }],
  ['EXPIRE', { args: [3, 3], needsTrust: true, run: expire }],
  ['DEL', { args: [2, Infinity], needsTrust: true, run: remove }],
])

/** Runs one command. Throws StoreUnavailable when the store could not answer. */
export async function runCommand(
  args: readonly Buffer[],
  state: ConnectionState,
  services: CommandServices,
): Promise<CommandResult> {
  const name = (args[0]?.toString('latin1') ?? '').toUpperCase()
  const command = commands.get(name)
  if (command === undefined) return refused(`unknown command '${shown(name)}'`)
  if (!state.isTrusted && command.needsTrust) return { bytes: reply.noAuthentication }
  const [least, most] = command.args
  if (args.length < least || args.length > most) {
    return refused(`wrong number of arguments for '${name.toLowerCase()}' command`)
  }
  return command.run(args, state, services)
}

function ping([, text]: readonly Buffer[]): CommandResult {
  return { bytes: text === undefined ? reply.pong : reply.bulk(text) }
}

function authenticate(
  args: readonly Buffer[],
  state: ConnectionState,
  { password }: CommandServices,
): CommandResult {
  if (password === undefined) return refused('AUTH called without any password configured')
  const given = args.at(-1) ?? Buffer.alloc(0)
  const isUser = args.length === 2 || args[1]?.toString('latin1') === 'default'
  if (!isUser || !isSameSecret(given, password)) {
    return { bytes: reply.wrongPassword, refusal: 'wrong password' }
  }
  state.isTrusted = true
  return { bytes: reply.ok }
}

function select([, database]: readonly Buffer[]): CommandResult {
  return database?.toString('latin1') === '0'
    ? { bytes: reply.ok }
    : refused('DB index is out of range')
}

async function get(
  [, key]: readonly Buffer[],
  state: ConnectionState,
  { sessions, takeover }: CommandServices,
): Promise<CommandResult> {
  const id = sessionIdOf(key)
  if (id === undefined) return refused(notASession)
  let found = await sessions.load(id)
  if (found.session === undefined && (await takeover.settled())) found = await sessions.load(id)
  const { session, version } = found
  state.seen.set(id, { version, vars: session?.vars })
  return { bytes: session === undefined ? reply.none : reply.bulk(formatSessionValue(session)) }
}

async function set(
  [, key, seconds, value = Buffer.alloc(0)]: readonly Buffer[],
  state: ConnectionState,
  { sessions }: CommandServices,
): Promise<CommandResult> {
  const id = sessionIdOf(key)
  if (id === undefined) return refused(notASession)
  const lifeMs = lifeMsOf(seconds)
  if (lifeMs === undefined) return refused("invalid expire time in 'setex' command")
  const session = parseSessionValue(value)
  if (session === undefined) return refused('the value is no session record')
  const { startVersion } = state
  const seen = state.seen.get(id)
  const write = { lifeMs, seen: seen?.version, read: seen?.vars, startVersion }
  const saved = await sessions.save(id, session, write)
  if (saved.outcome === 'reserved') return refused('the key is taken by another program')
  state.seen.set(id, { version: saved.version, vars: session.vars })
  // What came too late counts as written before the end of the session: nothing is wrong with it.
  return { bytes: reply.ok }
}

async function expire(
  [, key, seconds]: readonly Buffer[],
  _state: ConnectionState,
  { sessions }: CommandServices,
): Promise<CommandResult> {
  const id = sessionIdOf(key)
  if (id === undefined) return refused(notASession)
  const lifeMs = lifeMsOf(seconds)
  if (lifeMs === undefined) return refused("invalid expire time in 'expire' command")
  return { bytes: reply.integer((await sessions.touch(id, lifeMs)) ? 1 : 0) }
}

async function remove(
  [, ...keys]: readonly Buffer[],
  state: ConnectionState,
  { sessions }: CommandServices,
): Promise<CommandResult> {
  const ids = keys.map(sessionIdOf)
  if (ids.some((id) => id === undefined)) return refused(notASession)
  let removed = 0
  for (const id of ids) {
    if (id === undefined) continue
    const { existed, version } = await sessions.end(id)
    state.seen.set(id, { version, vars: undefined })
    removed += existed ? 1 : 0
  }
  return { bytes: reply.integer(removed) }
}

const notASession = 'the key is no session id'

function refused(text: string): CommandResult {
  return { bytes: reply.error(text), refusal: text }
}

function sessionIdOf(key: Buffer | undefined): string | undefined {
  const id = key?.toString('latin1') ?? ''
  return SESSION_ID.test(id) ? id : undefined
}

function lifeMsOf(seconds: Buffer | undefined): number | undefined {
  const text = seconds?.toString('latin1') ?? ''
  const value = /^\d{1,8}$/.test(text) ? Number(text) : 0
  return value > 0 && value <= MAX_LIFE_SECONDS ? value * 1_000 : undefined
}

/** A name from outside, fit for a line of RESP. */
function shown(name: string): string {
  return name.slice(0, 32).replace(/[^\x20-\x7e]/g, '?')
}

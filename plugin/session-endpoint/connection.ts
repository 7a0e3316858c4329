import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'
import { StoreUnavailable } from '../../store/index.ts'
import {
  createCommandReader,
  ProtocolError,
  type ReadCommand,
  type ReaderLimits,
} from './command-reader.ts'
import { runCommand, type CommandServices, type ConnectionState } from './commands.ts'
import type { EndpointLog } from './limited-log.ts'
import { reply } from './reply.ts'

/** Limits of one connection. */
export interface ConnectionLimits {
  readonly valueBytes: number
  readonly arguments: number
  readonly idleMs: number
}

interface ConnectionOptions extends CommandServices {
  readonly limits: ConnectionLimits
  /** Told of what was refused. */
  readonly log: EndpointLog
  /** The client has shown the password, or needs none. False: there is no room for it. */
  readonly prove: () => boolean
}

/** A connection that is served. */
export interface ServedConnection {
  /** Nothing has come for so long that no request of PHP is likely to need it. */
  isIdle(): boolean
  /** Answers what came in whole, and no more; then it closes. */
  finish(): void
}

/**
 * As much as Redis keeps of a client without its password (CVE-2021-32675): every user of the machine can connect, and
 * should not fill the memory with commands that no one answers.
 */
const BEFORE_PASSWORD: ReaderLimits = { maxBulkBytes: 16_384, maxArguments: 10 }

/** Sessions one connection requests: PHP makes one for each request, which has one or two. */
const MAX_SEEN = 64
/** After so many wrong passwords a connection ends. */
const MAX_WRONG_PASSWORDS = 3
/** Of a client that does not read its answers no more commands are kept than these and those of one piece. */
const MAX_QUEUED = 256

/** Serves one connection: command by command, each answered before the next one is started. */
export function serveConnection(socket: Socket, options: ConnectionOptions): ServedConnection {
  const { sessions, password, limits, log, prove } = options
  const trusted = { maxBulkBytes: limits.valueBytes, maxArguments: limits.arguments }
  const reader = createCommandReader(() => (state.isTrusted ? trusted : BEFORE_PASSWORD))
  const state: ConnectionState = {
    isTrusted: password === undefined,
    startVersion: sessions.currentVersion(),
    seen: new Map(),
  }
  const queue: ReadCommand[] = []
  let isRunning = false
  let isEnding = false
  let wrongPasswords = 0
  let heardAt = performance.now()

  socket.setNoDelay(true)
  socket.setTimeout(limits.idleMs, () => socket.destroy())
  // What a client breaks off is its own affair; what it was told is durable.
  socket.on('error', () => socket.destroy())
  socket.on('end', () => end())
  socket.on('data', (piece: Buffer) => {
    heardAt = performance.now()
    try {
      queue.push(...reader.read(piece))
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error
      log.warn({ reason: error.message }, 'session endpoint: not the protocol, connection closed')
      lastWords = reply.error(`Protocol error: ${error.message}`)
      end()
    }
    if (queue.length > MAX_QUEUED) socket.pause()
    void run()
  })
  let lastWords: Buffer | undefined
  if (state.isTrusted) admit()

  /** Ends the connection behind what it has been answered, where there is no room for it. */
  function admit(): void {
    if (prove()) return
    state.isTrusted = false
    queue.length = 0
    lastWords = reply.tryAgain('too many connections')
    end()
  }

  function end(): void {
    isEnding = true
    if (!isRunning) close()
  }

  function close(): void {
    if (lastWords === undefined) socket.end()
    else socket.end(lastWords)
    lastWords = undefined
    // The other side may never close its own.
    socket.resume()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }

  /**
   * With what other connections are answered at the same time, as Redis does: a write that wakes its reader costs more than the
   * command, and of several in a row only the first one does.
   */
  function writeSoon(bytes: Buffer): void {
    if (socket.writableCorked === 0) {
      socket.cork()
      setImmediate(() => socket.uncork())
    }
    socket.write(bytes)
  }

  /** Resolves when the responses are under way, or no one is there any more to read them. */
  function drained(): Promise<void> {
    return new Promise((resolve) => {
      const go = () => {
        socket.off('drain', go).off('close', go)
        resolve()
      }
      socket.on('drain', go).on('close', go)
    })
  }

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    for (let command = queue.shift(); command !== undefined; command = queue.shift()) {
      writeSoon(await handle(command))
      if (socket.writableNeedDrain) await drained()
      if (socket.destroyed) queue.length = 0
      if (wrongPasswords >= MAX_WRONG_PASSWORDS) queue.length = 0
      if (queue.length === 0 && socket.isPaused()) socket.resume()
    }
    isRunning = false
    if (isEnding) close()
  }

  async function handle(command: ReadCommand): Promise<Buffer> {
    if (command.kind === 'too-large') {
      if (!state.isTrusted) return reply.noAuthentication
      const { name, bytes } = command
      const fields = { command: abbreviated(name), bytes }
      log.warn(fields, 'session endpoint: too large, not stored')
      return reply.error(`a value may have ${limits.valueBytes} bytes`)
    }
    const wasTrusted = state.isTrusted
    try {
      const { bytes, refusal } = await runCommand(command.args, state, options)
      if (state.isTrusted && !wasTrusted) admit()
      if (refusal !== undefined) refused(command.args, refusal)
      if (state.seen.size > MAX_SEEN) state.seen.clear()
      return bytes
    } catch (err) {
      if (err instanceof StoreUnavailable) {
        log.warn({ store: err.store, code: err.engineCode }, 'session endpoint: no answer')
        return reply.tryAgain('the session store does not answer')
      }
      log.error({ err }, 'session endpoint: a command failed')
      return reply.tryAgain('internal error')
    }
  }

  function refused(args: readonly Buffer[], reason: string): void {
    const [name, key] = args.map((word) => word.toString('latin1'))
    const isSecret = name?.toUpperCase() === 'AUTH'
    const fields = {
      command: abbreviated(name ?? ''),
      ...(key === undefined || isSecret ? {} : { key: digest(key) }),
      bytes: args.reduce((sum, { length }) => sum + length, 0),
      reason,
    }
    log.warn(fields, 'session endpoint: refused')
    if (!isSecret) return
    wrongPasswords += 1
    if (wrongPasswords >= MAX_WRONG_PASSWORDS) isEnding = true
  }

  return {
    isIdle: () => !isRunning && performance.now() - heardAt >= IDLE_MS,
    finish() {
      end()
      // A command whose store does not answer holds no stop up.
      setTimeout(() => socket.destroy(), LINGER_MS).unref()
    },
  }
}

const LINGER_MS = 1_000

/**
 * Longer than most requests of Roundcube are at their page between GET and SETEX. phpredis makes a connection that was
 * closed meanwhile again; only what the former one had read is then not known of it any more.
 */
const IDLE_MS = 5_000

function abbreviated(name: string): string {
  return name.slice(0, 12).replace(/[^\x21-\x7e]/g, '?')
}

/** A key may be a session id, which is a secret: enough of it to find the lines of one. */
function digest(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 12)
}

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { processEnded, startServerProcess, type ServerProgram } from '../process/server-process.ts'
import { removeDirectory } from '../process/temporary-directory.ts'

/** A private SQL server with one empty database, on a port of 127.0.0.1. */
export interface DatabaseServer {
  readonly url: string
  /** Freezes the server with all its processes: it accepts connections and answers nothing. */
  pause(): void
  resume(): void
  /** Ends without warning; the data stays. */
  kill(): Promise<void>
  /** Starts it again on the same port and data, after a kill or instead of the running one. */
  restart(): Promise<void>
  stop(): Promise<void>
}

interface DatabaseServerOptions {
  readonly url: string
  readonly directory: string
  readonly program: ServerProgram
  readonly stopSignal: NodeJS.Signals
}

/** Starts the program over data that was prepared before; `stop` removes the directory. */
export async function startDatabaseServer(options: DatabaseServerOptions): Promise<DatabaseServer> {
  const { url, directory, program, stopSignal } = options
  let server = await startServerProcess(program)
  let paused: readonly number[] = []

  function resume(): void {
    for (const pid of paused) signalIfThere(pid, 'SIGCONT')
    paused = []
  }

  return {
    url,
    pause: () => {
      server.pause()
      // PostgreSQL puts each of its processes into a group of its own.
      paused = [server.pid, ...childrenOf(server.pid)]
      for (const pid of paused) signalIfThere(pid, 'SIGSTOP')
    },
    resume,
    kill: async () => {
      // Those of PostgreSQL end automatically a moment later, and hold its shared memory until then.
      const children = childrenOf(server.pid)
      await server.kill()
      await Promise.all(children.map(processEnded))
    },
    restart: async () => {
      if (server.isRunning()) await server.stop(stopSignal)
      server = await startServerProcess(program)
    },
    stop: async () => {
      resume()
      if (server.isRunning()) await server.stop(stopSignal)
      await removeDirectory(directory)
    },
  }
}

/** PostgreSQL's helpers, as that of autovacuum, come and go. */
function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function childrenOf(pid: number): readonly number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

/** Runs a program to its end; throws with its words when it fails. */
export function runToEnd(command: string, args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', timeout: 60_000 })
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`, { cause: error })
}

/** Whether programs that refuse to run as root need another user. */
export const isRoot = process.getuid?.() === 0

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { createConnection } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { endGroupWithParent, groupHasEnded } from './end-with-parent.ts'
import { WAIT_LIMIT_MS } from './wait-limit.ts'

/** How to start a server program, and how to know that it serves. */
export interface ServerProgram {
  readonly command: string
  readonly args: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  /** Resolves once the server answers; asked after the program runs, and told when no caller waits any more. */
  readonly ready: (output: ServerOutput, signal: AbortSignal) => Promise<void>
  /** Longest wait for that; 60 seconds unless told, more for a program that waits for a server of its own. */
  readonly waitLimitMs?: number
}

/** What the program has written so far to standard output and standard error. */
export interface ServerOutput {
  text(): string
  waitFor(pattern: RegExp): Promise<RegExpExecArray>
}

/** A running server program with all its children. */
export interface ServerProcess {
  readonly pid: number
  readonly output: ServerOutput
  isRunning(): boolean
  /** Freezes the server (SIGSTOP): its sockets accept, nothing answers. */
  pause(): void
  resume(): void
  signal(name: NodeJS.Signals): void
  /** Asks to end (SIGTERM unless told) and waits; kills after 30 seconds. Answers the exit code, null after a signal. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
  /** Kills without warning and waits until the program is missing with its children. */
  kill(): Promise<void>
}

/** Time to end before a program is killed; Postern alone may take ten seconds (DRAIN_MS). */
const graceMs = 30_000

/** Groups of programs that have not ended; none outlives the tests. */
const running = new Set<number>()

function killRunning(): void {
  for (const pid of running) signalGroup(pid, 'SIGKILL')
}

/** Starts a program in its own process group, so that pause and kill reach its children too. */
export async function startServerProcess(program: ServerProgram): Promise<ServerProcess> {
  const child = spawn(program.command, program.args, {
    cwd: program.cwd,
    env: { ...process.env, ...program.env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = collectOutput(child.stdout, child.stderr)
  const exit = once(child, 'exit')
  await once(child, 'spawn')
  const { pid } = child
  if (pid === undefined) throw new Error(`${program.command} has no process id`)

  const isRunning = () => child.exitCode === null && child.signalCode === null
  const signal = (name: NodeJS.Signals) => signalGroup(pid, name)
  if (running.size === 0) process.once('exit', killRunning)
  running.add(pid)
  endGroupWithParent(pid)
  void exit.then(() => {
    running.delete(pid)
    if (running.size === 0) process.off('exit', killRunning)
  })

  const ended = async () => {
    await exit
    await groupEnded(pid)
    groupHasEnded(pid)
  }
  const kill = async () => {
    signal('SIGKILL')
    await ended()
  }
  const stop = async (name: NodeJS.Signals = 'SIGTERM') => {
    signal('SIGCONT')
    signal(name)
    const timer = setTimeout(() => signal('SIGKILL'), graceMs)
    await ended()
    clearTimeout(timer)
    return child.exitCode
  }

  try {
    await firstOf(program, output, exit)
  } catch (error) {
    if (isRunning()) await kill()
    throw new Error(`${program.command} did not start: ${output.text().slice(-2_000)}`, {
      cause: error,
    })
  }
  return {
    pid,
    output,
    isRunning,
    pause: () => signal('SIGSTOP'),
    resume: () => signal('SIGCONT'),
    signal,
    stop,
    kill,
  }
}

/**
 * Resolves once the port answers as expected: accepts a connection, or with `greeting` sends bytes of
 * its own accord. Asks again until the signal.
 */
export async function portResponds(
  port: number,
  expected: 'connection' | 'greeting',
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const socket = createConnection({ port, host: '127.0.0.1' })
    try {
      await once(socket, expected === 'connection' ? 'connect' : 'data')
      return
    } catch {
      // Refused or reset: the server is not up yet.
      await sleep(20)
    } finally {
      socket.destroy()
    }
  }
}

/** Resolves once the file is there, e.g. the socket of a server; looks again until the signal. */
export async function fileAppears(path: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !existsSync(path)) await sleep(20)
}

async function firstOf(
  program: ServerProgram,
  output: ServerOutput,
  exit: Promise<unknown>,
): Promise<void> {
  const { ready, waitLimitMs = WAIT_LIMIT_MS } = program
  const waitEnd = new AbortController()
  try {
    await Promise.race([
      ready(output, waitEnd.signal),
      exit.then(() => Promise.reject(new Error('the program ended'))),
      sleep(waitLimitMs, undefined, { signal: waitEnd.signal }).then(() =>
        Promise.reject(new Error(`not ready within ${waitLimitMs} ms`)),
      ),
    ])
  } finally {
    waitEnd.abort()
  }
}

function collectOutput(...streams: readonly NodeJS.ReadableStream[]): ServerOutput {
  const capCharacters = 200_000
  let text = ''
  const waiting = new Set<() => void>()
  for (const stream of streams) {
    stream.setEncoding('utf8')
    stream.on('data', (chunk: string) => {
      text = (text + chunk).slice(-capCharacters)
      for (const look of waiting) look()
    })
  }
  return {
    text: () => text,
    waitFor: (pattern) =>
      new Promise((resolve) => {
        const look = () => {
          const found = pattern.exec(text)
          if (found === null) return
          waiting.delete(look)
          resolve(found)
        }
        waiting.add(look)
        look()
      }),
  }
}

/** A child that lives a moment longer still holds ports and sockets, which the next start would trip over. */
async function groupEnded(group: number): Promise<void> {
  while (await groupRuns(group)) await sleep(5)
}

async function groupRuns(group: number): Promise<boolean> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
  )
  return stats.some((stat) => groupOf(stat) === `${group}`)
}

/** Resolves once a process that is no child of this one has ended. */
export async function processEnded(pid: number): Promise<void> {
  const isRunning = async () =>
    groupOf(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')) !== undefined
  while (await isRunning()) await sleep(5)
}

/** The process group in what /proc says of a process that has not ended. */
function groupOf(stat: string): string | undefined {
  // proc(5): pid (name) state parent group; the name may hold anything, brackets too.
  const [state, , group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return state === 'Z' || state === 'X' ? undefined : group
}

function signalGroup(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(-pid, name)
  } catch {
    // The group is deleted already, which is what a late signal wants anyway.
  }
}

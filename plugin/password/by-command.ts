import { type ChildProcess, spawn } from 'node:child_process'
import { type ChangeOutcome, type MakeChange, type WantedChange, wordsFor } from './outcome.ts'

interface CommandOptions {
  readonly command: readonly string[]
  readonly timeoutMs: number
  readonly outputBytes: number
}

/** Exit codes that say more than that it failed (sysexits.h): EX_NOPERM and EX_DATAERR. */
const OLD_REFUSED = 77
const NEW_REFUSED = 65

/** All that a program of the administrator finds in its environment: nothing of ours, which may hold secrets. */
const ENVIRONMENT = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  LANG: 'C.UTF-8',
}

/**
 * Changes passwords by a program: what it is to do is on its standard input, which no other user of the machine can see, as
 * they see arguments. No shell reads any of it. What outlives the time limit, or writes too much, is killed with all it started.
 */
export function changeByCommand(options: CommandOptions): MakeChange {
  return async (change) =>
    Object.values(change).some(hasControl) ? failed('more than one line') : runOnce(options, change)
}

/** Each is on a line of its own. */
function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text)
}

function runOnce(
  { command, timeoutMs, outputBytes }: CommandOptions,
  { user, present, wanted }: WantedChange,
): Promise<ChangeOutcome> {
  const [program = '', ...args] = command
  // A group of its own, so that what it started ends with it.
  const child = spawn(program, args, {
    cwd: '/',
    env: ENVIRONMENT,
    shell: false,
    detached: true,
    stdio: ['pipe', 'pipe', 'ignore'],
  })

  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let bytes = 0
    const end = (outcome: ChangeOutcome) => {
      clearTimeout(timer)
      resolve(outcome)
    }
    const cut = (reason: string) => {
      killGroup(child)
      child.stdout.destroy()
      end(failed(reason))
    }
    const timer = setTimeout(() => cut('ran out of time'), timeoutMs)
    child.stdout.on('data', (piece: Buffer) => {
      bytes += piece.length
      if (bytes > outputBytes) cut('wrote too much')
      else pieces.push(piece)
    })
    child.once('error', (error: NodeJS.ErrnoException) => end(failed(error.code ?? error.name)))
    child.once('close', (code, signal) =>
      end(outcomeOf(code, signal, Buffer.concat(pieces).toString())),
    )
    // Who does not read them tells by its exit code.
    child.stdin.on('error', () => undefined)
    child.stdin.end(`${user}\n${present}\n${wanted}\n`)
  })
}

function outcomeOf(
  code: number | null,
  signal: NodeJS.Signals | null,
  output: string,
): ChangeOutcome {
  if (code === 0) return { kind: 'changed' }
  if (code === OLD_REFUSED) return { kind: 'old-refused' }
  if (code === NEW_REFUSED) return { kind: 'new-refused', message: wordsFor(output) }
  return failed(code === null ? `was ended by ${signal ?? 'a signal'}` : `exit code ${code}`)
}

function failed(reason: string): ChangeOutcome {
  return { kind: 'failed', reason }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // All of them have ended.
  }
}

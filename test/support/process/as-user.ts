import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Teardown } from './temporary-directory.ts'

/** A Unix user by numbers; it need not be in `/etc/passwd`. */
export interface UnixUser {
  readonly uid: number
  readonly gid: number
  readonly groups?: readonly number[]
}

/** A program of another user that says one line for each it is given. */
export interface LineProgram {
  /** The next line it says. Throws with what it wrote to standard error when it has ended. */
  nextLine(): Promise<string>
  request(line: string): Promise<string>
  /** Closes its input and waits until it has ended. */
  end(): Promise<void>
  kill(): Promise<void>
}

/** Starts a program as that user, with these groups only. Needs root. */
export function startAs(
  t: Teardown,
  { uid, gid, groups = [] }: UnixUser,
  command: readonly string[],
): LineProgram {
  const supplementary = groups.length === 0 ? '--clear-groups' : `--groups=${groups.join(',')}`
  const user = [`--reuid=${uid}`, `--regid=${gid}`, supplementary]
  const child = spawn('setpriv', [...user, ...command], { env: { PATH: process.env['PATH'] } })
  const exit = once(child, 'exit')
  let faults = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    faults += text
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const nextLine = async (): Promise<string> => {
    const next = await lines.next()
    if (next.done !== true) return next.value
    await exit
    throw new Error(`${command[0] ?? ''} ended (${child.signalCode ?? child.exitCode}): ${faults}`)
  }
  const kill = async (): Promise<void> => {
    child.kill('SIGKILL')
    await exit
  }
  t.teardown(kill)
  return {
    nextLine,
    kill,
    request(line) {
      child.stdin.write(`${line}\n`)
      return nextLine()
    },
    async end() {
      child.stdin.end()
      await exit
    },
  }
}

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** Longer than any tool of a panel or of systemd takes; they must not hang an installation for ever. */
const COMMAND_MS = 120_000

/** A program ended with another code than 0, or did not end in time. `cause` holds its output. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed'
}

/** Runs a program without a shell and resolves to what it wrote. Throws CommandFailed. */
export async function runCommand(
  [program, ...args]: readonly string[],
  { withinMs = COMMAND_MS }: { readonly withinMs?: number } = {},
): Promise<string> {
  if (program === undefined) throw new Error('no program to run')
  try {
    const { stdout } = await execute(program, args, { timeout: withinMs, encoding: 'utf8' })
    return stdout
  } catch (cause) {
    throw new CommandFailed(
      `${[program, ...args].join(' ')} failed: ${reasonOf(cause, withinMs)}`,
      { cause },
    )
  }
}

function reasonOf(error: unknown, withinMs: number): string {
  if (!(error instanceof Error)) return String(error)
  if ('killed' in error && error.killed === true) return `no end within ${withinMs} ms`
  const output = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr.trim() : ''
  return output === '' ? error.message : output
}

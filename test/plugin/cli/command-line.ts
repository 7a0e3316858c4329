import { Readable } from 'node:stream'
import { runCliCommand } from '../../../plugin/cli/index.ts'

/** What a command said and how it ended. */
export interface CommandRun {
  readonly code: number | undefined
  readonly output: string
  readonly complaints: string
}

/** Runs `postern <words>` inside this process; a user types these lines. */
export async function postern(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
  typed: readonly string[] = [],
  now: () => number = Date.now,
): Promise<CommandRun> {
  let output = ''
  let complaints = ''
  const code = await runCliCommand(args, {
    environment,
    input: Readable.from(typed.map((line) => `${line}\n`)),
    write: (text) => {
      output += text
    },
    complain: (text) => {
      complaints += text
    },
    now,
    interruption: () => new AbortController().signal,
    version: async () => '0.1.0',
  })
  return { code, output, complaints }
}

import { existsSync } from 'node:fs'
import { parseArgs, type ParseArgsConfig } from 'node:util'

/** What a command has of the process around it. */
export interface CommandIo {
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Standard input: what a user types, or a script writes. */
  readonly input: NodeJS.ReadableStream
  /** To standard output and standard error. */
  write(text: string): void
  complain(text: string): void
  readonly now: () => number
  /** From the call on, the first SIGINT or SIGTERM aborts the signal instead of ending the process. */
  readonly interruption: () => AbortSignal
  /** Of the release this command belongs to. */
  readonly version: () => Promise<string>
}

/** A subcommand of `postern`: gets the words after its name, answers the exit code. */
export type Command = (args: readonly string[], io: CommandIo) => Promise<number>

/** The command line of a command makes no sense; the message is its usage. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault'
}

/** The arguments of a command line by their meaning. Throws UsageFault with the usage. */
export function readArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  args: readonly string[],
  options: Options,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true })
  } catch (cause) {
    throw new UsageFault(usage, { cause })
  }
}

/** Whether the words ask for the usage: then it is the response, and not a complaint. */
export function wantsHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** Where an installation has its configuration (scripts/install/machine/layout.ts). */
export const INSTALLED_CONFIG = '/etc/postern/postern.json'

/** The configuration that was named, or else that of the installation. Throws UsageFault with the usage where there is none. */
export function configFileOf(named: string | undefined, usage: string): string {
  if (named === undefined && !existsSync(INSTALLED_CONFIG)) throw new UsageFault(usage)
  return named ?? INSTALLED_CONFIG
}

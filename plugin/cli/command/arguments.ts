import { parseArgs, type ParseArgsConfig } from 'node:util'
import { UsageFault } from './command.ts'

/** The words of a command line by their meaning. Throws UsageFault with the usage. */
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

/** Whether the words ask for the usage: then it is the answer, and not a complaint. */
export function asksForHelp(args: readonly string[]): boolean {
  return args.includes('--help') || args.includes('-h')
}

/** The value of an option that must be there. Throws UsageFault with the usage. */
export function required(value: string | undefined, usage: string): string {
  if (value === undefined) throw new UsageFault(usage)
  return value
}

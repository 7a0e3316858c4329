#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runCliCommand } from './cli/index.ts'
import { asksForHelp } from './cli/command/command.ts'
import { loadConfig } from './config/config.ts'
import { startFailure } from './process/start-failure.ts'
import { startPostern } from './start.ts'
import { stopSignal } from './process/listen.ts'

/** Exit code of sysexits.h. */
const EX_USAGE = 64

/** Percent by which the heap outgrows what was alive in it before it is collected again. */
const HEAP_GROWTH_PERCENT = 50

const USAGE = `Usage: postern --config FILE [--check-config]
       postern doctor|sessions|keys|status --help

  --config FILE    configuration (JSON); see plugin/docs/admin-guide.md
  --check-config   validate the configuration and exit
  --help           this text, or that of a command
`

process.exitCode = await run(process.argv.slice(2))

/** The process edge: arguments, environment, signals and exit codes are handled here and nowhere else. */
async function run(args: readonly string[]): Promise<number> {
  try {
    return (await runCliCommand(args, commandIo())) ?? (await serve(args))
  } catch (error) {
    // Whatever a failed start has opened must not keep the process alive.
    process.exit(reportFailure(error))
  }
}

function commandIo() {
  return {
    environment: process.env,
    write: (text: string) => void process.stdout.write(text),
    complain: (text: string) => void process.stderr.write(text),
    now: Date.now,
  }
}

async function serve(args: readonly string[]): Promise<number> {
  if (asksForHelp(args)) {
    process.stdout.write(USAGE)
    return 0
  }
  const options = readArguments(args)
  if (options === undefined) {
    process.stderr.write(USAGE)
    return EX_USAGE
  }
  const config = await loadConfig(options.file, process.env)
  if (options.isCheckOnly) {
    process.stdout.write(`${options.file}: the configuration is valid\n`)
    return 0
  }
  limitHeapGrowth()
  // From before it listens: a signal in between would end it without a word to whom it serves already.
  const stopped = stopSignal()
  const postern = await startPostern(config)
  process.stdout.write(`listening on ${postern.address}\n`)
  await stopped
  await postern.stop()
  return 0
}

function readArguments(
  args: readonly string[],
): { readonly file: string; readonly isCheckOnly: boolean } | undefined {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: { config: { type: 'string' }, 'check-config': { type: 'boolean', default: false } },
    })
    if (values.config === undefined) return undefined
    return { file: values.config, isCheckOnly: values['check-config'] }
  } catch {
    // An unknown option: the usage says what there is.
    return undefined
  }
}

function reportFailure(error: unknown): number {
  const { lines, exitCode } = startFailure(error)
  for (const line of lines) process.stderr.write(`${line}\n`)
  return exitCode
}

/**
 * Holds this process near what it needs: left to itself, V8 lets garbage of sign-ins and first lists
 * take as much memory as everything that is alive. Read by V8 at each collection, for all threads.
 */
function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${HEAP_GROWTH_PERCENT}`)
}

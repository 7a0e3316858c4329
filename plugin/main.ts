#!/usr/bin/env node
import { runCliCommand } from './cli/index.ts'
import { wantsHelp, configFileOf, readArguments, UsageFault } from './cli/command/command.ts'
import { logoProblems } from './config/branding/problems.ts'
import { loadConfig, ConfigFault } from './config/config.ts'
import { secretProblems } from './config/secrets/secret-problems.ts'
import { EX_CONFIG, EX_USAGE } from './process/exit-codes.ts'
import { readVersion } from './version.ts'

const USAGE = `Usage: postern [--config FILE] [--check-config]
       postern backup|database|delete|doctor|explain|export|import|keys|restore|roundcube-sessions|second-factor|sessions|setup|size|status --help

  --config FILE    configuration (JSON), /etc/postern/postern.json by itself; see plugin/docs/admin-guide.md
  --check-config   validate the configuration and its secrets, and exit
  --version        the version of this release
  --help           this text, or that of a command
`

process.exitCode = await run(process.argv.slice(2))

/**
 * The process edge: arguments, environment, signals and exit codes are handled here and nowhere else. What serves,
 * and each command, is loaded when it is known to be wanted: a short command would wait for all of it.
 */
async function run(args: readonly string[]): Promise<number> {
  try {
    return (await runCliCommand(args, commandIo())) ?? (await runWithoutCommand(args))
  } catch (error) {
    // Whatever a failed start has opened must not keep the process alive.
    process.exit(await reportFailure(error))
  }
}

function commandIo() {
  return {
    environment: process.env,
    input: process.stdin,
    write: (text: string) => void process.stdout.write(text),
    complain: (text: string) => void process.stderr.write(text),
    now: Date.now,
    interruption,
    version: readVersion,
  }
}

function interruption(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => controller.abort())
  return controller.signal
}

async function runWithoutCommand(args: readonly string[]): Promise<number> {
  if (wantsHelp(args)) {
    process.stdout.write(USAGE)
    return 0
  }
  if (args.includes('--version')) {
    process.stdout.write(`postern ${await readVersion()}\n`)
    return 0
  }
  const { file, isCheckOnly } = readStartArguments(args)
  if (isCheckOnly) {
    const written = await loadConfig(file, process.env)
    const problems = [
      ...(await secretProblems(written, { areMade: written.credentialsDir === null })),
      ...(await logoProblems(written.branding)),
    ]
    if (problems.length > 0) throw new ConfigFault(problems)
    process.stdout.write(`${file}: the configuration is valid\n`)
    return 0
  }
  const { serve } = await import('./serve.ts')
  await serve(file)
  return 0
}

/** Throws UsageFault for what does not make sense. */
function readStartArguments(args: readonly string[]): {
  readonly file: string
  readonly isCheckOnly: boolean
} {
  const options = {
    config: { type: 'string' },
    'check-config': { type: 'boolean', default: false },
  } as const
  const { values, positionals } = readArguments(args, options, USAGE)
  if (positionals.length > 0) throw new UsageFault(USAGE)
  return { file: configFileOf(values.config, USAGE), isCheckOnly: values['check-config'] }
}

async function reportFailure(error: unknown): Promise<number> {
  const complain = (lines: readonly string[]) => process.stderr.write(`${lines.join('\n')}\n`)
  if (error instanceof UsageFault) {
    complain([error.message])
    return EX_USAGE
  }
  if (error instanceof ConfigFault) {
    complain(error.problems)
    return EX_CONFIG
  }
  const { startFailure } = await import('./process/start-failure.ts')
  const { lines, exitCode } = startFailure(error)
  complain(lines)
  return exitCode
}

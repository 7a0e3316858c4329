#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8'
import { runCliCommand } from './cli/index.ts'
import { asksForHelp, configFileOf, readArguments, UsageFault } from './cli/command/command.ts'
import { logoProblems } from './config/branding/problems.ts'
import { loadConfig, ConfigFault } from './config/config.ts'
import { withServerPasswords } from './config/secrets/server-passwords.ts'
import { secretProblems } from './config/secrets/secret-problems.ts'
import { startPostern, type RunningPostern } from './start.ts'
import { onReloadSignal, stopSignal } from './process/listen.ts'
import { createServiceManager } from './process/service-manager.ts'
import { MissingDriver, StoreUnavailable } from '../store/index.ts'
import { InvalidSetting } from './config/invalid-setting.ts'
import { readVersion } from './version.ts'

/** Exit codes of sysexits.h. */
const EX_USAGE = 64
const EX_SOFTWARE = 70
const EX_IOERR = 74
const EX_TEMPFAIL = 75
const EX_CONFIG = 78

/** Percent by which the heap outgrows what was alive in it before it is collected again. */
const HEAP_GROWTH_PERCENT = 50

const USAGE = `Usage: postern [--config FILE] [--check-config]
       postern doctor|explain|export|delete|import|sessions|setup|keys|second-factor|status --help

  --config FILE    configuration (JSON), /etc/postern/postern.json by itself; see plugin/docs/admin-guide.md
  --check-config   validate the configuration and its secrets, and exit
  --version        the version of this release
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
    input: process.stdin,
    write: (text: string) => void process.stdout.write(text),
    complain: (text: string) => void process.stderr.write(text),
    now: Date.now,
    version: readVersion,
  }
}

async function serve(args: readonly string[]): Promise<number> {
  if (asksForHelp(args)) {
    process.stdout.write(USAGE)
    return 0
  }
  if (args.includes('--version')) {
    process.stdout.write(`postern ${await readVersion()}\n`)
    return 0
  }
  const options = readStartArguments(args)
  const written = await loadConfig(options.file, process.env)
  if (options.isCheckOnly) {
    const problems = [
      ...(await secretProblems(written, { areMade: written.credentialsDir === null })),
      ...(await logoProblems(written.branding)),
    ]
    if (problems.length > 0) throw new ConfigFault(problems)
    process.stdout.write(`${options.file}: the configuration is valid\n`)
    return 0
  }
  const config = await withServerPasswords(written)
  limitHeapGrowth()
  // From before it listens: a signal in between would end it without a word to whom it serves already.
  const stopped = stopSignal()
  const manager = createServiceManager({
    environment: process.env,
    pid: process.pid,
    onFailed: (error) => process.stderr.write(`systemd can not be told: ${String(error)}\n`),
  })
  const served: { by?: RunningPostern } = {}
  const read = async () => withServerPasswords(await loadConfig(options.file, process.env))
  onReloadSignal(async () => {
    // A start reads its files anyway, and the signal would end it.
    const { by: serving } = served
    if (serving === undefined) return
    await manager.reloading()
    await serving.reload(read)
    await manager.ready(`listening on ${serving.address}`)
  })
  const postern = await startPostern(config)
  served.by = postern
  process.stdout.write(`listening on ${postern.address}\n`)
  await manager.ready(`listening on ${postern.address}`)
  await stopped
  await manager.stopping()
  await postern.stop()
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

/** What a process that cannot start says on standard error, and its exit code (sysexits.h). */
interface StartFailure {
  readonly lines: readonly string[]
  readonly exitCode: number
}

/** A line or two for what an administrator can mend; the stack only for what nobody expected. */
function startFailure(error: unknown): StartFailure {
  if (error instanceof UsageFault) return { lines: [error.message], exitCode: EX_USAGE }
  if (error instanceof ConfigFault) return { lines: error.problems, exitCode: EX_CONFIG }
  if (error instanceof MissingDriver) return { lines: [error.message], exitCode: EX_CONFIG }
  if (error instanceof InvalidSetting) {
    return { lines: [error.message], exitCode: settingCode(error.cause) }
  }
  if (error instanceof StoreUnavailable) return spoolFailure(error)
  if (isAboutFile(error)) return { lines: [`dataDir: ${error.message}`], exitCode: EX_IOERR }
  const words = error instanceof Error ? (error.stack ?? error.message) : String(error)
  return { lines: [words], exitCode: EX_SOFTWARE }
}

/** A secret that others can read gets no better by trying again; a disk or an address may. */
function settingCode(cause: unknown): number {
  if (isAboutFile(cause)) return EX_IOERR
  return isAboutAddress(cause) ? EX_TEMPFAIL : EX_CONFIG
}

/** Only the spool is needed for a start. */
function spoolFailure({ engineCode, cause }: StoreUnavailable): StartFailure {
  if (engineCode === '5') {
    const line = 'dataDir: another process holds the spool; each Postern needs a dataDir of its own'
    return { lines: [line], exitCode: EX_TEMPFAIL }
  }
  const reason = cause instanceof Error ? cause.message : engineCode
  return { lines: [`dataDir: the spool cannot be opened: ${reason}`], exitCode: EX_IOERR }
}

/** An error of the system about a file: read-only, full, not ours. Its words name the path. */
function isAboutFile(error: unknown): error is Error {
  return error instanceof Error && 'syscall' in error && 'path' in error
}

/** An error of the system about an address to listen at: taken, not of this machine, not allowed. */
function isAboutAddress(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error && error.syscall === 'listen'
}

import { existsSync, realpathSync } from 'node:fs'
import { isAbsolute } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { CorruptFile } from '../../plugin/config/corrupt-file.ts'
import { install } from './install.ts'
import { LockRefused, takeLock } from './machine/lock.ts'
import {
  INSTALL_USAGE,
  parseInstallerArguments,
  UNINSTALL_USAGE,
  OptionsFault,
  type InstallOptions,
  type UninstallOptions,
} from './machine/options.ts'
import { SESSIONS_SUBJECT } from './preflight/roundcube.ts'
import { exitCodeOf, report, reportText, type Report } from './report.ts'
import { uninstall } from './uninstall.ts'

const EX_USAGE = 2

process.exitCode = await run(process.argv.slice(2))

/** The process edge: arguments, signals, output and exit codes of both launchers. */
async function run([command, ...args]: readonly string[]): Promise<number> {
  const usage = command === 'uninstall' ? UNINSTALL_USAGE : INSTALL_USAGE
  try {
    const options = parseInstallerArguments(command, args, { nodeBinary: namedNode() })
    if (options === undefined) {
      process.stdout.write(usage)
      return 0
    }
    const reported = new Set<string>()
    const writeLine = (line: string): void => {
      // A program reads one report, at the end.
      if (options.asJson) return
      reported.add(line)
      process.stdout.write(`${line}\n`)
    }
    const first = await runLocked(options, writeLine)
    const result = (await agreesToSignOut(options, first))
      ? await runLocked({ ...options, signsOut: true }, writeLine)
      : first
    process.stdout.write(
      options.asJson ? `${JSON.stringify(result, undefined, 2)}\n` : reportText(result, reported),
    )
    return exitCodeOf(result)
  } catch (error) {
    if (!(error instanceof OptionsFault)) throw error
    process.stderr.write(`${error.message}\n\n${usage}`)
    return EX_USAGE
  }
}

/** Whether it was refused only because users would have to sign in again, and anyone who sits there wants that. */
async function agreesToSignOut(
  { asJson }: InstallOptions | UninstallOptions,
  { outcome, findings }: Report,
): Promise<boolean> {
  const refusals = findings.filter(({ kind }) => kind === 'refusal')
  const isAboutSessions = refusals.every(({ subject }) => subject === SESSIONS_SUBJECT)
  if (outcome !== 'refused' || refusals.length === 0 || !isAboutSessions) return false
  if (asJson || !process.stdin.isTTY || !process.stdout.isTTY) return false
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const texts = refusals.map(({ text }) => text).join('\n')
    const response = await terminal.question(`${texts}\nGo on, and have them sign in again? [y/N] `)
    return /^y(es)?$/i.test(response.trim())
  } finally {
    terminal.close()
  }
}

async function runLocked(
  options: InstallOptions | UninstallOptions,
  writeLine: (line: string) => void,
): Promise<Report> {
  const release = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '')
  try {
    const unlock = await takeLock(options.prefix)
    try {
      if (options.command === 'uninstall') return await uninstall(options, { release, announce })
      return await install(options, { release, signal: stopSignal(), now: Date.now, writeLine })
    } finally {
      await unlock()
    }
  } catch (error) {
    if (!(error instanceof LockRefused) && !(error instanceof CorruptFile)) throw error
    return report({ outcome: 'refused', problems: [error.message] })
  }
}

/** Ctrl-C and an end of the session roll back what was started, instead of leaving half of it. */
function stopSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => controller.abort())
  }
  return controller.signal
}

/** NODE_BINARY, unless the launcher passed it over because it is too old or none. */
function namedNode(): string | undefined {
  const named = process.env['NODE_BINARY']
  if (named === undefined || !isAbsolute(named) || !existsSync(named)) return undefined
  return realpathSync(named) === realpathSync(process.execPath) ? named : undefined
}

/** Apart from the report, which may be read by a program. */
function announce(lines: readonly string[]): void {
  for (const line of lines) process.stderr.write(`will ${line}\n`)
}

import { readlink, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { readInstalledState } from './record/installed-state.ts'
import { journalDigest, readJournal, takeBackAll } from './record/journal.ts'
import { listReleaseProcesses } from './record/releases-in-use.ts'
import { takeBackServing } from './record/take-back-serving.ts'
import { unlessMissing } from '../../plugin/config/system-error.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { lookAround } from './machine/machine.ts'
import type { InstallOptions } from './machine/options.ts'
import { createFindOwner } from './machine/ownership.ts'
import { prepareInstallation, type Prepared } from './prepare.ts'
import { runDoctor, DoctorSilent } from './doctor.ts'
import { doctorLines, nextSteps } from './next-steps.ts'
import { findingText, report, type Report } from './report.ts'
import { openService } from './service/open.ts'
import type { Service } from './service/service.ts'
import {
  startTransaction,
  NotStarted,
  serveFormer,
  stepText,
  stillRunning,
  type Transaction,
} from './transaction.ts'
import { waitUntilReady } from './service/health-check.ts'

interface InstallContext {
  /** Folder of the package this program belongs to. */
  readonly release: string
  /** Aborted by SIGINT and SIGTERM: what was started is rolled back. */
  readonly signal: AbortSignal
  readonly now: () => number
  /** Shown at once: how far it is. */
  readonly writeLine: (line: string) => void
}

/**
 * Installs, upgrades or repairs. What fails is rolled back, and the release that ran before serves again;
 * the report says how it ended. Nothing is changed before every check has passed.
 */
export async function install(options: InstallOptions, context: InstallContext): Promise<Report> {
  const layout = layoutAt(options.prefix)
  const { writeLine } = context
  writeLine('looking at this machine, the package, and every server of the configuration')
  const undone: Interrupted = options.isDryRun ? NOTHING_UNDONE : await undoInterrupted(layout)
  if (undone.problems.length > 0) return report({ outcome: 'incomplete', ...undone })
  const prepared = await prepareInstallation(options, context.release, context.now)
  const { findings } = prepared
  for (const line of [...undone.steps, ...findings.map(findingText)]) writeLine(line)
  if (!('plan' in prepared)) return report({ outcome: 'refused', findings, steps: undone.steps })
  if (options.isDryRun) {
    return report({ outcome: 'dry run', findings, steps: await describeSteps(prepared) })
  }

  try {
    const carriedOut = await carryOut(prepared, options, context)
    const isMore = undone.steps.length > 0 && carriedOut.outcome === 'nothing to do'
    const outcome = isMore ? 'done' : carriedOut.outcome
    return { ...carriedOut, outcome, steps: [...undone.steps, ...carriedOut.steps] }
  } catch (error) {
    if (!(error instanceof NotStarted)) throw error
    const outcome = error.problems.length === 0 ? 'rolled back' : 'incomplete'
    return report({ outcome, findings, problems: [error.message, ...error.problems] })
  }
}

async function carryOut(
  prepared: Prepared,
  options: InstallOptions,
  { signal, writeLine: printLine }: InstallContext,
): Promise<Report> {
  const { findings } = prepared
  const transaction = await startTransaction(prepared, { signal, writeLine: printLine })
  try {
    await transaction.apply(prepared.plan.groundwork)
    const isStarted = await startWhatChanged(prepared, transaction, {
      options,
      signal,
      writeLine: printLine,
    })
    await transaction.apply(prepared.plan.registration)
    const problems = await transaction.commit()
    const outcome = isStarted || transaction.hasChanged() ? 'done' : 'nothing to do'
    const steps = transaction.outcomes().map(stepText)
    return report({
      outcome,
      findings,
      steps,
      problems,
      ...(await lookBack(prepared, options, printLine)),
    })
  } catch (error) {
    const steps = transaction.outcomes().map(stepText)
    return { ...(await transaction.rollBack(error)), findings, steps }
  }
}

/** Whether all is well now, and what comes next. A doctor that cannot be asked is no reason to take anything back. */
async function lookBack(
  { layout, panel, config }: Prepared,
  { startsService }: InstallOptions,
  writeLine: InstallContext['writeLine'],
): Promise<Pick<Report, 'doctor' | 'next'>> {
  const next = nextSteps({ layout, panel, config, isStarted: startsService })
  if (!startsService) return { doctor: [], next }
  writeLine('asking postern doctor')
  try {
    const findings = await runDoctor(layout.current, layout.configFile, 'everything')
    return { doctor: doctorLines(findings), next }
  } catch (error) {
    if (!(error instanceof DoctorSilent)) throw error
    return { doctor: [`it could not be asked: ${error.message}`], next }
  }
}

/** What became of an installation that was killed. */
interface Interrupted {
  /** Lines of the report; none where no installation was interrupted. */
  readonly steps: readonly string[]
  readonly problems: readonly string[]
}

const NOTHING_UNDONE: Interrupted = { steps: [], problems: [] }

/**
 * An installation that was killed left its journal: the machine is restored before anything else. What a
 * first installation had started is stopped before its files go; what an upgrade had started gives way to the former
 * release before its files go. One that was killed after everything was remembered is complete.
 */
async function undoInterrupted(layout: Layout): Promise<Interrupted> {
  const { journalFile, releases } = layout
  const entries = await readJournal(journalFile)
  if (entries === undefined) return NOTHING_UNDONE
  const state = await readInstalledState(layout.stateFile)
  if (state?.journalSha256 === (await journalDigest(journalFile))) {
    await rm(journalFile, { force: true })
    return NOTHING_UNDONE
  }
  const undos = entries.map(({ undo }) => undo)
  const wasFirst = undos.some((undo) => undo.kind === 'remove-link' && undo.path === layout.current)
  const steps = [`taken back  an installation that was interrupted, ${entries.length} steps`]
  const service = await serviceOf(layout)
  if (!wasFirst && (await service.isRunning())) {
    const serveAgain = () => serveFormer(layout, service)
    const problems = await takeBackServing({ undos, record: journalFile, releases, serveAgain })
    const restarted = `restarted   ${service.name}: the former release serves again`
    return { steps: problems.length === 0 ? [...steps, restarted] : steps, problems }
  }
  try {
    if (wasFirst) await service.stop()
  } catch (error) {
    return { steps: [], problems: [stillRunning(error)] }
  }
  return { steps, problems: await takeBackAll(undos, journalFile) }
}

async function serviceOf(layout: Layout): Promise<Service> {
  const machine = await lookAround(layout)
  return openService(layout, machine, createFindOwner(machine.isForReal))
}

async function describeSteps({ plan, service }: Prepared): Promise<readonly string[]> {
  const describe = async (steps: Prepared['plan']['groundwork']): Promise<readonly string[]> => {
    const lines: string[] = []
    for (const step of steps) {
      lines.push(`${(await step.isDone()) ? 'already so' : 'would    '}  ${step.describe}`)
    }
    return lines
  }
  const verb = await startVerb(service)
  return [
    ...(await describe([...plan.bootstrap, ...plan.groundwork])),
    `would      ${verb} (${service.name}) and wait until it is ready`,
    ...(await describe(plan.registration)),
  ]
}

async function startVerb(service: Service): Promise<string> {
  if (!(await service.isRunning())) return 'start'
  return (await service.hasOldSocket()) ? 'restart' : 'restart if anything changed'
}

/**
 * Starts Postern, or restarts it when something changed under it, its socket is not as configured or it runs from another
 * release than the current one, and waits until it is ready. Resolves to whether it did; throws NotReady, CommandFailed, or the reason of an abort.
 */
async function startWhatChanged(
  { layout, service, config }: Prepared,
  transaction: Transaction,
  {
    options: { startsService, healthMs },
    signal,
    writeLine,
  }: { readonly options: InstallOptions } & Pick<InstallContext, 'signal' | 'writeLine'>,
): Promise<boolean> {
  if (!startsService) return false
  const isDue =
    transaction.hasChanged() || (await service.hasOldSocket()) || (await runsElsewhere(layout))
  if (transaction.wasRunning && !isDue) return false
  const verb = transaction.wasRunning ? 'restarting' : 'starting'
  writeLine(
    `${verb} (${service.name}), and waiting until it is ready, ${healthMs / 1_000} s at most`,
  )
  if (transaction.wasRunning) await service.restart()
  else await service.start()
  await waitUntilReady({ address: config.private, service, withinMs: healthMs, signal })
  return true
}

/** A Postern serves from another release, e.g. after an installation that was killed or one without a start. */
async function runsElsewhere({ current, releases }: Layout): Promise<boolean> {
  const target = await unlessMissing(readlink(current))
  const processes = await listReleaseProcesses(releases)
  return processes.some(
    ({ release, isGateway }) => isGateway && target !== undefined && release !== basename(target),
  )
}

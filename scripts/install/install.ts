import { readJournal, takeBackAll } from './record/journal.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { lookAround } from './machine/machine.ts'
import type { InstallOptions } from './machine/options.ts'
import { createFindOwner } from './machine/ownership.ts'
import { prepareInstallation, type Prepared } from './prepare.ts'
import { report, type Report } from './report.ts'
import { openService } from './service/open.ts'
import type { Service } from './service/service.ts'
import {
  beginTransaction,
  NotBegun,
  stepText,
  stillRunning,
  type Transaction,
} from './transaction.ts'
import { waitUntilReady } from './service/health-check.ts'

interface InstallContext {
  /** Folder of the package this program belongs to. */
  readonly release: string
  /** Aborted by SIGINT and SIGTERM: what was begun is taken back. */
  readonly signal: AbortSignal
  readonly now: () => number
}

/**
 * Installs, upgrades or repairs. What fails is taken back, and the release that ran before serves again;
 * the report says how it ended. Nothing is changed before every check has passed.
 */
export async function install(options: InstallOptions, context: InstallContext): Promise<Report> {
  const layout = layoutAt(options.prefix)
  if (!options.isDryRun) {
    const problems = await undoInterrupted(layout)
    if (problems.length > 0) return report({ outcome: 'incomplete', problems })
  }
  const prepared = await prepareInstallation(options, context.release, context.now)
  const { findings } = prepared
  if (!('plan' in prepared)) return report({ outcome: 'refused', findings })
  if (options.isDryRun) {
    return report({ outcome: 'dry run', findings, steps: await describeSteps(prepared) })
  }

  try {
    return await carryOut(prepared, options, context.signal)
  } catch (error) {
    if (!(error instanceof NotBegun)) throw error
    const outcome = error.problems.length === 0 ? 'rolled back' : 'incomplete'
    return report({ outcome, findings, problems: [error.message, ...error.problems] })
  }
}

async function carryOut(
  prepared: Prepared,
  options: InstallOptions,
  signal: AbortSignal,
): Promise<Report> {
  const { findings } = prepared
  const transaction = await beginTransaction(prepared, signal)
  try {
    await transaction.apply(prepared.plan.groundwork)
    const isStarted = await startWhatChanged(prepared, transaction, options, signal)
    await transaction.apply(prepared.plan.registration)
    const problems = await transaction.commit()
    const outcome = isStarted || transaction.hasChanged() ? 'done' : 'nothing to do'
    return report({ outcome, findings, steps: transaction.outcomes().map(stepText), problems })
  } catch (error) {
    const steps = transaction.outcomes().map(stepText)
    return { ...(await transaction.rollBack(error)), findings, steps }
  }
}

/**
 * An installation that was killed left its journal: the machine is put back before anything else. What a
 * first installation had started is stopped before its files go.
 */
async function undoInterrupted(layout: Layout): Promise<readonly string[]> {
  const entries = await readJournal(layout.journalFile)
  if (entries === undefined) return []
  const undos = entries.map(({ undo }) => undo)
  const wasFirst = undos.some((undo) => undo.kind === 'remove-file' && undo.path === layout.current)
  try {
    if (wasFirst) await (await serviceOf(layout)).stop()
  } catch (error) {
    return [stillRunning(error)]
  }
  return takeBackAll(undos, layout.journalFile)
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
 * Starts Postern, or restarts it when something changed under it or its socket is not as configured, and
 * waits until it is ready. Resolves to
 * whether it did; throws NotReady, CommandFailed, or the reason of an abort.
 */
async function startWhatChanged(
  { service, config }: Prepared,
  transaction: Transaction,
  { startsService, healthMs }: InstallOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!startsService) return false
  const isDue = transaction.hasChanged() || (await service.hasOldSocket())
  if (transaction.wasRunning && !isDue) return false
  if (transaction.wasRunning) await service.restart()
  else await service.start()
  await waitUntilReady({ address: config.private, service, withinMs: healthMs, signal })
  return true
}

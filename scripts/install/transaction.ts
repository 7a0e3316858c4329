import { rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { loadConfig } from '../../plugin/config/config.ts'
import { databaseName } from './database/database-name.ts'
import { waitUntilReady } from './service/health-check.ts'
import { mergeUndos, writeInstalledState } from './record/installed-state.ts'
import {
  journalDigest,
  openJournal,
  takeBackAll,
  type Journal,
  type JournalEntry,
} from './record/journal.ts'
import { listReleaseProcesses } from './record/releases-in-use.ts'
import { takeBackServing } from './record/take-back-serving.ts'
import { notifyOthers } from './notify-others.ts'
import type { Prepared } from './prepare.ts'
import { report, type Report } from './report.ts'
import type { Service } from './service/service.ts'
import type { Step } from './steps/step.ts'
import { undoSubjectOf } from './record/undo.ts'
import type { Layout } from './machine/layout.ts'
import { findReleases, removeRelease } from './own/release-tree.ts'

/** One installation that either comes about as a whole or leaves the machine as it was. */
export interface Transaction {
  /** Whether Postern ran when it began. */
  readonly wasRunning: boolean
  apply(steps: readonly Step[]): Promise<void>
  /** What came of the steps so far. */
  outcomes(): readonly StepOutcome[]
  hasChanged(): boolean
  /** Remembers how to remove it all, and resolves to what is left to do manually. */
  commit(): Promise<readonly string[]>
  /** Takes everything back and has the former release serve again. Never throws. */
  rollBack(reason: unknown): Promise<Report>
}

/** Lines of Postern's output that a failed start shows. */
const LOG_LINES = 50
/** The former release is known to work; a busy machine may only be slow. */
const SERVE_AGAIN_MS = 60_000

/** There is no place for a journal; what was made for it has been rolled back, except for the problems. */
export class NotStarted extends Error {
  override readonly name = 'NotBegun'
  readonly problems: readonly string[]

  constructor(message: string, problems: readonly string[], options: ErrorOptions) {
    super(message, options)
    this.problems = problems
  }
}

/** Makes the folder of the journal and starts it; `writeLine` hears of each step as it is done. Throws NotStarted. */
export async function startTransaction(
  prepared: Prepared,
  {
    signal,
    writeLine,
  }: { readonly signal: AbortSignal; readonly writeLine: (line: string) => void },
): Promise<Transaction> {
  const { layout, plan, service, machine } = prepared
  const wasRunning = await service.isRunning()
  const early: JournalEntry[] = []
  const all: StepOutcome[] = []
  const journal = await startJournal()

  const undos = () => journal.entries.map(({ undo }) => undo)
  const changedPaths = () => undos().map(undoSubjectOf)
  const notifyOtherPrograms = async (paths: readonly string[]): Promise<readonly string[]> =>
    machine.isForReal ? notifyOthers(paths, layout) : []
  const hasChanged = (): boolean => all.some(({ outcome }) => outcome === 'done')

  return {
    wasRunning,
    outcomes: () => all,
    hasChanged,
    async apply(steps) {
      await applySteps(steps, {
        remember: (entry) => journal.add(entry),
        report: noteOutcome,
        signal,
      })
    },
    async commit() {
      // fail2ban has read its files in a step of its own (steps/fail2ban.ts).
      const untold = changedPaths().filter((path) => !path.startsWith(layout.at('/etc/fail2ban/')))
      const problems = await notifyOtherPrograms(untold)
      const { version, panel, positioned, before, undosBefore } = prepared
      await writeInstalledState(layout.stateFile, {
        version,
        panel,
        nodeBinary: prepared.nodeBinary ?? null,
        roundcube: prepared.roundcube,
        roundcubePlugin: prepared.roundcubePlugin,
        dovecot: prepared.dovecot,
        shippedConfigSha256: positioned.shippedSha256,
        shippedFiles: shippedFiles(plan),
        journalSha256: await finishedJournal(),
        databases: [
          ...new Set([...(before?.databases ?? []), databaseName(layout, prepared.config)]),
        ],
        undos: mergeUndos(undosBefore, undos()),
      })
      await journal.close()
      await rm(layout.journalFile, { force: true })
      // A repair, or the same version again: what there is to go back to stays.
      if (before?.version !== version) await pruneReleases(layout, [version, before?.version])
      return problems
    },
    async rollBack(reason) {
      await journal.close()
      const log = await service.lastLines(LOG_LINES).catch(() => []) // Nothing to show is no reason to stop.
      const problems = await takeEverythingBack()
      return report({
        outcome: problems.length === 0 ? 'rolled back' : 'incomplete',
        problems: [messageOf(reason), ...problems, ...(await notifyOtherPrograms(changedPaths()))],
        log,
      })
    },
  }

  function noteOutcome(outcome: StepOutcome): void {
    all.push(outcome)
    writeLine(stepText(outcome))
  }

  /** Remembered with the installation: from then on it is kept, also when what follows is interrupted. */
  async function finishedJournal(): Promise<string | null> {
    const isEmpty = journal.entries.length === 0
    const digest = isEmpty
      ? prepared.before?.journalSha256
      : await journalDigest(layout.journalFile)
    return digest ?? null
  }

  async function startJournal(): Promise<Journal> {
    try {
      await applySteps(plan.bootstrap, {
        // There is no journal yet: its folder is what these steps make.
        remember: async (entry) => void early.push(entry),
        report: noteOutcome,
        signal,
      })
      return await openJournal(layout.journalFile, early)
    } catch (cause) {
      const made = early.map(({ undo }) => undo)
      const problems = await takeBackAll(made, layout.journalFile)
      throw new NotStarted(messageOf(cause), problems, { cause })
    }
  }

  async function takeEverythingBack(): Promise<readonly string[]> {
    const { journalFile, releases } = layout
    if (wasRunning) {
      // Whatever was aborted, and with a longer limit than the release that failed.
      const serveAgain = () => serveFormer(layout, service)
      return takeBackServing({ undos: undos(), record: journalFile, releases, serveAgain })
    }
    try {
      await service.stop()
    } catch (error) {
      // Its files stay as long as it runs; the journal does, too, for the next run or a removal.
      return [stillRunning(error)]
    }
    return takeBackAll(undos(), journalFile)
  }
}

/** Restarts into what is installed again and waits until it is ready; resolves to what went wrong. */
export async function serveFormer(layout: Layout, service: Service): Promise<readonly string[]> {
  try {
    await service.restart()
    // As it is again: the one that was installed may have named another private address.
    const config = await loadConfig(layout.configFile, { NODE_ENV: 'production' })
    const address = config.private
    const waitEnd = new AbortController()
    await waitUntilReady({ address, service, withinMs: SERVE_AGAIN_MS, signal: waitEnd.signal })
    return []
  } catch (error) {
    return [`the former release does not serve again: ${messageOf(error)}`]
  }
}

function shippedFiles({ adjustable }: Prepared['plan']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    adjustable.flatMap(({ path, shippedSha256 }) =>
      shippedSha256 === null ? [] : [[path, shippedSha256]],
    ),
  )
}

/** Why a Postern that was started keeps its files. */
export function stillRunning(reason: unknown): string {
  return `Postern cannot be stopped, so nothing was taken back: ${messageOf(reason)}`
}

/** A step as a line of the report. */
export function stepText({ step, outcome }: StepOutcome): string {
  return `${outcome === 'done' ? 'done      ' : 'already so'}  ${step}`
}

function messageOf(reason: unknown): string {
  if (!(reason instanceof Error)) return String(reason)
  return reason.name === 'AbortError' ? 'interrupted' : reason.message
}

/** What came of one step. */
interface StepOutcome {
  readonly step: string
  readonly outcome: 'already so' | 'done'
}

interface ApplyOptions {
  /** Awaited before each step that changes something. */
  readonly remember: (entry: JournalEntry) => Promise<void>
  readonly report: (outcome: StepOutcome) => void
  /** An abort takes effect between two steps. */
  readonly signal: AbortSignal
}

/** Carries out what is not yet so, in order. Throws what a step throws, and the reason of an abort. */
async function applySteps(
  steps: readonly Step[],
  { remember, report, signal }: ApplyOptions,
): Promise<void> {
  for (const step of steps) {
    signal.throwIfAborted()
    if (await step.isDone()) {
      report({ step: step.describe, outcome: 'already so' })
      continue
    }
    const undo = await step.planUndo()
    if (undo !== undefined) await remember({ step: step.describe, undo })
    await step.apply()
    report({ step: step.describe, outcome: 'done' })
    for (const note of step.notes?.() ?? []) report({ step: note, outcome: 'done' })
  }
}

/** Removes all releases but those named, the present one and the one to go back to manually, and those something runs from. What others put there stays. */
async function pruneReleases(
  { releases }: Layout,
  stored: readonly (string | undefined)[],
): Promise<void> {
  const used = (await listReleaseProcesses(releases)).map(({ release }) => release)
  for (const path of await findReleases(releases)) {
    if (![...stored, ...used].includes(basename(path))) await removeRelease(path)
  }
}

import { lstat, rename } from 'node:fs/promises'
import type { CorruptFile } from '../../plugin/config/corrupt-file.ts'
import { takeBackAll, takeBackEach } from './record/journal.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { listRemovals } from './plan/removals.ts'
import { lookAround, type Machine } from './machine/machine.ts'
import { notifyOthers } from './notify-others.ts'
import type { UninstallOptions } from './machine/options.ts'
import { createFindOwner } from './machine/ownership.ts'
import { preflightWarning, type PreflightFinding } from './preflight/finding.ts'
import { isInOwnRoot, sqliteFile } from './own/installation-names.ts'
import { giveOwn, hasOwn, removeIfEmpty, removeOwn, withoutFile } from './own/own-tree.ts'
import { ArchiveFault, createArchive, type Archive } from './removal/archive.ts'
import { listArchived } from './removal/archived-paths.ts'
import { DatabaseSilent, removeTables } from './removal/database-command.ts'
import { keepConfiguration, NotKept } from './removal/keep-configuration.ts'
import { databaseText, tablesText, treeText, undoText } from './removal/removal-text.ts'
import { restoredPaths, surveyRemoval, type Survey } from './removal/survey.ts'
import { readUsedConfig, type UsedConfig } from './removal/used-config.ts'
import { report, type Report } from './report.ts'
import { openService } from './service/open.ts'
import type { Service } from './service/service.ts'
import { faultCode, unlessMissing } from './machine/system-fault.ts'
import { undoSubjectOf, type UndoStep } from './record/undo.ts'

interface UninstallContext {
  /** Folder of the package this program belongs to. */
  readonly release: string
  /** Told of everything that will be destroyed, before anything is. */
  readonly announce: (lines: readonly string[]) => void
}

/**
 * Stops and removes Postern and puts back what was there before. Data stay unless told otherwise, and so does
 * everything that Postern did not make. It works as well when half of it is gone, or when no record says what was
 * installed.
 */
export async function uninstall(
  options: UninstallOptions,
  { release, announce }: UninstallContext,
): Promise<Report> {
  const layout = layoutAt(options.prefix)
  const machine = await lookAround(layout)
  const { data } = options
  if (options.prefix === '' && !machine.isRoot) {
    return report({ outcome: 'refused', problems: ['run as root, or with --prefix'] })
  }
  if (data.kind === 'archive' && (await unlessMissing(lstat(data.file))) !== undefined) {
    return report({ outcome: 'refused', problems: [`${data.file} is there already`] })
  }
  const used = await readUsedConfig(layout)
  const { undos, damaged } = await listRemovals(layout, machine, release)
  const findings = damaged.map((record) => damageText(record, layout))
  const look = () => surveyRemoval({ layout, machine, release, used, undos, data: data.kind })
  const survey = await look()
  const removal: Removal = {
    options,
    layout,
    machine,
    release,
    used,
    damaged,
    look,
    // Files of Postern's directories go by their names, whether they were written down or not.
    undos: undos.filter(
      (undo) =>
        !('path' in undo) || !isInOwnRoot(layout, undo.path) || restoredPaths(undos).has(undo.path),
    ),
  }
  const steps = stepsOf(removal, survey)
  const isArchived = data.kind === 'archive'
  const stays = [...databaseText(survey, isArchived), ...survey.elsewhere]
  if (options.isDryRun) return report({ outcome: 'dry run', findings, steps, left: stays })
  if (!survey.trees.some(hasOwn)) {
    return report({ outcome: 'nothing to do', left: [...(await survey.listLeft()), ...stays] })
  }

  if (data.kind !== 'keep') announce([...survey.trees.map(treeText), ...tablesText(survey)])
  const archive = data.kind === 'archive' ? await archiveAt(data.file, layout) : undefined
  if (archive instanceof ArchiveFault) {
    return report({ outcome: 'refused', problems: [archive.message] })
  }
  const { problems, left } = await carryOut(removal, archive)
  const outcome = problems.length === 0 ? 'done' : 'incomplete'
  return report({ outcome, findings, steps, left: [...left, ...stays], problems })
}

/** Made while nothing is stopped yet: it may be impossible to write there. */
async function archiveAt(file: string, { prefix }: Layout): Promise<Archive | ArchiveFault> {
  try {
    return await createArchive(file, prefix === '' ? '/' : prefix)
  } catch (error) {
    if (error instanceof ArchiveFault) return error
    throw error
  }
}

interface Removal {
  readonly options: UninstallOptions
  readonly layout: Layout
  readonly machine: Machine
  readonly release: string
  readonly used: UsedConfig | undefined
  /** Records that could not be used. */
  readonly damaged: readonly CorruptFile[]
  /** What is taken back besides what goes from Postern's directories. */
  readonly undos: readonly UndoStep[]
  readonly look: () => Promise<Survey>
}

function stepsOf({ undos }: Removal, survey: Survey): readonly string[] {
  return [
    ...[...undos].reverse().map((undo) => undoText(withoutLines(undo))),
    ...tablesText(survey),
    ...survey.trees.map(treeText),
  ]
}

interface Ending {
  /** What went wrong. */
  readonly problems: readonly string[]
  /** What is still there, once anything was removed. */
  readonly left: readonly string[]
}

/** Where something goes wrong before the first deletion, nothing is removed. */
async function carryOut(removal: Removal, archive: Archive | undefined): Promise<Ending> {
  const { options, layout, undos } = removal
  const { data } = options
  const fault = await stopServing(removal)
  if (fault !== undefined) {
    await archive?.discard()
    return { problems: fault, left: [] }
  }
  // As it is now that nobody writes any more; what comes later is not removed.
  const survey = await removal.look()
  const untold: string[] = []
  try {
    await archive?.save(await listArchived(layout, survey, undos))
    if (data.kind === 'keep') await keepConfiguration(layout)
    if (data.kind === 'purge') untold.push(...(await dropTables(removal, survey)))
  } catch (error) {
    const problem = `${earlyFault(error)}: nothing was removed, and Postern is stopped`
    return { problems: [problem], left: [] }
  }
  const problems = [...untold, ...(await removeAll(removal, survey))]
  return { problems, left: await survey.listLeft() }
}

/** Throws what is no fault of the machine. */
function earlyFault(error: unknown): string {
  if (error instanceof ArchiveFault || error instanceof NotKept) return error.message
  if (error instanceof DatabaseSilent) {
    return `the tables of Postern can not be dropped: ${error.message}`
  }
  if (faultCode(error) === undefined || !(error instanceof Error)) throw error
  return error.message
}

/** Takes the lines of Postern out of a Roundcube and stops; resolves to what went wrong, or to undefined. */
async function stopServing({
  layout,
  machine,
  undos,
}: Removal): Promise<readonly string[] | undefined> {
  const service = openService(layout, machine, createFindOwner(machine.isForReal))
  // While there is still somebody to ask for a session: PHP reads its configuration again some seconds later.
  const lines = undos.filter(({ kind }) => kind === 'restore-lines').map(withoutLines)
  const early = await takeBackEach(lines)
  if (early.length > 0) return early
  const fault = await stopOrTell(service)
  return fault === undefined ? undefined : [fault]
}

/** While it runs it would go on writing what is being removed. */
async function stopOrTell(service: Service): Promise<string | undefined> {
  try {
    await service.stop()
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `Postern can not be stopped, so its files stay. End it and run this again. ${reason}`
  }
}

/** Resolves to what is to be told although the removal goes on. Throws DatabaseSilent where the tables can not be dropped. */
async function dropTables(
  { layout, machine, release, used }: Removal,
  { database }: Survey,
): Promise<readonly string[]> {
  if (database.kind !== 'stays') return []
  if (database.tables === undefined) {
    return [`${database.name} stays: ${database.why}; the tables of Postern in it, if any, as well`]
  }
  if (database.tables.length === 0) return []
  await removeTables({ layout, machine, release, used, file: sqliteFile(layout, used?.config) })
  return []
}

async function removeAll(
  { options, layout, machine, damaged, undos }: Removal,
  survey: Survey,
): Promise<readonly string[]> {
  for (const { path } of damaged) await rename(path, layout.unreadable(path))
  const folders = undos.filter(({ kind }) => kind === 'remove-directory')
  const others = undos.filter(({ kind }) => kind !== 'remove-directory').map(withoutLines)
  const problems = [...(await takeBackEach(others))]
  for (const tree of survey.trees) {
    problems.push(...(await removeOwn(withoutFile(tree, layout.stateFile))))
  }
  if (problems.length === 0) {
    problems.push(...(await takeBackAll(folders, layout.stateFile)))
    await removeIfEmpty(layout.home)
    problems.push(...(await takeBackEach(folders)))
  }
  if (!machine.isForReal) return problems
  // The user is gone: its number may be given to another one, who must not find these data.
  if (survey.kept !== undefined && options.data.kind === 'keep') {
    await giveOwn(survey.kept, { uid: 0, gid: 0 })
  }
  return [...problems, ...(await notifyOthers(undos.map(undoSubjectOf), layout))]
}

/** It may tell what was there before Postern, which only people can still find in it. */
function damageText({ path, seen }: CorruptFile, layout: Layout): PreflightFinding {
  const done = 'what an installation of this release places goes, nothing from before comes back'
  return preflightWarning('record', `${seen}: ${done}; it is kept as ${layout.unreadable(path)}`)
}

/** Whatever lines of ours were there before the last installation. */
function withoutLines(undo: UndoStep): UndoStep {
  return undo.kind === 'restore-lines' ? { ...undo, lines: null } : undo
}

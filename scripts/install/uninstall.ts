import { lstat } from 'node:fs/promises'
import type { CorruptFile } from '../../plugin/config/corrupt-file.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { listRemovals } from './plan/removals.ts'
import { lookAround } from './machine/machine.ts'
import type { UninstallOptions } from './machine/options.ts'
import { preflightWarning, refusal, type PreflightFinding } from './preflight/finding.ts'
import { SESSIONS_SUBJECT, signOutText } from './preflight/roundcube.ts'
import { isInOwnRoot } from './own/installation-names.ts'
import { hasOwn } from './own/own-tree.ts'
import { ArchiveFault, createArchive, type Archive } from './removal/archive.ts'
import { carryOut, withoutLines, type Removal } from './removal/carry-out.ts'
import { databasesText, tablesText, treeText, undoText } from './removal/removal-text.ts'
import { restoredPaths, surveyRemoval, type Survey } from './removal/survey.ts'
import { readUsedConfig } from './removal/used-config.ts'
import { report, type Report } from './report.ts'
import { SessionsStay } from './roundcube/move-sessions.ts'
import { unlessMissing } from '../../plugin/config/system-error.ts'

interface UninstallContext {
  /** Folder of the package this program belongs to. */
  readonly release: string
  /** Told of everything that will be destroyed, before anything is. */
  readonly announce: (lines: readonly string[]) => void
}

/**
 * Stops and removes Postern and restores what was there before. Data stay unless told otherwise, and so does
 * everything that Postern did not make. It works as well when half of it is missing, or when no record says what was
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
  const { undos, databases, damaged } = await listRemovals(layout, machine, release)
  const findings = damaged.map((record) => damageText(record, layout))
  const look = () =>
    surveyRemoval({ layout, machine, release, used, undos, databases, data: data.kind })
  const survey = await look()
  const reported: string[] = []
  const removal: Removal = {
    options,
    layout,
    machine,
    release,
    used,
    damaged,
    look,
    writeLine: (line) => void reported.push(line),
    // Files of Postern's directories go by their names, whether they were written down or not.
    undos: undos.filter(
      (undo) =>
        !('path' in undo) || !isInOwnRoot(layout, undo.path) || restoredPaths(undos).has(undo.path),
    ),
  }
  const steps = stepsOf(removal, survey)
  const isArchived = data.kind === 'archive'
  const stays = [...databasesText(survey, isArchived), ...survey.elsewhere]
  if (options.isDryRun) return report({ outcome: 'dry run', findings, steps, left: stays })
  if (!survey.trees.some(hasOwn)) {
    return report({ outcome: 'nothing to do', left: [...(await survey.listLeft()), ...stays] })
  }

  if (data.kind !== 'keep') announce([...survey.trees.map(treeText), ...tablesText(survey)])
  const archive = data.kind === 'archive' ? await archiveAt(data.file, layout) : undefined
  if (archive instanceof ArchiveFault) {
    return report({ outcome: 'refused', problems: [archive.message] })
  }
  try {
    const { problems, left } = await carryOut(removal, archive)
    const outcome = problems.length === 0 ? 'done' : 'incomplete'
    return report({
      outcome,
      findings,
      steps: [...reported, ...steps],
      left: [...left, ...stays],
      problems,
    })
  } catch (error) {
    if (!(error instanceof SessionsStay)) throw error
    const finding = refusal(SESSIONS_SUBJECT, signOutText(error.message))
    return report({ outcome: 'refused', findings: [...findings, finding] })
  }
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

function stepsOf({ undos }: Removal, survey: Survey): readonly string[] {
  return [
    ...[...undos].reverse().map((undo) => undoText(withoutLines(undo))),
    ...tablesText(survey),
    ...survey.trees.map(treeText),
  ]
}

/** It may tell what was there before Postern, which only users can still find in it. */
function damageText({ path, seen }: CorruptFile, layout: Layout): PreflightFinding {
  const done = 'what an installation of this release places goes, nothing from before comes back'
  return preflightWarning('record', `${seen}: ${done}; it is kept as ${layout.unreadable(path)}`)
}

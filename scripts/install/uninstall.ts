import { lstat, rename, rm, open, chmod, mkdir, readFile } from 'node:fs/promises'
import { relative, basename, join } from 'node:path'
import type { CorruptFile } from '../../plugin/config/corrupt-file.ts'
import { takeBackAll, takeBackEach } from './record/journal.ts'
import { layoutAt, type Layout } from './machine/layout.ts'
import { dataRemovals } from './plan/data-removals.ts'
import { listRemovals } from './plan/removals.ts'
import { lookAround } from './machine/machine.ts'
import { notifyOthers } from './notify-others.ts'
import type { UninstallOptions } from './machine/options.ts'
import { createFindOwner, giveTree } from './machine/ownership.ts'
import { preflightWarning, type PreflightFinding } from './preflight/finding.ts'
import { unfinishedPath, replaceFile } from './machine/own-file.ts'
import { report, type Report } from './report.ts'
import { openService } from './service/open.ts'
import type { Service } from './service/service.ts'
import { unlessMissing } from './machine/system-fault.ts'
import { undoSubjectOf, type UndoStep } from './record/undo.ts'
import { runCommand } from './machine/run-command.ts'
import { copySecrets } from './steps/secrets.ts'

interface UninstallContext {
  /** Folder of the package this program belongs to. */
  readonly release: string
  /** Told of everything that will be destroyed, before anything is. */
  readonly announce: (lines: readonly string[]) => void
}

/**
 * Stops and removes Postern and puts back what was there before. Data stay unless told otherwise. It works
 * as well when half of it is gone, or when no record says what was installed.
 */
export async function uninstall(
  options: UninstallOptions,
  { release, announce }: UninstallContext,
): Promise<Report> {
  const layout = layoutAt(options.prefix)
  const machine = await lookAround(layout)
  if (options.prefix === '' && !machine.isRoot) {
    return report({ outcome: 'refused', problems: ['run as root, or with --prefix'] })
  }
  if (options.data.kind === 'archive' && (await isThere(options.data.file))) {
    return report({ outcome: 'refused', problems: [`${options.data.file} is there already`] })
  }
  const keepsData = options.data.kind === 'keep'
  const { undos, damaged } = await listRemovals(layout, machine, release)
  const findings = damaged.map((record) => damageText(record, layout))
  const data = keepsData ? [] : await dataRemovals(layout)
  const removals = [...data, ...asTrees(undos, layout, keepsData).map(withoutLines)]
  const steps = [...removals].reverse().map(removalText)
  if (options.isDryRun) return report({ outcome: 'dry run', findings, steps })
  if (!(await isAnythingThere(layout, keepsData))) return report({ outcome: 'nothing to do' })

  const service = openService(layout, machine, createFindOwner(machine.isForReal))
  if (!keepsData) announce(data.map(removalText))
  // While there is still somebody to ask for a session: PHP reads its configuration again some seconds later.
  const early = await takeBackEach(removals.filter(({ kind }) => kind === 'restore-lines'))
  if (early.length > 0) return report({ outcome: 'incomplete', findings, problems: early })
  const stopFault = await stopOrTell(service)
  if (stopFault !== undefined) return report({ outcome: 'incomplete', problems: [stopFault] })
  if (options.data.kind === 'archive') await archiveData(layout, options.data.file)
  if (keepsData) await keepConfiguration(layout)
  for (const { path } of damaged) await rename(path, layout.unreadable(path))
  await rm(unfinishedPath(layout.stateFile), { force: true })
  const problems = [...(await takeBackAll(removals, layout.stateFile))]
  if (machine.isForReal) {
    // The user is gone: its number may be given to another one, who must not find these data.
    if (await isThere(layout.dataDir)) await giveTree(layout.dataDir, { uid: 0, gid: 0 })
    problems.push(...(await notifyOthers(removals.map(undoSubjectOf), layout)))
  }
  const outcome = problems.length === 0 ? 'done' : 'incomplete'
  return report({ outcome, findings, steps, problems })
}

/** It may tell what was there before Postern, which only people can still find in it. */
function damageText({ path, seen }: CorruptFile, layout: Layout): PreflightFinding {
  const done = 'what an installation of this release places goes, nothing from before comes back'
  return preflightWarning('record', `${seen}: ${done}; it is kept as ${layout.unreadable(path)}`)
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

/** Folders of our own making go with all that is in them; those that were there before only when empty. */
function asTrees(
  undos: readonly UndoStep[],
  layout: Layout,
  keepsData: boolean,
): readonly UndoStep[] {
  const { releases, configDir, logDir, runDir, dataDir } = layout
  const own = new Set([releases, configDir, logDir, runDir, ...(keepsData ? [] : [dataDir])])
  return undos.map((undo) =>
    undo.kind === 'remove-directory' && own.has(undo.path)
      ? { kind: 'remove-tree', path: undo.path }
      : undo,
  )
}

/** Whatever lines of ours were there before the last installation. */
function withoutLines(undo: UndoStep): UndoStep {
  return undo.kind === 'restore-lines' ? { ...undo, lines: null } : undo
}

async function isAnythingThere(layout: Layout, keepsData: boolean): Promise<boolean> {
  const { home, configDir, logDir, dataDir } = layout
  const places = [home, configDir, logDir, ...(keepsData ? [] : [dataDir])]
  const found = await Promise.all(places.map(isThere))
  return found.includes(true)
}

async function isThere(path: string): Promise<boolean> {
  return (await unlessMissing(lstat(path))) !== undefined
}

function removalText(undo: UndoStep): string {
  switch (undo.kind) {
    case 'remove-file':
      return `remove ${undo.path}`
    case 'remove-directory':
      return `remove ${undo.path} if it is empty`
    case 'remove-tree':
      return `remove ${undo.path} and everything in it`
    case 'restore-file':
    case 'restore-tree':
      return `put back ${undo.path}`
    case 'restore-link':
      return `point ${undo.path} back to ${undo.target}`
    case 'remove-line':
      return `remove the line "${undo.line}" from ${undo.path}`
    case 'restore-lines':
      return `take the lines of Postern out of ${undo.path}`
    case 'remove-user':
      return `remove the user ${undo.name}`
    case 'run':
      return `run ${undo.command.join(' ')}`
  }
}

/** Saves data, configuration with its secrets, and logs to a tar.gz that only its owner may read. Never replaces a file. */
async function archiveData(layout: Layout, file: string): Promise<void> {
  const root = layout.prefix === '' ? '/' : layout.prefix
  const present: string[] = []
  for (const path of [layout.dataDir, layout.configDir, layout.logDir]) {
    if ((await unlessMissing(lstat(path))) !== undefined) present.push(relative(root, path))
  }
  if (present.length === 0) return
  // Made first, with its mode: tar would leave that to the umask.
  await (await open(file, 'wx', 0o600)).close()
  await runCommand([
    'tar',
    '--create',
    '--gzip',
    `--file=${file}`,
    `--directory=${root}`,
    ...present,
  ])
}

/**
 * Puts configuration and secrets beside the data that are kept: without them the data can not be read,
 * and a later installation finds everything as it was.
 */
async function keepConfiguration(layout: Layout): Promise<void> {
  const { configFile, secretsDir, keptDir } = layout
  const config = await unlessMissing(readFile(configFile))
  if (config === undefined) return
  await mkdir(keptDir, { recursive: true, mode: 0o700 })
  await chmod(keptDir, 0o700)
  const file = { mode: 0o600, ids: undefined }
  await replaceFile(join(keptDir, basename(configFile)), config, file)
  await copySecrets(secretsDir, keptDir)
}

import { rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { findSessionLines } from '../../../plugin/config/session-lines.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import type { UninstallOptions } from '../machine/options.ts'
import { createFindOwner } from '../machine/ownership.ts'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'
import { notifyOthers } from '../notify-others.ts'
import { giveOwn, removeIfEmpty, removeOwn, withoutFile } from '../own/own-tree.ts'
import { takeBackAll, takeBackEach } from '../record/journal.ts'
import { undoSubjectOf, type UndoStep } from '../record/undo.ts'
import { readPhpText } from '../roundcube/lines-file.ts'
import { moveSessions, SessionsStay } from '../roundcube/move-sessions.ts'
import { openService } from '../service/open.ts'
import type { Service } from '../service/service.ts'
import { ArchiveFault, type Archive } from './archive.ts'
import { listArchived } from './archived-paths.ts'
import { DatabaseSilent, removeTables } from './database-command.ts'
import { keepConfiguration, listStored, NotRetained } from './keep-configuration.ts'
import type { Survey } from './survey.ts'
import type { UsedConfig } from './used-config.ts'

/** One removal, before it is carried out. */
export interface Removal {
  readonly options: UninstallOptions
  readonly layout: Layout
  readonly machine: Machine
  readonly release: string
  readonly used: UsedConfig | undefined
  /** Records that could not be used. */
  readonly damaged: readonly CorruptFile[]
  /** What is rolled back besides what goes from Postern's directories. */
  readonly undos: readonly UndoStep[]
  readonly look: () => Promise<Survey>
  /** A line of the report. */
  readonly writeLine: (line: string) => void
}

interface Ending {
  /** What went wrong. */
  readonly problems: readonly string[]
  /** What is still there, once anything was removed. */
  readonly left: readonly string[]
}

/** Where something goes wrong before the first deletion, nothing is removed. Throws SessionsStay: then nothing was changed. */
export async function carryOut(removal: Removal, archive: Archive | undefined): Promise<Ending> {
  const fault = await stopServing(removal).catch(async (error: unknown) => {
    await archive?.discard()
    throw error
  })
  if (fault !== undefined) {
    await archive?.discard()
    return { problems: fault, left: [] }
  }
  let prepared: Prepared
  try {
    prepared = await prepareDeletion(removal, archive)
  } catch (error) {
    const problem = `${earlyFault(error)}: nothing was removed, and Postern is stopped`
    return { problems: [problem], left: [] }
  }
  const { survey, untold } = prepared
  const problems = [...untold, ...(await removeAll(removal, survey))]
  return { problems, left: await survey.listLeft() }
}

interface Prepared {
  /** As it is when no one writes any more: what comes later is not removed. */
  readonly survey: Survey
  /** What is to be told although the removal continues. */
  readonly untold: readonly string[]
}

/** Saves what is to be saved, and drops the tables in a database that stays. Throws where that fails. */
async function prepareDeletion(removal: Removal, archive: Archive | undefined): Promise<Prepared> {
  const { options, layout, undos } = removal
  const { kind } = options.data
  if (kind === 'keep') await keepConfiguration(layout)
  const survey = await removal.look()
  if (survey.kept !== undefined) await listStored(layout, survey.kept)
  await archive?.save(await listArchived(layout, survey, undos))
  const untold = kind === 'purge' ? await dropTables(removal, survey) : []
  return { survey, untold }
}

/** Throws what is no fault of the machine. */
function earlyFault(error: unknown): string {
  if (error instanceof ArchiveFault || error instanceof NotRetained) return error.message
  if (error instanceof DatabaseSilent) {
    return `the tables of Postern cannot be dropped: ${error.message}`
  }
  if (systemErrorCode(error) === undefined || !(error instanceof Error)) throw error
  return error.message
}

/**
 * Takes the lines of Postern out of a Roundcube, with its sessions, and stops; resolves to what went wrong, or to undefined.
 * Throws SessionsStay.
 */
async function stopServing(removal: Removal): Promise<readonly string[] | undefined> {
  const { layout, machine, undos } = removal
  const service = openService(layout, machine, createFindOwner(machine.isForReal))
  // While there is still someone to ask for a session: PHP reads its configuration again some seconds later.
  const early: string[] = []
  for (const undo of undos.map(withoutLines)) {
    if (undo.kind !== 'restore-lines') continue
    await giveSessionsBack(removal, undo.path, async () => {
      early.push(...(await takeBackEach([undo])))
    })
  }
  if (early.length > 0) return early
  const fault = await stopOrReport(service)
  return fault === undefined ? undefined : [fault]
}

/** Sessions of a Roundcube go back to where it had them, while its configuration is changed. Throws SessionsStay. */
async function giveSessionsBack(
  { options, layout, release, writeLine }: Removal,
  file: string,
  change: () => Promise<void>,
): Promise<void> {
  const text = await unlessMissing(readPhpText(file))
  if (text === undefined || findSessionLines(text) === undefined) {
    await change()
    return
  }
  const installed = join(layout.current, 'dist/main.js')
  const isThere = (await unlessMissing(stat(installed))) !== undefined
  const program = isThere ? installed : join(release, 'dist/main.js')
  const { configFile } = layout
  try {
    for (const note of await moveSessions({ verb: 'give', program, configFile, file, change })) {
      writeLine(note)
    }
  } catch (error) {
    if (!(error instanceof SessionsStay) || !options.signsOut) throw error
    writeLine(`people sign in again at Roundcube: ${error.message}`)
    await change()
  }
}

/** While it runs it would continue writing what is being removed. */
async function stopOrReport(service: Service): Promise<string | undefined> {
  try {
    await service.stop()
    return undefined
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return `Postern cannot be stopped, so its files stay. End it and run this again. ${reason}`
  }
}

/** Resolves to what is to be told although the removal continues. Throws DatabaseSilent where the tables cannot be dropped. */
async function dropTables(removal: Removal, { databases }: Survey): Promise<readonly string[]> {
  const untold: string[] = []
  for (const database of databases) {
    if (database.kind !== 'stays') continue
    const { name, why, tables, target } = database
    if (tables === undefined) {
      untold.push(`${name} stays: ${why}; the tables of Postern in it, if any, as well`)
    } else if (tables.length > 0) {
      await removeTables({ ...removal, ...target })
    }
  }
  return untold
}

async function removeAll(
  { layout, machine, damaged, undos }: Removal,
  survey: Survey,
): Promise<readonly string[]> {
  for (const { path } of damaged) await rename(path, layout.unreadable(path))
  const folders = undos.filter(({ kind }) => kind === 'remove-directory')
  const others = undos.filter(({ kind }) => kind !== 'remove-directory').map(withoutLines)
  const problems = [...(await takeBackEach(others))]
  // The user is missing: its number may be given to another one, who must not find these data. Before anything else, because
  // who is killed later may leave nothing that a further removal would go by.
  if (machine.isForReal && survey.kept !== undefined) {
    await giveOwn(survey.kept, { uid: 0, gid: 0 })
  }
  for (const tree of survey.trees) {
    problems.push(...(await removeOwn(withoutFile(tree, layout.stateFile))))
  }
  if (problems.length === 0) {
    problems.push(...(await takeBackAll(folders, layout.stateFile)))
    await removeIfEmpty(layout.home)
    problems.push(...(await takeBackEach(folders)))
  }
  if (!machine.isForReal) return problems
  return [...problems, ...(await notifyOthers(undos.map(undoSubjectOf), layout))]
}

/** Whatever lines of ours were there before the last installation. */
export function withoutLines(undo: UndoStep): UndoStep {
  return undo.kind === 'restore-lines' ? { ...undo, lines: null } : undo
}

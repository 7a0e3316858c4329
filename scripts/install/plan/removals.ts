import { join } from 'node:path'
import { loadConfig, parseConfig } from '../../../plugin/config/config.ts'
import { CorruptFile } from '../../../plugin/config/corrupt-file.ts'
import { type Manifest, ManifestFault, readManifest } from '../../manifest/manifest.ts'
import { mergeUndos, readInstalledState } from '../record/installed-state.ts'
import { readJournal } from '../record/journal.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { createFindOwner } from '../machine/ownership.ts'
import { makePlan, removalsOf } from './plan.ts'
import { protectedFileStep } from '../steps/file.ts'
import { systemErrorCode, unlessMissing } from '../../../plugin/config/system-error.ts'
import { firstConfig } from '../install-config.ts'
import { readPhpText } from '../roundcube/lines-file.ts'
import type { RoundcubePlan } from '../preflight/roundcube.ts'
import { findSessionLines } from '../../../plugin/config/session-lines.ts'
import type { UndoStep } from '../record/undo.ts'

/** What a removal rolls back. */
interface Removals {
  readonly undos: readonly UndoStep[]
  /** What `database.url` has named so far, as far as it was written down. */
  readonly databases: readonly string[]
  /** Records that could not be used. */
  readonly damaged: readonly CorruptFile[]
}

/**
 * How to get back to the machine before Postern, in the order things were done: as written down, with what
 * an interrupted installation began. Where a record is missing or damaged, what an installation of this
 * release would remove. Throws CorruptFile when the release cannot tell.
 */
export async function listRemovals(
  layout: Layout,
  machine: Machine,
  release: string,
): Promise<Removals> {
  const state = await unlessDamaged(readInstalledState(layout.stateFile))
  const journal = await unlessDamaged(readJournal(layout.journalFile))
  const damaged = [state, journal].filter((record) => record instanceof CorruptFile)
  const known = state instanceof CorruptFile ? undefined : state
  const recorded = known?.undos
  const started = journal instanceof CorruptFile ? [] : (journal ?? []).map(({ undo }) => undo)
  const isKnown = recorded !== undefined && damaged.length === 0
  const planned = isKnown ? [] : await removalsOfPlan(layout, machine, release)
  const undos: readonly UndoStep[] = [
    // An installation that was killed before its journal began has told no one of it.
    { kind: 'remove-directory', path: layout.home },
    ...mergeUndos(recorded ?? [], planned),
    ...started,
    { kind: 'remove-file', path: layout.journalFile },
  ]
  return { undos, databases: known?.databases ?? [], damaged }
}

async function unlessDamaged<T>(work: Promise<T>): Promise<T | CorruptFile> {
  try {
    return await work
  } catch (error) {
    if (error instanceof CorruptFile) return error
    throw error
  }
}

async function removalsOfPlan(
  layout: Layout,
  machine: Machine,
  release: string,
): Promise<readonly UndoStep[]> {
  const panel = machine.cpanelVersion === undefined ? 'generic' : 'cpanel'
  // The addresses in it do not matter: nothing of this configuration is written.
  const text = firstConfig(layout, { panel, authUrl: 'http://127.0.0.1/' })
  const findOwner = createFindOwner(machine.isForReal)
  const plan = await makePlan({
    layout,
    machine,
    panel,
    manifest: await manifestOf(release),
    source: release,
    config: parseConfig(JSON.parse(text)),
    configSteps: [
      protectedFileStep(layout.configFile, text, { mode: 0o640, owner: 'root', findOwner }),
    ],
    roundcubes: await usedRoundcubes(layout),
    // Its folder is in the record alone.
    roundcubePlugins: [],
    // Taken back where it is there.
    dovecot: 'none',
    makesSessionsPassword: false,
    isRepair: false,
    fail2banFault: undefined,
    nodeBinary: undefined,
    shippedFiles: {},
    isRegistered: () => true,
    findOwner,
    now: Date.now,
  })
  return removalsOf(plan)
}

/** The Roundcube that Postern's configuration names, if its own has lines of ours. */
async function usedRoundcubes(layout: Layout): Promise<readonly RoundcubePlan[]> {
  // Of a configuration that is missing or damaged no one knows what it named.
  const config = await loadConfig(layout.configFile, { NODE_ENV: 'production' }).catch(
    () => undefined,
  )
  const file =
    config?.webmail.sessions?.roundcubeConfig ?? layout.at('/etc/roundcube/config.inc.php')
  const text = await unlessMissing(readPhpText(file))
  const hasLines = text !== undefined && findSessionLines(text) !== undefined
  return hasLines ? [{ file, readLines: undefined, move: undefined }] : []
}

async function manifestOf(release: string): Promise<Manifest> {
  const path = join(release, 'plugin.manifest.json')
  try {
    return await readManifest(path)
  } catch (cause) {
    if (!(cause instanceof ManifestFault) && systemErrorCode(cause) === undefined) throw cause
    const remedy = 'run scripts/uninstall of the unpacked package'
    throw new CorruptFile(path, 'is missing or not as packaged', remedy, { cause })
  }
}

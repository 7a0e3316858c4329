import { join } from 'node:path'
import { parseConfig } from '../../plugin/config.ts'
import { readManifest } from '../manifest/read-manifest.ts'
import { readInstalledState } from './installed-state.ts'
import { readJournal } from './journal.ts'
import type { Layout } from './layout.ts'
import type { Machine } from './machine.ts'
import { createFindOwner } from './ownership.ts'
import { makePlan, removalsOf } from './plan.ts'
import { keptFileStep } from './steps/file.ts'
import { firstConfig } from './texts/first-config.ts'
import type { Undo } from './undo.ts'

/**
 * How to get back to the machine before Postern, in the order things were done: as written down, with what
 * an interrupted installation began. Without a record, what an installation of this release would remove.
 */
export async function listRemovals(
  layout: Layout,
  machine: Machine,
  release: string,
): Promise<readonly Undo[]> {
  const state = await readInstalledState(layout.stateFile)
  const begun = ((await readJournal(layout.journalFile)) ?? []).map(({ undo }) => undo)
  const recorded = state?.undos ?? (await removalsOfPlan(layout, machine, release))
  return [
    // An installation that was killed before its journal began has told nobody of it.
    { kind: 'remove-directory', path: layout.home },
    ...recorded,
    ...begun,
    { kind: 'remove-file', path: layout.journalFile },
  ]
}

async function removalsOfPlan(
  layout: Layout,
  machine: Machine,
  release: string,
): Promise<readonly Undo[]> {
  const panel = machine.cpanelVersion === undefined ? 'generic' : 'cpanel'
  // The addresses in it do not matter: nothing of this configuration is written.
  const text = firstConfig(layout, { panel, authUrl: 'http://127.0.0.1/' })
  const findOwner = createFindOwner(machine.isForReal)
  const plan = await makePlan({
    layout,
    machine,
    panel,
    manifest: await readManifest(join(release, 'plugin.manifest.json')),
    source: release,
    config: parseConfig(JSON.parse(text)),
    configStep: keptFileStep(layout.configFile, text, { mode: 0o640, owner: 'root', findOwner }),
    isRepair: false,
    shippedFiles: {},
    isRegistered: () => true,
    findOwner,
    now: Date.now,
  })
  return removalsOf(plan)
}

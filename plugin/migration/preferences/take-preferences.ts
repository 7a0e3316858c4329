import { createSettingsStore } from '../../settings/owner-settings.ts'
import { defaultPreferences } from '../../settings/default-preferences.ts'
import { isFolderPreference, takeFolders, type OwnerFolders } from './folders.ts'
import { preferenceOf, type RoundcubePreferences } from './preferences.ts'
import { type GatheredOutcome, migrationProblem, type PreferencesOutcome } from '../run/report.ts'
import { RESPONSES_PREFERENCE } from './responses.ts'
import { type MigrationRun, refusalOf } from '../run/run.ts'
import { entryMark } from '../run/source-entry.ts'

/**
 * Takes over each preference that means something here and that the owner has not chosen here already, special folders among
 * them.
 */
export async function takePreferences(
  run: MigrationRun,
  chosen: RoundcubePreferences,
  { language, folders }: { readonly language: string; readonly folders: OwnerFolders },
): Promise<PreferencesOutcome> {
  const { owner, documents, before, taken } = run
  const settings = createSettingsStore(documents)
  const outcome: GatheredOutcome = { taken: [], kept: [], left: [], same: 0 }
  // Roundcube keeps it in a column beside the others.
  const all = language === '' ? chosen : new Map([...chosen, ['language', language] as const])
  for (const [name, value] of all) {
    if (name === RESPONSES_PREFERENCE || isFolderPreference(name)) continue
    const mapped = preferenceOf(name, value)
    const mark = entryMark('preference', [name, value])
    if (mapped === undefined) outcome.left.push(name)
    else if (before.has(mark)) outcome.same += 1
    else {
      const defaults = defaultPreferences[mapped.name]
      const change = { name: mapped.name, seen: defaults, wanted: mapped.value }
      const isSaved = await savedOrReported(run, name, async () => {
        return (await settings.savePreferences(owner, [change])).kind === 'saved'
      })
      if (isSaved === undefined) continue
      outcome[isSaved ? 'taken' : 'kept'].push(name)
      taken.push(mark)
    }
  }
  await takeFolders(run, chosen, folders, outcome)
  return outcome
}

/** undefined: a limit refuses it, which is told. */
async function savedOrReported(
  { problems }: MigrationRun,
  name: string,
  save: () => Promise<boolean>,
): Promise<boolean | undefined> {
  try {
    return await save()
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal === undefined) throw error
    problems.push(migrationProblem('preference', name, refusal.code, refusal.about))
    return undefined
  }
}

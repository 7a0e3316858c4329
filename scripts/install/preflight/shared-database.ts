import type { Config } from '../../../plugin/config/schema.ts'
import type { Layout } from '../machine/layout.ts'
import type { Machine } from '../machine/machine.ts'
import { SERVICE_USER } from '../machine/ownership.ts'
import { findSharedDatabase } from '../database/shared-database.ts'
import { preflightFine, type PreflightFinding, preflightWarning } from './finding.ts'

/** Where the unit shows the service nothing of this machine (ProtectHome=, PrivateTmp=, PrivateDevices=). */
const HIDDEN = ['/home', '/root', '/run/user', '/tmp', '/var/tmp', '/dev']

const SUBJECT = 'database file'

/** Whether the user of the service could write a SQLite database outside of Postern's directories, in its unit. */
export async function preflightSharedDatabase(
  config: Config,
  { layout, machine }: { readonly layout: Layout; readonly machine: Machine },
): Promise<readonly PreflightFinding[]> {
  // Below a prefix the service is anyone who installs.
  if (!machine.isForReal) return []
  const database = await findSharedDatabase(layout, config)
  if (database === undefined) return []
  const { file, missingGroups, refused } = database
  const hidden = HIDDEN.find((folder) => file.startsWith(`${folder}/`))
  if (machine.hasSystemd && hidden !== undefined) {
    const seen = `${file} lies below ${hidden}, which the unit hides from the service`
    return [
      preflightWarning(SUBJECT, `${seen}: move it, e.g. to /var/lib, and change database.url`),
    ]
  }
  if (refused.length > 0) {
    return refused.map(({ path, seen, remedy }) =>
      preflightWarning(SUBJECT, `${SERVICE_USER} could not write ${path} (${seen}): ${remedy}`),
    )
  }
  if (missingGroups.length === 0) return [preflightFine(SUBJECT, `${file} can be written`)]
  const groups = missingGroups.join(', ')
  if (machine.hasSystemd) {
    return [preflightFine(SUBJECT, `${file} can be written with the group ${groups}`)]
  }
  const remedy = `usermod --append --groups ${missingGroups.join(',')} ${SERVICE_USER}`
  return [preflightWarning(SUBJECT, `${SERVICE_USER} is not in the group ${groups}: ${remedy}`)]
}

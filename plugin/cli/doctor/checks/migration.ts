import { defaultStoreLimits, openRoundcube, RoundcubeFault } from '../../../../store/index.ts'
import { withoutSecrets } from '../../../admin/status/backends.ts'
import { failed, fine } from '../../../findings/finding.ts'
import type { Check } from '../patient.ts'
import { unreachable } from '../unreachable.ts'

/** The Roundcube that users are taken over from at their first sign-in, where one is configured. */
export const checkMigration: Check = async ({ config, timeoutMs }) => {
  const { roundcube: url, tablePrefix } = config.migration
  if (url === null) return []
  const maxEntries = defaultStoreLimits.personalDocuments
  const address = withoutSecrets(url)
  try {
    await (await openRoundcube({ url, tablePrefix, maxEntries, timeoutMs })).close()
    return [fine('migration.readable', `${address} is a database of Roundcube that can be read`)]
  } catch (error) {
    if (error instanceof RoundcubeFault) {
      const advice = 'correct migration.roundcube and migration.tablePrefix, or take them away'
      return [failed('migration.unusable', `${address}: ${error.message}`, advice)]
    }
    const server = {
      ...{ id: 'migration.unreachable', server: 'the database of Roundcube', place: address },
      ...{ section: 'migration', setting: 'migration.roundcube' },
      loss: 'people who sign in for the first time do not find what they had there',
    }
    return [unreachable(server, error)]
  }
}

import type { RoundcubeCollected } from '../../../store/index.ts'
import { parseMailAddress } from '../../../proxy/address/mail-address.ts'
import type { ImportOutcome } from '../../contacts/book/import.ts'
import { createSettingsStore } from '../../settings/owner-settings.ts'
import { MAX_TRUSTED_SENDERS } from '../../settings/preferences.ts'
import { entryName, migrationProblem } from '../run/report.ts'
import { takePart, type MigrationRun } from '../run/run.ts'
import type { RoundcubePreferences } from './preferences.ts'

/**
 * Takes over the senders whose images Roundcube showed without asking, the last ones first while there is room. A user who
 * chose since that it asks always is not shown them here either. Throws StoreUnavailable.
 */
export function takeTrustedSenders(
  run: MigrationRun,
  collected: readonly RoundcubeCollected[],
  preferences: RoundcubePreferences,
): Promise<ImportOutcome> {
  const { owner, documents, problems } = run
  const settings = createSettingsStore(documents)
  const rows = collected
    .filter(({ kind }) => kind === 'trusted-sender')
    .sort((one, other) => other.changedAt - one.changedAt)
  return takePart(run, { part: 'trusted-sender', rows }, async (fresh) => {
    const leftOut = new Set<number>()
    if (fresh.length > 0 && preferences.get('show_images') === CONFIRM_ALWAYS) {
      problems.push(migrationProblem('trusted-sender', '', 'not_taken', String(fresh.length)))
      return { ...NONE, leftOut: new Set(fresh.map(({ id }) => id)) }
    }
    const wanted = fresh.flatMap(({ id, email }) => {
      const address = parseMailAddress(email.trim())
      if (address !== undefined) return [{ id, address: address.toLowerCase() }]
      leftOut.add(id)
      problems.push(migrationProblem('trusted-sender', entryName(id, ''), 'email_left_out', email))
      return []
    })
    for (;;) {
      const { trustedSenders: seen } = await settings.preferences(owner)
      const missing = wanted.filter(({ address }) => !seen.includes(address))
      const room = Math.max(0, MAX_TRUSTED_SENDERS - seen.length)
      const fit = missing.slice(0, room)
      const change = {
        ...{ name: 'trustedSenders', seen },
        wanted: [...seen, ...fit.map(({ address }) => address)],
      }
      const { kind } =
        fit.length === 0 ? { kind: 'saved' } : await settings.savePreferences(owner, [change])
      // A user added one at the same time.
      if (kind === 'conflict') continue
      const left = missing.slice(room)
      for (const { id } of left) leftOut.add(id)
      if (left.length > 0) {
        const about = String(left.length)
        problems.push(migrationProblem('trusted-sender', '', 'over_limit', about))
      }
      return { added: fit.length, changed: 0, same: wanted.length - missing.length, leftOut }
    }
  })
}

const CONFIRM_ALWAYS = 0
const NONE = { added: 0, changed: 0, same: 0 } as const

import type { RoundcubeCollected } from '../../store/index.ts'
import { parseMailAddress } from '../../proxy/address/mail-address.ts'
import { MAX_COLLECTED, recipientId } from '../contacts/book/collect.ts'
import type { ContactBook } from '../contacts/book/contact-book.ts'
import type { ImportOutcome } from '../contacts/book/import.ts'
import { boundedSave } from '../contacts/book/change.ts'
import { Refusal } from '../http/refusal.ts'
import { entryName, migrationProblem, type MigrationProblem } from './run/report.ts'
import { oneLine } from './run/source-entry.ts'

/** When others change the same at the same time. */
const MAX_ATTEMPTS = 4

/** Adds whom the owner wrote to in Roundcube, the last ones first while there is room. Throws Refusal. */
export async function addRecipients(
  book: ContactBook,
  rows: readonly RoundcubeCollected[],
  problems: MigrationProblem[],
): Promise<ImportOutcome & { readonly leftOut: ReadonlySet<number> }> {
  const leftOut = new Set<number>()
  const wanted = rows.flatMap(({ id, name, email, changedAt }) => {
    const address = parseMailAddress(email.trim())
    if (address !== undefined) return [{ id, name: oneLine(name), address, lastUsedAt: changedAt }]
    leftOut.add(id)
    problems.push(migrationProblem('recipient', entryName(id, name), 'email_left_out', email))
    return []
  })
  wanted.sort((one, other) => other.lastUsedAt - one.lastUsedAt)
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
    const { byAddress } = await book.usage()
    const missing = new Map(
      wanted
        .map((recipient) => [recipient.address.toLowerCase(), recipient] as const)
        .filter(([key]) => !byAddress.has(key))
        .reverse(),
    )
    const room = Math.max(0, MAX_COLLECTED - byAddress.size)
    const newestFirst = [...missing].reverse()
    const fit = newestFirst.slice(0, room)
    const changes = fit.map(([key, { name, address, lastUsedAt }]) => {
      const body = JSON.stringify({ name, address, uses: 1, lastUsedAt })
      return { id: recipientId(key), baseVersion: 0, body }
    })
    const outcome =
      changes.length === 0 ? { saved: [] } : await boundedSave(book, 'collected', changes)
    if ('conflicts' in outcome) continue
    const left = newestFirst.slice(room)
    for (const [, { id }] of left) leftOut.add(id)
    if (left.length > 0) {
      problems.push(migrationProblem('recipient', '', 'over_limit', String(left.length)))
    }
    return { added: fit.length, changed: 0, same: wanted.length - missing.size, leftOut }
  }
  throw new Refusal('contact_changed')
}

import { createHash } from 'node:crypto'
import { PersonalRefused, StoreUnavailable } from '../../../store/index.ts'
import type { Address } from '../../../proxy/mail/index.ts'
import type { ContactBook } from './contact-book.ts'
import type { Usage } from './usage.ts'

/** Recipients remembered for one owner: those go first that were written to the longest time ago. */
export const MAX_COLLECTED = 1_000
/** When others change the same at the same time. */
const MAX_ATTEMPTS = 4

/** Remembers to whom a message went. Never fails for a store that is away or full: it is a help, and no record. */
export async function collectRecipients(
  book: ContactBook,
  recipients: readonly Address[],
  now: number,
): Promise<void> {
  try {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const usage = await book.usage()
      const outcome = await book.save('collected', changesFor(usage, recipients, now))
      if ('saved' in outcome) return
    }
  } catch (error) {
    const isKnown = error instanceof StoreUnavailable || error instanceof PersonalRefused
    if (!isKnown) throw error
  }
}

function changesFor({ byAddress }: Usage, recipients: readonly Address[], now: number) {
  const written = new Map(recipients.map((address) => [address.address.toLowerCase(), address]))
  const changes = [...written].slice(0, MAX_COLLECTED).map(([key, { name, address }]) => {
    const known = byAddress.get(key)
    return {
      id: known?.id ?? recipientId(key),
      baseVersion: known?.version ?? 0,
      body: JSON.stringify({
        name: name || (known?.name ?? ''),
        address,
        uses: (known?.uses ?? 0) + 1,
        lastUsedAt: now,
      }),
    }
  })
  const added = changes.filter(({ baseVersion }) => baseVersion === 0).length
  const tooMany = Math.max(0, byAddress.size + added - MAX_COLLECTED)
  const oldest = [...byAddress]
    .filter(([key]) => !written.has(key))
    .map(([, recipient]) => recipient)
    .sort((one, other) => one.lastUsedAt - other.lastUsedAt)
    .slice(0, tooMany)
  return [
    ...changes,
    ...oldest.map(({ id, version }) => ({ id, baseVersion: version, body: undefined })),
  ]
}

/** The document of an address in lower case: two messages to a user new at the same time meet in it. */
export function recipientId(key: string): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 32)
}

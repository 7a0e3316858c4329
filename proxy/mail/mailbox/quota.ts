import type { MailConnection } from '../connection/connection.ts'
import type { Quota } from '../model/account.ts'
import { listOf, nameOf, numberOf } from '../imap/parser/value.ts'

const BYTES_PER_UNIT = 1024

/**
 * Storage used and allowed in INBOX (RFC 9208); undefined without QUOTA or without a limit. Of several
 * quota roots the fullest counts: it is the first to refuse mail.
 */
export async function readQuota(connection: MailConnection): Promise<Quota | undefined> {
  if (!connection.has('QUOTA')) return undefined
  const quotas: Quota[] = []
  // NO: the server offers quotas and has none here.
  await connection.attempt(['GETQUOTAROOT INBOX'], (answer) => {
    if (answer.kind !== 'data' || answer.name !== 'QUOTA') return
    const items = listOf(answer.values[1])
    const at = items.findIndex((item) => nameOf(item) === 'STORAGE')
    const used = numberOf(items[at + 1])
    const limit = numberOf(items[at + 2])
    if (at === -1 || used === undefined || limit === undefined || limit === 0) return
    quotas.push({ usedBytes: used * BYTES_PER_UNIT, limitBytes: limit * BYTES_PER_UNIT })
  })
  return quotas.sort((one, other) => fullness(other) - fullness(one))[0]
}

function fullness({ usedBytes, limitBytes }: Quota): number {
  return usedBytes / limitBytes
}

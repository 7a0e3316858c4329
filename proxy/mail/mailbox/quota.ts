import type { MailConnection } from '../connection/connection.ts'
import type { Quota } from '../model/account.ts'
import { mailboxName, type MailboxName } from '../model/mailbox-name.ts'
import { quotedMailboxName } from '../imap/command.ts'
import { listOf, nameOf, numberOf } from '../imap/parser/value.ts'

const BYTES_PER_UNIT = 1024

/**
 * Storage used and allowed in INBOX (RFC 9208); undefined without QUOTA or without a limit. Of several
 * quota roots the fullest counts: it is the first to refuse mail.
 */
export async function readQuota(connection: MailConnection): Promise<Quota | undefined> {
  const quotas = await readQuotas(connection, mailboxName('INBOX', undefined))
  return [...quotas].sort((one, other) => fullness(other) - fullness(one))[0]
}

/** The same of each quota root of a mailbox that has a limit; empty without QUOTA. */
export async function readQuotas(
  connection: MailConnection,
  mailbox: MailboxName,
): Promise<readonly Quota[]> {
  if (!connection.has('QUOTA')) return []
  const quotas: Quota[] = []
  // NO: the server offers quotas and has none here.
  await connection.attempt(['GETQUOTAROOT', quotedMailboxName(mailbox)], (response) => {
    if (response.kind !== 'data' || response.name !== 'QUOTA') return
    const items = listOf(response.values[1])
    const at = items.findIndex((item) => nameOf(item) === 'STORAGE')
    const used = numberOf(items[at + 1])
    const limit = numberOf(items[at + 2])
    if (at === -1 || used === undefined || limit === undefined || limit === 0) return
    quotas.push({ usedBytes: used * BYTES_PER_UNIT, limitBytes: limit * BYTES_PER_UNIT })
  })
  return quotas
}

function fullness({ usedBytes, limitBytes }: Quota): number {
  return usedBytes / limitBytes
}

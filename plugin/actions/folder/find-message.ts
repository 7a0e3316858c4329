import type { MailboxName, MessageName } from '../../../proxy/mail/index.ts'
import type { MailContext } from '../contract/contexts.ts'

/** A message by its Message-ID, which no other one has (RFC 5322 3.6.4). Throws MailFault. */
export async function findMessage(
  mailbox: MailboxName,
  messageId: string,
  { account, signal }: Pick<MailContext, 'account' | 'signal'>,
): Promise<MessageName | undefined> {
  const search = { text: messageId, fields: ['message-id'], filter: 'all' } as const
  const found = await account.matchingUids(mailbox, { search, flags: undefined }, { signal })
  const uid = /^\d+/.exec(found.set)?.[0]
  return uid === undefined
    ? undefined
    : { mailbox, uidValidity: found.uidValidity, uid: Number(uid) }
}

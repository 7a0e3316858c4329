import type { OutboxMessage } from '../../../plugin/outbox/outbox-message.ts'
import { mailboxName } from '../../../proxy/mail/model/mailbox-name.ts'

/** A message of the outbox that is due. */
export function waitingMessage(changes: Partial<OutboxMessage> = {}): OutboxMessage {
  return {
    ...{ composeId: 'waiting', digest: 'words', messageId: '<1@localhost>', user: 'anna' },
    ...{ state: 'waiting', dueAt: Date.UTC(2026, 10, 27), undoUntil: undefined },
    ...{ attempts: 0, failedAt: undefined, error: undefined, lease: undefined },
    ...{ isAgain: false, isUncertain: false, origin: undefined },
    draft: { mailbox: mailboxName('Drafts'), uidValidity: 1n, uid: 1 },
    ...{ hasKeyword: true, contentDigest: 'digest' },
    content: {
      subject: 'Waiting',
      recipients: [{ name: 'Bea', address: 'bea@example.org' }],
      envelope: { from: 'anna@example.org', to: ['bea@example.org'] },
      credential: { user: 'anna', password: 'secret', authorizationId: undefined },
      unopened: undefined,
    },
    ...changes,
  }
}

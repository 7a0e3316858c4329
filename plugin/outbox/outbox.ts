import type { Credential } from '../../proxy/mail/index.ts'
import type { DocumentOwner } from '../../store/index.ts'
import type { OwnOutbox } from '../actions/contract/own-outbox.ts'
import type { OutboxCounts } from './due-index.ts'
import type { OwnOutboxOptions } from './own-outbox.ts'

/** The outboxes of all owners. */
export interface Outbox {
  of(user: Pick<OwnOutboxOptions, 'owner' | 'account' | 'credential' | 'signal'>): OwnOutbox
  /** What waited for a password that holds continues. Never fails. */
  signedIn(owner: DocumentOwner, credential: Credential): void
  start(): void
  counts(): OutboxCounts
  close(): Promise<void>
}

import type { StoredMessage } from 'hoodiecrow-imap'

/** A message that matches, under the number the client asked for: its UID or its place. */
export interface FoundMessage {
  readonly message: StoredMessage
  readonly number: number
}

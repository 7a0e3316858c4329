import type { MailEvent } from '../model/account.ts'

/** What an event is about: of two events about the same the later one says it all. */
export function eventSubjectOf(event: MailEvent): string {
  switch (event.kind) {
    case 'counts':
      return `counts ${event.state.path}`
    case 'changed':
      return `changed ${event.mailbox}`
    case 'mailboxes':
    case 'resync':
      return event.kind
  }
}

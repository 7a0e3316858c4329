import type { MailEvent } from '../../../proxy/mail/index.ts'
import type { NativeEvent } from './types.ts'

/** A mail event in the native shape, version 1. */
export function nativeEvent(event: MailEvent): NativeEvent {
  switch (event.kind) {
    case 'counts': {
      const { path, messages, unseen } = event.state
      return { version: 1, kind: 'counts', mailbox: path, messages, unseen }
    }
    case 'changed':
      return { version: 1, kind: 'changed', mailbox: event.mailbox }
    case 'mailboxes':
      return { version: 1, kind: 'mailboxes' }
    case 'settings':
      return { version: 1, kind: 'settings', revision: event.revision }
    case 'notices':
      return { version: 1, kind: 'notices' }
    case 'resync':
      return { version: 1, kind: 'resync' }
  }
}

/** A message of an event stream (HTML 9.2.5). JSON has no raw line ends, so one `data` line holds it. */
export function eventStreamMessage(json: string, id?: string): string {
  return id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`
}

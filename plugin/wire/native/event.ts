import type { MailEvent } from '../../../proxy/mail/index.ts'
import { NATIVE_VERSION } from './media-type.ts'
import type { NativeEvent } from './types.ts'

/** A mail event in the native shape, version 2. */
export function nativeEvent(event: MailEvent): NativeEvent {
  switch (event.kind) {
    case 'counts': {
      const { path, messages, unseen } = event.state
      return { version: NATIVE_VERSION, kind: 'counts', mailbox: path, messages, unseen }
    }
    case 'changed':
      return { version: NATIVE_VERSION, kind: 'changed', mailbox: event.mailbox }
    case 'mailboxes':
      return { version: NATIVE_VERSION, kind: 'mailboxes' }
    case 'settings':
      return { version: NATIVE_VERSION, kind: 'settings', revision: event.revision }
    case 'outbox':
      return { version: NATIVE_VERSION, kind: 'outbox' }
    case 'notices':
      return { version: NATIVE_VERSION, kind: 'notices' }
    case 'resync':
      return { version: NATIVE_VERSION, kind: 'resync' }
  }
}

/** A message of an event stream (HTML 9.2.5). JSON has no raw line ends, so one `data` line holds it. */
export function eventStreamMessage(json: string, id?: string): string {
  return id === undefined ? `data: ${json}\n\n` : `id: ${id}\ndata: ${json}\n\n`
}

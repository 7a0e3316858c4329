import type { NativeMessage, NativeMessageName } from '../../wire/native/types.ts'
import { actionUrl } from './http/http-client.ts'
import { uidFields } from './message-name.ts'

/** A message that is forwarded as it looks, or what a draft holds of it, for a sandboxed frame. */
export function originalUrl(source: NativeMessageName, isDraft: boolean): string {
  return actionUrl('frame', {
    ...uidFields(source, [source.uid]),
    _original: isDraft ? 1 : undefined,
  })
}

/** All attachments as one archive. */
export function attachmentsUrl(message: NativeMessage): string {
  return actionUrl('attachments', fieldsOf(message))
}

/** The message as a file. */
export function messageFileUrl(message: NativeMessage): string {
  return actionUrl('viewsource', { ...fieldsOf(message), _download: 1 })
}

/** A part to be shown in the page, e.g. an image. */
export function partUrl(message: NativeMessage, part: string): string {
  return actionUrl('get', { ...fieldsOf(message), _part: part })
}

/** A part to be saved. */
export function downloadUrl(message: NativeMessage, part: string): string {
  return actionUrl('get', { ...fieldsOf(message), _part: part, _download: 1 })
}

/** The message as it lies on the server. */
export function sourceUrl(message: NativeMessage): string {
  return actionUrl('viewsource', fieldsOf(message))
}

function fieldsOf(message: NativeMessage) {
  return uidFields(message, [message.row.uid])
}

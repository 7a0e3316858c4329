import type { NativeMessage, NativeMessageName } from '../../wire/native/types.ts'
import { actionUrl } from './http/http-client.ts'
import { uidFields } from './message-name.ts'

/** Whose images are shown: whom the owner trusts, and contacts as well. The server says who is one. */
type RemoteSenders = 'trusted' | 'contacts'

/** The HTML body for the sandboxed frame (HTML 4.8.5, `sandbox`). */
export function frameUrl(
  name: NativeMessageName,
  showRemoteContent: boolean | RemoteSenders,
): string {
  const message = uidFields(name, [name.uid])
  const isByServer = typeof showRemoteContent === 'string'
  const _images = isByServer ? showRemoteContent : showRemoteContent ? 1 : undefined
  return actionUrl('frame', { ...message, _images })
}

/** A message that is forwarded as it looks, or what a draft holds of it, for a sandboxed frame. */
export function originalUrl(source: NativeMessageName, isDraft: boolean): string {
  return actionUrl('frame', {
    ...uidFields(source, [source.uid]),
    _original: isDraft ? 1 : undefined,
  })
}

/** The formatted signature of an identity, or an empty one, for a frame in which it is written. */
export function signatureUrl(identity: string | undefined): string {
  return actionUrl('signature', { _identity: identity })
}

/** An empty document, in which a formatted message is written. */
export function writingFrameUrl(): string {
  return actionUrl('writing-frame', {})
}

/** The body for a frame that is printed: the page may reach into it (plugin/actions/message/frame.ts). */
export function printUrl(message: NativeMessage): string {
  return actionUrl('frame', { ...fieldsOf(message), _print: 1 })
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

import type { NativeInputOf, NativeMessage, NativeMessageName } from '../../wire/native/types.ts'
import { actionAddress } from '../../wire/native/address.ts'
import { messageInput } from './inputs.ts'
import { messageNameOf } from './message-name.ts'

/** A message that is forwarded as it looks, or what a draft holds of it, for a sandboxed frame. */
export function originalUrl(source: NativeMessageName, isDraft: boolean): string {
  return fileUrl('frame', { ...messageInput(source), isOriginal: isDraft ? true : undefined })
}

/** A page that opens a stored draft. */
export function draftUrl({ mailbox, uid }: NativeMessageName): string {
  const fields = { _task: 'mail', _action: 'compose', _mbox: mailbox, _draft_uid: String(uid) }
  return `./?${new URLSearchParams(fields).toString()}`
}

/** All attachments as one archive. */
export function attachmentsUrl(message: NativeMessage): string {
  return fileUrl('attachments', messageNameOf(message))
}

/** The message as a file. */
export function messageFileUrl(message: NativeMessage): string {
  return fileUrl('viewsource', { ...messageNameOf(message), isDownload: true })
}

/** A part to be shown in the page, e.g. an image. */
export function partUrl(message: NativeMessage, part: string): string {
  return fileUrl('get', { ...messageNameOf(message), partId: part })
}

/** A part to be saved. */
export function downloadUrl(message: NativeMessage, part: string): string {
  return fileUrl('get', { ...messageNameOf(message), partId: part, isDownload: true })
}

/** The message as it is on the server. */
export function sourceUrl(message: NativeMessage): string {
  return fileUrl('viewsource', messageNameOf(message))
}

/** A file of the contacts, or of those of a group. */
export function exportContactsUrl(format: 'vcard' | 'csv', group: string): string {
  return fileUrl('export-contacts', { format, group })
}

/** The picture of a contact. */
export function contactPhotoUrl(photo: string): string {
  return fileUrl('contact-photo', { photo })
}

type FileAction =
  'attachments' | 'contact-photo' | 'export-contacts' | 'frame' | 'get' | 'viewsource'

function fileUrl<Name extends FileAction>(action: Name, input: NativeInputOf<Name>): string {
  return actionAddress(action, input)
}

import { actionUrl } from './door.ts'

/** The HTML body for the sandboxed frame (security 5.3). */
export function frameUrl(mailbox: string, uid: number, showRemoteContent: boolean): string {
  return actionUrl('frame', {
    _mbox: mailbox,
    _uid: uid,
    _images: showRemoteContent ? 1 : undefined,
  })
}

/** The body for a frame that is printed: the page may reach into it (plugin/actions/frame.ts). */
export function printUrl(mailbox: string, uid: number): string {
  return actionUrl('frame', { _mbox: mailbox, _uid: uid, _print: 1 })
}

/** All attachments as one archive. */
export function attachmentsUrl(mailbox: string, uid: number, token: string): string {
  return actionUrl('attachments', { _mbox: mailbox, _uid: uid, _token: token })
}

/** The message as a file. */
export function messageFileUrl(mailbox: string, uid: number, token: string): string {
  return actionUrl('viewsource', { _mbox: mailbox, _uid: uid, _download: 1, _token: token })
}

/** A part to be shown in the page, e.g. an image. */
export function partUrl(mailbox: string, uid: number, part: string): string {
  return actionUrl('get', { _mbox: mailbox, _uid: uid, _part: part })
}

/** A part to be saved; the token keeps other sites from making the browser fetch it. */
export function downloadUrl(mailbox: string, uid: number, part: string, token: string): string {
  return actionUrl('get', { _mbox: mailbox, _uid: uid, _part: part, _download: 1, _token: token })
}

/** The message as it lies on the server. */
export function sourceUrl(mailbox: string, uid: number): string {
  return actionUrl('viewsource', { _mbox: mailbox, _uid: uid })
}

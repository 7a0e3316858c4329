import type { BodyNode } from './body-structure.ts'
import { cutText, pathless, visibleName } from '../harmless-text.ts'

/** Extensions of the types that come without a name. */
const EXTENSIONS: ReadonlyMap<string, string> = new Map([
  ['application/gzip', 'gz'],
  ['application/json', 'json'],
  ['application/msword', 'doc'],
  ['application/pdf', 'pdf'],
  ['application/pgp-encrypted', 'asc'],
  ['application/pgp-keys', 'asc'],
  ['application/rtf', 'rtf'],
  ['application/xml', 'xml'],
  ['application/zip', 'zip'],
  ['audio/mpeg', 'mp3'],
  ['audio/wav', 'wav'],
  ['image/bmp', 'bmp'],
  ['image/gif', 'gif'],
  ['image/heic', 'heic'],
  ['image/jpeg', 'jpg'],
  ['image/jpg', 'jpg'],
  ['image/png', 'png'],
  ['image/svg+xml', 'svg'],
  ['image/tiff', 'tif'],
  ['image/webp', 'webp'],
  ['text/calendar', 'ics'],
  ['text/csv', 'csv'],
  ['text/html', 'html'],
  ['text/rtf', 'rtf'],
  ['text/vcard', 'vcf'],
  ['text/x-vcard', 'vcf'],
  ['text/xml', 'xml'],
  ['video/mp4', 'mp4'],
])

/** Names that other programs know these parts by. */
const DEFAULT_NAMES: ReadonlyMap<string, string> = new Map([
  ['application/ms-tnef', 'winmail.dat'],
  ['application/pgp-signature', 'signature.asc'],
  ['application/pkcs7-mime', 'smime.p7m'],
  ['application/pkcs7-signature', 'smime.p7s'],
  ['application/x-pkcs7-mime', 'smime.p7m'],
  ['application/x-pkcs7-signature', 'smime.p7s'],
  ['text/calendar', 'invite.ics'],
])

const MAX_SUBJECT_CHARS = 100

/** The name a part is listed and saved under: its own, or one with the extension of its type. */
export function partName({ id, type, filename, subject }: BodyNode): string {
  const name = shortened(pathless(visibleName(filename ?? '')))
  if (name !== '') return name
  if (subject !== undefined) return messageFileName(subject)
  return DEFAULT_NAMES.get(type) ?? `part-${id}.${EXTENSIONS.get(type) ?? otherExtension(type)}`
}

/** Any other text can be read, and so can reports (RFC 3464, RFC 5965, RFC 6533). */
function otherExtension(type: string): string {
  return /^(?:text|message)\//.test(type) ? 'txt' : 'bin'
}

/** What no file system keeps more of, and the header of a download has room for. */
const MAX_NAME_CHARS = 255
const MAX_EXTENSION_CHARS = 20

/** A sender may write a name as long as a message. Its extension stays, which reports what opens the file. */
function shortened(name: string): string {
  if (name.length <= MAX_NAME_CHARS) return name
  const [stem, extension] = divideName(name)
  return `${cutText(stem, MAX_NAME_CHARS - extension.length)}${extension}`
}

/** A name before its extension, and that with its dot; the latter is empty where there is none. */
export function divideName(name: string): readonly [string, string] {
  const dot = name.lastIndexOf('.')
  const isExtension = dot > 0 && name.length - dot <= MAX_EXTENSION_CHARS
  return isExtension ? [name.slice(0, dot), name.slice(dot)] : [name, '']
}

/** The file name of a whole message. */
export function messageFileName(subject: string): string {
  const name = cutText(visibleName(subject).replace(/[\\/:*?"<>|]/g, '_'), MAX_SUBJECT_CHARS).trim()
  return `${name || 'message'}.eml`
}

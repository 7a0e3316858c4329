import type { FileFacts } from './staging-directory.ts'
import type { Upload } from './staging.ts'

// The part of tus 1.0 (tus.io/protocols/resumable-upload) that is spoken here: the core, creation, termination and expiration.

export const TUS_VERSION = '1.0.0'
export const TUS_EXTENSIONS = 'creation,termination,expiration'
/** Of the body of a PATCH. */
export const TUS_TYPE = 'application/offset+octet-stream'

const MAX_METADATA_CHARS = 8_192
const MAX_NAME_CHARS = 1_000
/** RFC 6838 4.2. */
const MAX_TYPE_CHARS = 255

/** What the headers of a creation say; undefined when they are not those of tus. */
export function creationOf(length: string, metadata: string): FileFacts | undefined {
  const size = countOf(length)
  if (size === undefined || metadata.length > MAX_METADATA_CHARS) return undefined
  const values = new Map(metadata.split(',').map(pairOf))
  return {
    name: (values.get('filename') ?? '').slice(0, MAX_NAME_CHARS),
    type: (values.get('filetype') ?? '').slice(0, MAX_TYPE_CHARS),
    size,
  }
}

/** A key and its value in base64, parted by a blank. */
function pairOf(pair: string): readonly [string, string] {
  const [key = '', value = ''] = pair.trim().split(' ')
  return [key, Buffer.from(value, 'base64').toString('utf8')]
}

/** A length or an offset; undefined for any other text. */
export function countOf(header: string): number | undefined {
  return /^[0-9]{1,15}$/.test(header) ? Number(header) : undefined
}

/** How far an upload is. */
export function stateHeaders({ offset, expiresAt }: Upload): Readonly<Record<string, string>> {
  return {
    'Upload-Offset': String(offset),
    'Upload-Expires': new Date(expiresAt).toUTCString(),
  }
}

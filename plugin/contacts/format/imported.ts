import { createHash } from 'node:crypto'
import type { Contact } from '../contact.ts'
import type { ImportProblem } from './problem.ts'

/** A picture of a contact. */
export interface Photo {
  readonly type: 'image/jpeg' | 'image/png' | 'image/gif' | 'image/webp'
  readonly content: Buffer
}

/** An entry of a file. */
export interface ImportedContact {
  readonly line: number
  readonly contact: Contact
  readonly photo: Photo | undefined
  /** What it is named where it is new: the same entry of the same source always alike. Random without it. */
  readonly id?: string
  /** What groups of the same file call it, where that is not its UID. */
  readonly memberName?: string
}

/** What a file holds, in its order, entries and what is wrong alike. */
export type ImportedEntry =
  | { readonly kind: 'contact'; readonly entry: ImportedContact }
  | { readonly kind: 'problem'; readonly problem: ImportProblem }

/** A group that is an entry of its own (RFC 6350 6.1.4): its members are named by their UIDs, as `memberUid` writes them. */
export interface ImportedGroup {
  readonly kind: 'group'
  readonly name: string
  readonly members: readonly string[]
}

/** What a reader has found, or that it continues reading and others may have their turn. */
export type ReadingStep = ImportedEntry | ImportedGroup | undefined

/** What a picture is named by in a contact. */
export function photoId({ content }: Photo): string {
  return createHash('sha256').update(content).digest('hex')
}

/** Bytes of one picture: address books send them at up to 400 pixels. */
export const MAX_PHOTO_BYTES = 128 * 1024

/** A picture by what its bytes say, for what a file says of them is not to be trusted; undefined for anything else. */
export function photoOf(content: Buffer): Photo | undefined {
  if (content.length > MAX_PHOTO_BYTES) return undefined
  const head = content.toString('latin1', 0, 12)
  if (head.startsWith('\xff\xd8\xff')) return { type: 'image/jpeg', content }
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return { type: 'image/png', content }
  if (/^GIF8[79]a/.test(head)) return { type: 'image/gif', content }
  if (/^RIFF.{4}WEBP$/s.test(head)) return { type: 'image/webp', content }
  return undefined
}

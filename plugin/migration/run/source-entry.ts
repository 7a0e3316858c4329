import { createHash } from 'node:crypto'

/** Text of one line, without what does not print. */
export function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}

/** By which an entry of the source is known again while no one changes it there. */
export function entryMark(kind: string, entry: object): string {
  const text = JSON.stringify([kind, entry])
  return createHash('sha256').update(text).digest('base64url').slice(0, 8)
}

/** The id of the document that an entry becomes: however often it is taken over, it becomes the same one. */
export function documentId(kind: string, id: number | string): string {
  return createHash('sha256').update(`roundcube ${kind} ${id}`).digest('hex').slice(0, 32)
}

import { Refusal } from '../../http/refusal.ts'
import { photoId, photoOf, type Photo } from '../format/imported.ts'
import { boundedSave } from './change.ts'
import type { ContactBook } from './contact-book.ts'
import { createTurns } from './turns.ts'

/** How many photos one save may find to be there already. */
const MAX_ATTEMPTS = 3

/** Keeps photos; the same picture is stored once. Throws Refusal. */
export async function keepPhotos(book: ContactBook, photos: readonly Photo[]): Promise<void> {
  const wanted = new Map<string, Photo>()
  const turn = createTurns()
  for (const photo of photos) {
    await turn(photo.content.length)
    wanted.set(photoId(photo), photo)
  }
  // One that was removed before is at the version of its removal.
  const versions = new Map<string, number>()
  for (let attempt = 0; attempt < MAX_ATTEMPTS && wanted.size > 0; attempt += 1) {
    const changes = [...wanted].map(([id, { content }]) => {
      return { id, baseVersion: versions.get(id) ?? 0, body: content.toString('base64') }
    })
    const outcome = await boundedSave(book, 'contact-photo', changes)
    if ('saved' in outcome) return
    for (const standing of outcome.conflicts) {
      if ('body' in standing) wanted.delete(standing.id)
      else versions.set(standing.id, standing.version)
    }
  }
  if (wanted.size > 0) throw new Refusal('contact_changed')
}

/** The photo of a name; undefined when there is none. */
export async function findPhoto(book: ContactBook, id: string): Promise<Photo | undefined> {
  const document = await book.find('contact-photo', id)
  return document === undefined ? undefined : photoOf(Buffer.from(document.body, 'base64'))
}

import { saveAll } from './change.ts'
import type { ContactBook } from './contact-book.ts'

/** Contacts as they were seen. */
export type SeenContacts = readonly { readonly id: string; readonly version: number }[]

/** Removes contacts, all or none, and the pictures that no one else has. Throws Refusal. */
export async function removeContacts(book: ContactBook, seen: SeenContacts): Promise<void> {
  const before = await book.index()
  const changes = seen.map(({ id, version }) => ({ id, baseVersion: version, body: undefined }))
  await saveAll(book, 'contact', changes)
  const removed = seen.flatMap(({ id }) => before.byId.get(id)?.photo ?? [])
  await removeUnusedPhotos(book, removed)
}

/** Removes those of these pictures that no contact has. */
export async function removeUnusedPhotos(
  book: ContactBook,
  photos: readonly string[],
): Promise<void> {
  const candidates = new Set(photos.filter((photo) => photo !== ''))
  if (candidates.size === 0) return
  for (const { photo } of (await book.index()).entries) candidates.delete(photo)
  for (const id of candidates) {
    const document = await book.find('contact-photo', id)
    if (document === undefined) continue
    // Anyone who wrote it again meanwhile has a use for it.
    await book.save('contact-photo', [{ id, baseVersion: document.version, body: undefined }])
  }
}

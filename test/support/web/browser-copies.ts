import type { Page } from 'playwright-core'

/** What the browser has of messages being written, of all owners and tabs, as JSON; of files only their keys. */
export async function browserCopies(page: Page): Promise<readonly string[]> {
  return page.evaluate(async () => {
    // To open one that is not there would make it.
    const present = await indexedDB.databases()
    if (!present.some(({ name }) => name === 'postern-drafts')) return []
    const asked = indexedDB.open('postern-drafts')
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      asked.addEventListener('success', () => resolve(asked.result))
      asked.addEventListener('error', () => reject(asked.error ?? new Error('not opened')))
    })
    const all = database.transaction('drafts').objectStore('drafts').getAll()
    await new Promise((resolve) => all.addEventListener('success', resolve))
    database.close()
    return all.result.map((copy: unknown) => JSON.stringify(copy))
  })
}

/** Waits until a copy has all of these in its JSON. */
export async function untilCopied(page: Page, ...texts: readonly string[]): Promise<void> {
  const limit = AbortSignal.timeout(60_000)
  for (;;) {
    const copies = await browserCopies(page)
    if (copies.some((copy) => texts.every((text) => copy.includes(text)))) return
    limit.throwIfAborted()
  }
}

/** What the page needs of a browser's storage. */
export type PageStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/**
 * A storage of the browser, opened when it is first requested; where it is forbidden, one that lasts as long
 * as the page. Writing to a full one throws, as `Storage.setItem` does.
 */
export function createPageStorage(open: () => Storage): () => PageStorage {
  let storage: PageStorage | undefined
  return () => (storage ??= openOrReplace(open))
}

function openOrReplace(open: () => Storage): PageStorage {
  try {
    return open()
  } catch {
    const items = new Map<string, string>()
    return {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    }
  }
}

import type { MessagePage } from '../model/account.ts'
import type { Folder } from './folder.ts'

/**
 * The page that was last made for the same request, when nothing of the folder has changed since: the
 * folder's state is made anew with every change. For a folder that has just been confirmed.
 */
export function lastPageOf(folder: Folder, key: string): MessagePage | undefined {
  const { lastPage, state } = folder
  if (state === undefined || lastPage?.key !== key) return undefined
  const page = lastPage.page.deref()
  return page?.state === state ? page : undefined
}

/** Remembers a page without keeping it alive: rows that many folders hold on to would know no limit. */
export function noteLastPage(folder: Folder, key: string, page: MessagePage): void {
  folder.lastPage = { key, page: new WeakRef(page) }
}

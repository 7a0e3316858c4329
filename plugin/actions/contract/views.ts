import { LRUCache } from 'lru-cache'
import type { MailboxName, SearchQuery, SortOrder } from '../../../proxy/mail/index.ts'

/** What a session was last shown of one mailbox. Lost on restart without harm: a refresh then tells more than needed. */
export interface ShownView {
  readonly page: number
  readonly sort: SortOrder | undefined
  readonly search: SearchQuery | undefined
  readonly uidValidity: bigint
  readonly modseq: bigint | undefined
  /** Messages in the list, on all its pages. */
  readonly total: number
}

/** The views of one session. */
export interface Views {
  get(mailbox: MailboxName): ShownView | undefined
  set(mailbox: MailboxName, view: ShownView): void
}

/** Views of all sessions of this process, least recently used first out. `maxViews` counts session-mailbox pairs. */
export function createViewMemory({ maxViews }: { readonly maxViews: number }): {
  readonly of: (sessionId: string) => Views
} {
  const memory = new LRUCache<string, ShownView>({ max: maxViews })
  return {
    of: (sessionId) => ({
      get: (mailbox) => memory.get(`${sessionId} ${mailbox}`),
      set: (mailbox, view) => {
        memory.set(`${sessionId} ${mailbox}`, view)
      },
    }),
  }
}

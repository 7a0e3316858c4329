import { effect, untracked } from '@preact/signals'
import type { Catalogue } from '../../messages/en.ts'
import type { ListPreference } from '../list/preference.ts'
import type { MessageList } from '../list/list.ts'
import type { Notices } from '../notice/notices.ts'

interface ThreadSupportOptions {
  readonly list: MessageList
  readonly listPreference: ListPreference
  readonly notices: Notices
  readonly text: Catalogue
}

/** Goes back to single messages, with a word, where the mail server knows no threads (RFC 5256). */
export function leaveMissingThreads(options: ThreadSupportOptions): void {
  const { list, listPreference, notices, text } = options

  effect(() => {
    const query = list.query.value
    const [row] = list.rows.value.values()
    if (!query.isThreaded || row === undefined || row.thread !== undefined) return
    untracked(() => {
      listPreference.keep(false)
      list.open({ ...query, isThreaded: false })
      notices.fail(text.noConversations)
    })
  })
}

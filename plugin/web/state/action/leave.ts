import { effect, untracked } from '@preact/signals'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { ListPreference } from '../settings/list-preference.ts'
import type { MessageList } from '../list/list.ts'
import type { Notices } from '../notice/notices.ts'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { folderName } from '../folder/names.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'

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

interface DeletedFolderOptions {
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly notices: Notices
  readonly text: Catalogue
  readonly openMailbox: (path: string) => void
}

/** Leaves the folder on show when another program deleted or renamed it: its rows are no messages any more. */
export function leaveDeletedFolder(options: DeletedFolderOptions): void {
  const { mailboxes, list, notices, text, openMailbox } = options
  let onShow: NativeMailbox | undefined

  effect(() => {
    const { mailbox } = list.query.value
    const found = mailboxes.find(mailbox)
    const deleted = onShow
    onShow = found
    if (found !== undefined || deleted?.path !== mailbox) return
    untracked(() => {
      openMailbox('INBOX')
      notices.fail(text.folderGone({ name: folderName(deleted, text) }))
    })
  })
}

import type { Catalogue } from '../../messages/en.ts'
import { folderName } from '../folder/names.ts'
import type { Api } from '../../wire/api.ts'
import type { Acts } from './acts.ts'
import type { Connection } from '../session/connection.ts'
import type { Dialogs } from '../notice/dialogs.ts'
import type { MessageList } from '../list/list.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { Notices } from '../notice/notices.ts'
import type { Reader } from '../message/reader.ts'

interface EmptyingOptions {
  readonly api: Api
  readonly connection: Connection
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly reader: Reader
  readonly acts: Acts
  readonly dialogs: Dialogs
  readonly notices: Notices
  readonly text: Catalogue
  readonly openMailbox: (path: string) => void
}

/**
 * Asks, saying how many messages and folders, then empties the trash or the junk folder with all below
 * it. The server counts: the page knows nothing of folders that are hidden.
 */
export function createEmptying(options: EmptyingOptions): (path: string) => void {
  const { api, connection, mailboxes, list, reader, acts, dialogs, notices, text } = options
  const { signal } = new AbortController()

  /** What is open may be about to go. */
  function leave(path: string, delimiter: string | null): void {
    const open = list.query.value.mailbox
    if (open === path) reader.close()
    else if (delimiter !== null && open.startsWith(`${path}${delimiter}`)) options.openMailbox(path)
  }

  async function ask(path: string): Promise<void> {
    const mailbox = mailboxes.find(path)
    if (mailbox === undefined) return
    try {
      const size = await connection.reach(() => api.folderSize(path, signal), signal)
      dialogs.ask({
        title: text.emptyFolder,
        text: text.emptyFolderAsk(folderName(mailbox, text), size.messages, size.folders),
        confirm: text.emptyFolderConfirm,
        run() {
          leave(path, mailbox.delimiter)
          acts.purge(path)
        },
      })
    } catch (error) {
      notices.failed(error, text.actFailed)
    }
  }

  return (path) => void ask(path)
}

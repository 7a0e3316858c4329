import { effect } from '@preact/signals'
import { folderName } from '../folder/names.ts'
import type { Mailboxes } from '../folder/mailboxes.ts'
import type { MessageList } from '../list/list.ts'
import type { Texts } from './texts.ts'

interface TitleOptions {
  readonly mailboxes: Mailboxes
  readonly list: MessageList
  readonly texts: Texts
  readonly productName: string
  readonly page: Pick<Document, 'title'>
}

/** The tab is named for the open folder, and says how many messages of the inbox are unread. */
export function followTitle({ mailboxes, list, texts, productName, page }: TitleOptions): void {
  effect(() => {
    const unseen = mailboxes.special('inbox')?.unseen ?? 0
    const folder = mailboxes.find(list.query.value.mailbox)
    const location =
      folder === undefined
        ? productName
        : `${folderName(folder, texts.shown.value)} - ${productName}`
    page.title = unseen > 0 ? `(${unseen}) ${location}` : location
  })
}

import type { MailPageEnv, NativeMessageName } from '../../../wire/native/types.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import { requestList } from '../../wire/list-requests.ts'
import { isNarrowed, wholeMailbox } from '../../wire/query.ts'
import { isSeen } from '../action/flags.ts'
import type { FolderActions } from '../folder/folder-actions.ts'
import { namesOf } from '../folder/names.ts'
import type { MessageList } from '../list/list.ts'
import type { Navigation } from '../message/navigation.ts'
import type { Reader } from '../message/reader.ts'
import type { Dialogs } from '../notice/dialogs.ts'
import type { Arrival } from '../notice/notices.ts'
import type { Unsaved } from '../page/unsaved.ts'

/** What a notification needs of the page. */
interface NotifyingPage {
  readonly env: Pick<MailPageEnv, 'productName'>
  readonly http: Pick<HttpClient, 'get' | 'search'>
  readonly text: Catalogue
  readonly list: Pick<MessageList, 'query'>
  readonly reader: Pick<Reader, 'open'>
  readonly dialogs: Pick<Dialogs, 'close'>
  readonly unsaved: Pick<Unsaved, 'leave'>
  readonly folderActions: Pick<FolderActions, 'close'>
  readonly navigation: Pick<Navigation, 'hideFolders'>
  readonly commands: { openMailbox(path: string): void }
}

/** What the system shows, and which message that is about. */
interface Notified {
  readonly texts: string
  readonly message: NativeMessageName | undefined
}

/**
 * Has the system tell what arrived. A click on that shows the message, wherever the page is by then, and the mailbox
 * where several came.
 */
export async function notifyBySystem(
  texts: string,
  arrival: Arrival,
  page: NotifyingPage,
): Promise<void> {
  if (!('Notification' in window)) return
  const notified = await notifiedOf(texts, arrival, page)
  const title = page.env.productName
  try {
    // Without the user's leave nothing is shown.
    const notification = new Notification(title, { body: notified.texts, tag: title })
    notification.addEventListener('click', () => {
      window.focus()
      notification.close()
      page.unsaved.leave(() => show(arrival.mailbox, notified.message, page))
    })
  } catch {
    // Phones know it and have no such constructor.
  }
}

/** Of a message in a mailbox that is not on show only the count was pushed: it is requested. */
async function notifiedOf(
  messages: string,
  { mailbox, count, message }: Arrival,
  { http, text }: NotifyingPage,
): Promise<Notified> {
  if (message !== undefined || count > 1) return { texts: messages, message }
  try {
    const { signal } = new AbortController()
    const all = wholeMailbox(mailbox, false)
    const { rows, uidValidity } = await requestList(http, all, 1, signal)
    const row = rows.reduce((one, other) => (other.uid > one.uid ? other : one))
    if (isSeen(row.flags)) return { texts: messages, message }
    const newest = { mailbox, uidValidity, uid: row.uid }
    return {
      texts: text.newMessageFrom({ sender: namesOf(row.from), subject: row.subject }),
      message: newest,
    }
  } catch {
    // It is told without its name.
    return { texts: messages, message }
  }
}

function show(mailbox: string, message: NativeMessageName | undefined, page: NotifyingPage): void {
  const { list, reader, dialogs, folderActions, navigation, commands } = page
  const query = list.query.peek()
  dialogs.close()
  folderActions.close()
  if (query.mailbox !== mailbox || isNarrowed(query)) commands.openMailbox(mailbox)
  if (message === undefined) return
  reader.open(message)
  navigation.hideFolders()
}

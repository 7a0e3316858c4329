import type { NativeMessage } from '../../../wire/native/types.ts'
import { isFlagged, isSeen } from '../../state/act/flags.ts'
import { attachmentsUrl, messageFileUrl, sourceUrl, printUrl } from '../../wire/links.ts'
import { oneMessage } from '../../state/message/target.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { useApp } from '../../app/app-context.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Icon } from '../icon/icon.tsx'
import { formatFullDate } from '../../messages/format.ts'
import type { Catalogue } from '../../messages/en.ts'
import { formatAddresses } from '../../state/composer/draft.ts'
import { createAddContact } from '../../state/contacts/add-contact.ts'
import { createContactApi } from '../../wire/contact-api.ts'
import { frameNotice, frameRetryMs } from './frame-notice.ts'

/** What is done with an open message now and then: print it, save it, look behind it. */
export function MessageMenu() {
  const { text, dialogs, reader } = useApp()
  const reading = reader.reading.value
  if (dialogs.open.value !== 'message' || reading.kind !== 'message') return null

  return (
    <Dialog title={text.message} onClose={dialogs.close}>
      <MenuOf message={reading.message} />
    </Dialog>
  )
}

/** What the toolbar leaves out: junk, and where it is too narrow the marks. */
function MarkItems({ message }: { readonly message: NativeMessage }) {
  const { text, list, mailboxes, dialogs, commands } = useApp()
  const name = messageNameOf(message)
  const row = list.rowOf(name) ?? message.row
  const target = oneMessage(name, row)

  function act(run: () => void): () => void {
    return () => {
      dialogs.close()
      run()
    }
  }

  return (
    <>
      <button type="button" class="folder-button" onClick={act(() => commands.toggleSeen(target))}>
        <Icon name={isSeen(row.flags) ? 'unread' : 'read'} />
        {isSeen(row.flags) ? text.markUnread : text.markRead}
      </button>
      <button type="button" class="folder-button" onClick={act(() => commands.toggleFlag(target))}>
        <Icon name="flag" />
        {isFlagged(row.flags) ? text.unflag : text.flag}
      </button>
      {mailboxes.special('junk')?.path === name.mailbox ? null : (
        <button type="button" class="folder-button" onClick={act(() => commands.junk(target))}>
          <Icon name="junk" />
          {text.markJunk}
        </button>
      )}
    </>
  )
}

function MenuOf({ message }: { readonly message: NativeMessage }) {
  const app = useApp()
  const { http, connection, notices, text, laterText, composer, dialogs, listedParts } = app
  const { noteContactChange } = app
  const words = laterText.contacts
  const { row } = message
  const [sender] = row.from

  return (
    <div class="menu">
      <MarkItems message={message} />
      {sender === undefined ? null : (
        <button
          type="button"
          class="folder-button"
          onClick={() => {
            dialogs.close()
            createAddContact({
              ...{ connection, notices, text },
              api: createContactApi(http, noteContactChange),
              words,
            })(sender)
          }}
        >
          <Icon name="contact" />
          {words.addToContacts(sender.name || sender.address)}
        </button>
      )}
      <button
        type="button"
        class="folder-button"
        onClick={() => {
          dialogs.close()
          composer.forwardAttached(message, [row.uid])
        }}
      >
        <Icon name="forward" />
        {text.forwardAttached}
      </button>
      <button
        type="button"
        class="folder-button"
        onClick={() => {
          dialogs.close()
          printMessage(message, text, document)
        }}
      >
        <Icon name="print" />
        {text.print}
      </button>
      <a
        class="folder-button"
        href={messageFileUrl(message)}
        download={`${row.subject || text.fileName}.eml`}
        onClick={dialogs.close}
      >
        <Icon name="download" />
        {text.saveMessage}
      </a>
      {listedParts.of(message).length === 0 && message.partsLeftOut === 0 ? null : (
        <a class="folder-button" href={attachmentsUrl(message)} download onClick={dialogs.close}>
          <Icon name="attachment" />
          {text.saveAttachments}
        </a>
      )}
      <a
        class="folder-button"
        href={sourceUrl(message)}
        target="_blank"
        rel="noopener noreferrer"
        onClick={dialogs.close}
      >
        <Icon name="source" />
        {text.viewSource}
      </a>
    </div>
  )
}

/** Id of the frame that is printed; it stays until the next one, for no browser says when it is done with it. */
const printFrameId = 'print-frame'

/**
 * Prints a message with its heading, without the page around it. The body comes in a frame that no
 * script runs in; the heading is put in as text.
 */
function printMessage(message: NativeMessage, text: Catalogue, page: Document): void {
  page.getElementById(printFrameId)?.remove()
  const frame = page.createElement('iframe')
  frame.id = printFrameId
  frame.className = 'print-frame'
  frame.title = text.print
  frame.setAttribute('sandbox', 'allow-same-origin allow-modals')
  frame.setAttribute('aria-hidden', 'true')
  frame.src = printUrl(message)
  frame.addEventListener('load', () => {
    const inside = frame.contentDocument
    if (inside === null) return
    if (frameNotice(frame) === 'preparing') {
      setTimeout(() => inside.location.reload(), frameRetryMs)
      return
    }
    // The name a browser proposes for a PDF.
    inside.title = message.row.subject
    inside.body.prepend(heading(message, text, inside))
    frame.contentWindow?.print()
  })
  page.body.append(frame)
}

function heading({ row, bcc }: NativeMessage, text: Catalogue, inside: Document): HTMLElement {
  const header = inside.createElement('header')
  const title = inside.createElement('h1')
  title.textContent = row.subject || text.noSubject
  title.style.font = '600 20px/1.3 system-ui, sans-serif'
  header.append(title)
  const fields: readonly (readonly [string, string])[] = [
    [text.from, formatAddresses(row.from)],
    [text.to, formatAddresses(row.to)],
    [text.cc, formatAddresses(row.cc)],
    [text.bcc, formatAddresses(bcc)],
    [text.date, formatFullDate(row.date)],
  ]
  for (const [label, value] of fields.filter(([, filled]) => filled !== '')) {
    const line = inside.createElement('div')
    line.style.font = '13px/1.5 system-ui, sans-serif'
    line.textContent = `${label}: ${value}`
    header.append(line)
  }
  header.style.marginBottom = '16px'
  header.style.paddingBottom = '12px'
  header.style.borderBottom = '1px solid #c8ccd1'
  return header
}

import type { NativeMessage } from '../../../wire/native/types.ts'
import { isFlagged, isSeen } from '../../state/action/flags.ts'
import { attachmentsUrl, messageFileUrl, sourceUrl } from '../../wire/links.ts'
import { oneMessage } from '../../state/message/target.ts'
import { messageNameOf } from '../../wire/message-name.ts'
import { useApp } from '../../app/app-context.ts'
import { Dialog } from '../dialog/dialog.tsx'
import { Icon } from '../icon/icon.tsx'
import { createAddContact } from '../../state/contacts/add-contact.ts'
import { notingPosts } from '../../wire/http/noting-posts.ts'
import { FilterItems } from './filter-items.tsx'
import { EncodingChoice } from './encoding-choice.tsx'

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

/** Who wants one of more files forwards the message and removes the others. */
const MAX_FORWARDED_FILES = 10

/** What the toolbar leaves out: junk, and where it is too narrow the marks. */
function MarkItems({ message }: { readonly message: NativeMessage }) {
  const { text, list, mailboxes, dialogs, commands } = useApp()
  const name = messageNameOf(message)
  const row = list.rowOf(name) ?? message.row
  const target = oneMessage(name, row)
  const isJunk = mailboxes.special('junk')?.path === name.mailbox

  function action(run: () => void): () => void {
    return () => {
      dialogs.close()
      run()
    }
  }

  return (
    <>
      <button
        type="button"
        class="folder-button"
        onClick={action(() => commands.toggleSeen(target))}
      >
        <Icon name={isSeen(row.flags) ? 'unread' : 'read'} />
        {isSeen(row.flags) ? text.markUnread : text.markRead}
      </button>
      <button
        type="button"
        class="folder-button"
        onClick={action(() => commands.toggleFlag(target))}
      >
        <Icon name="flag" />
        {isFlagged(row.flags) ? text.unflag : text.flag}
      </button>
      <button type="button" class="folder-button" onClick={action(() => commands.junk(target))}>
        <Icon name={isJunk ? 'inbox' : 'junk'} />
        {isJunk ? text.notJunk : text.markJunk}
      </button>
    </>
  )
}

function MenuOf({ message }: { readonly message: NativeMessage }) {
  const app = useApp()
  const { http, connection, notices, text, laterText, composer, dialogs } = app
  const { commands, listedParts, noteContactChange } = app
  const texts = laterText.contacts
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
              http: notingPosts(http, noteContactChange),
              texts,
            })(sender)
          }}
        >
          <Icon name="contact" />
          {texts.addToContacts({ name: sender.name || sender.address })}
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
      {listedParts
        .of(message)
        .slice(0, MAX_FORWARDED_FILES)
        .map(({ id, filename }) => (
          <button
            key={id}
            type="button"
            class="folder-button"
            onClick={() => {
              dialogs.close()
              composer.forwardAttached(message, [row.uid], id)
            }}
          >
            <Icon name="attachment" />
            {laterText.mail.forwardFile({ name: filename })}
          </button>
        ))}
      <button
        type="button"
        class="folder-button"
        onClick={() => {
          dialogs.close()
          composer.start('as-new', messageNameOf(message))
        }}
      >
        <Icon name="compose" />
        {laterText.mail.editAsNew}
      </button>
      <button
        type="button"
        class="folder-button"
        onClick={() => {
          dialogs.close()
          commands.print()
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
          {laterText.mail.saveAttachments}
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
      <FilterItems message={message} />
      <EncodingChoice message={message} />
    </div>
  )
}

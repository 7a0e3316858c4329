import { formatCount } from '../../format.ts'
import { folderName } from '../../names.ts'
import type { Branch } from '../../state/mailboxes.ts'
import { useApp } from '../app-context.ts'
import { folderIcon } from '../icon/folder-icon.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

const maxIndent = 6

/** One folder with its unread count. A folder that holds no messages is shown as a branch only. */
export function FolderRow({ branch: { mailbox, depth } }: { readonly branch: Branch }) {
  const { text, list, commands, dialogs } = useApp()
  const name = folderName(mailbox, text)
  const unseen = mailbox.unseen ?? 0
  const isOpen = list.query.value.mailbox === mailbox.path
  const isEmptied = mailbox.specialUse === 'trash' || mailbox.specialUse === 'junk'
  // Drafts are never "unread": what counts there is how many are waiting.
  const isDrafts = mailbox.specialUse === 'drafts'
  const count = isDrafts ? (mailbox.messages ?? 0) : unseen

  return (
    <li class={`folder indent-${Math.min(depth, maxIndent)}`}>
      <button
        type="button"
        class={`folder-button ${unseen > 0 ? 'has-unseen' : ''}`}
        aria-current={isOpen ? 'page' : undefined}
        disabled={!mailbox.isSelectable}
        onClick={() => commands.openMailbox(mailbox.path)}
      >
        <Icon name={folderIcon(mailbox)} />
        <span class="folder-name">{name}</span>
        {count > 0 ? (
          <span class="folder-count">
            {formatCount(count)}
            <span class="only-heard"> {isDrafts ? text.draftUnit : text.unreadUnit}</span>
          </span>
        ) : null}
      </button>
      {isOpen && isEmptied && (mailbox.messages ?? 0) > 0 ? (
        <IconButton
          icon="trash"
          label={text.emptyFolder}
          class="folder-act"
          onClick={() => dialogs.show('purge')}
        />
      ) : null}
    </li>
  )
}

import { useSignal } from '@preact/signals'
import type { NativeMailbox } from '../../../wire/native/types.ts'
import { formatCount } from '../../texts/locale.ts'
import { folderName } from '../../state/folder/names.ts'
import { addressOfMailbox } from '../../state/page/location.ts'
import type { Branch } from '../../state/folder/mailboxes.ts'
import { useApp } from '../../app/app-context.ts'
import { folderIcon, Icon } from '../icon/icon.tsx'
import { stayInPage } from '../frame/stay-in-page.ts'
import { IconButton } from '../icon/icon-button.tsx'

const maxIndent = 6

/** One folder with its unread count: opened by a click, and messages can be dropped on it. */
export function FolderRow({ branch: { mailbox, depth } }: { readonly branch: Branch }) {
  const { text, list, commands, folderActions } = useApp()
  const name = folderName(mailbox, text)
  const isOpen = list.query.value.mailbox === mailbox.path
  const { isOver, ...dropTarget } = useDropTarget(mailbox)
  const open = stayInPage(() => commands.openMailbox(mailbox.path))
  const openMenu = () => folderActions.show({ kind: 'menu', path: mailbox.path })

  return (
    <li
      class={`folder indent-${Math.min(depth, maxIndent)} ${isOver ? 'is-over' : ''}`}
      {...dropTarget}
      onContextMenu={(event) => {
        event.preventDefault()
        openMenu()
      }}
    >
      <a
        class={`folder-button ${(mailbox.unseen ?? 0) > 0 ? 'has-unseen' : ''}`}
        aria-current={isOpen ? 'page' : undefined}
        title={name}
        data-folder={mailbox.path}
        data-own={mailbox.specialUse === null}
        {...(mailbox.isSelectable ? { href: addressOfMailbox(mailbox.path), onClick: open } : {})}
      >
        <Icon name={folderIcon(mailbox)} />
        <span class="folder-name" dir="auto">
          {name}
        </span>
        <FolderCount mailbox={mailbox} />
      </a>
      <FolderAction mailbox={mailbox} isOpen={isOpen} />
      <IconButton
        icon="more"
        label={text.folderMenu({ name })}
        class="folder-more"
        onClick={openMenu}
      />
    </li>
  )
}

function FolderCount({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { text } = useApp()
  // Drafts are never "unread": what counts there is how many are waiting.
  const isDrafts = mailbox.specialUse === 'drafts'
  const count = (isDrafts ? mailbox.messages : mailbox.unseen) ?? 0
  if (count === 0) return null

  return (
    <span class="folder-count">
      {formatCount(count)}
      <span class="only-heard"> {isDrafts ? text.draftUnit : text.unreadUnit}</span>
    </span>
  )
}

interface FolderActionProps {
  readonly mailbox: NativeMailbox
  readonly isOpen: boolean
}

/** The trash and the junk folder are emptied from where they are looked at. */
function FolderAction({ mailbox, isOpen }: FolderActionProps) {
  const { text, folderActions } = useApp()
  const isEmptied = mailbox.specialUse === 'trash' || mailbox.specialUse === 'junk'
  if (!isOpen || !isEmptied || (mailbox.messages ?? 0) === 0) return null

  return (
    <IconButton
      icon="trash"
      label={text.emptyFolder}
      class="folder-act"
      onClick={() => folderActions.show({ kind: 'empty', path: mailbox.path })}
    />
  )
}

function useDropTarget({ path, isSelectable }: NativeMailbox) {
  const { drag, commands } = useApp()
  const isOver = useSignal(false)
  const takes = () => {
    const taken = drag.taken.peek()
    return taken !== undefined && isSelectable && taken.mailbox !== path
  }

  return {
    isOver: isOver.value && drag.taken.value !== undefined,
    onDragOver(event: DragEvent) {
      if (!takes()) return
      event.preventDefault()
      isOver.value = true
    },
    onDragLeave: () => (isOver.value = false),
    onDrop(event: DragEvent) {
      isOver.value = false
      const taken = drag.taken.peek()
      if (taken === undefined || !takes()) return
      event.preventDefault()
      commands.move(path, taken)
    },
  }
}

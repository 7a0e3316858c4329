import { useSignal } from '@preact/signals'
import { useApp } from '../../app/app-context.ts'
import { folderName } from '../../state/folder/names.ts'
import type { MessageTarget } from '../../state/message/target.ts'
import { folderIcon, Icon } from '../icon/icon.tsx'
import { Dialog } from './dialog.tsx'

/** Picks the folder that messages are moved to. */
export function MoveDialog() {
  const { dialogs, text } = useApp()
  const target = dialogs.moving.value
  if (target === undefined) return null

  return (
    <Dialog title={text.moveTo} onClose={dialogs.close}>
      <FolderPicker target={target} />
    </Dialog>
  )
}

function FolderPicker({ target }: { readonly target: MessageTarget }) {
  const { text, laterText, commands, mailboxes } = useApp()
  const wanted = useSignal('')
  const matches = mailboxes.tree.value.filter(
    ({ mailbox }) =>
      mailbox.isSelectable &&
      mailbox.path !== target.mailbox &&
      folderName(mailbox, text).toLowerCase().includes(wanted.value.toLowerCase()),
  )

  return (
    <form
      class="picker"
      onSubmit={(event) => {
        event.preventDefault()
        const [first] = matches
        if (first !== undefined) commands.move(first.mailbox.path, target)
      }}
    >
      <input
        class="picker-field"
        type="text"
        autocomplete="off"
        autofocus
        aria-label={laterText.mail.findFolder}
        placeholder={laterText.mail.findFolder}
        value={wanted.value}
        onInput={(event) => (wanted.value = event.currentTarget.value)}
      />
      <ul class="picker-folders">
        {matches.map(({ mailbox, depth }) => (
          <li key={mailbox.path} class={`indent-${Math.min(depth, 6)}`}>
            <button
              type="button"
              class="folder-button"
              onClick={() => commands.move(mailbox.path, target)}
            >
              <Icon name={folderIcon(mailbox)} />
              <span class="folder-name">{folderName(mailbox, text)}</span>
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

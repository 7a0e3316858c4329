import type { NativeMailbox } from '../../../wire/native/types.ts'
import { nameOfUse } from '../../state/folder/names.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { FailureNote } from '../notice/failure.tsx'

/** What can be done with a folder. The folders that mail needs stay as they are. */
export function FolderMenu({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { text, laterText, bulk, folderActions } = useApp()
  const { path, specialUse } = mailbox

  return (
    <div class="menu">
      {mailbox.isSelectable ? (
        <MenuItem
          icon="read"
          label={laterText.mail.markAllRead}
          onClick={() => {
            folderActions.close()
            bulk.readAll(path)
          }}
        />
      ) : null}
      {mailbox.delimiter === null ? null : (
        <MenuItem
          icon="compose"
          label={text.newFolder}
          onClick={() => folderActions.show({ kind: 'create', path })}
        />
      )}
      {mailbox.isSelectable ? (
        <MenuItem
          icon="trash"
          label={text.emptyFolder}
          onClick={() => folderActions.show({ kind: 'empty', path })}
        />
      ) : null}
      {specialUse === null ? (
        <>
          <MenuItem
            icon="drafts"
            label={laterText.mail.renameFolder}
            onClick={() => folderActions.show({ kind: 'rename', path })}
          />
          <MenuItem
            icon="close"
            label={laterText.mail.hideFolder}
            onClick={() => folderActions.setShown(mailbox, false)}
          />
          <MenuItem
            icon="trash"
            label={laterText.mail.deleteFolder}
            onClick={() => folderActions.show({ kind: 'delete', path })}
          />
        </>
      ) : null}
      {mailbox.isSelectable && specialUse !== 'inbox' ? <UseField mailbox={mailbox} /> : null}
      <FailureNote failure={folderActions.problem.value} />
    </div>
  )
}

const uses = ['drafts', 'sent', 'archive', 'junk', 'trash'] as const

/** What the folder is for. A use that the server gave can go to another folder, but not be taken away. */
function UseField({ mailbox }: { readonly mailbox: NativeMailbox }) {
  const { text, laterText, folderActions } = useApp()
  const { specialUse, isUseChosen } = mailbox

  return (
    <label class="field">
      <span>{laterText.mail.useAs}</span>
      <select
        value={specialUse ?? 'none'}
        disabled={folderActions.isBusy.value}
        onChange={({ currentTarget }) => {
          const chosen = uses.find((use) => use === currentTarget.value)
          folderActions.use(mailbox, chosen ?? 'none')
        }}
      >
        {specialUse === null || isUseChosen ? (
          <option value="none">{laterText.mail.ordinaryFolder}</option>
        ) : null}
        {uses.map((use) => (
          <option key={use} value={use}>
            {nameOfUse(use, text)}
          </option>
        ))}
      </select>
    </label>
  )
}

interface MenuItemProps {
  readonly icon: IconName
  readonly label: string
  readonly onClick: () => void
}

function MenuItem({ icon, label, onClick }: MenuItemProps) {
  return (
    <button type="button" class="folder-button" onClick={onClick}>
      <Icon name={icon} />
      {label}
    </button>
  )
}

import { useApp } from '../../../app/app-context.ts'
import { folderName } from '../../../state/folder/names.ts'

interface FolderFieldProps {
  readonly label: string
  readonly path: string
  readonly onChoose: (path: string) => void
}

/** One of the owner's folders; one that is not there any more stays until another is chosen. */
export function FolderField({ label, path, onChoose }: FolderFieldProps) {
  const { text, mailboxes } = useApp()
  const folders = mailboxes.tree.value.filter(({ mailbox }) => mailbox.isSelectable)
  const isThere = folders.some(({ mailbox }) => mailbox.path === path)

  return (
    <label class="field setting">
      {label}
      <select required value={path} onChange={({ currentTarget }) => onChoose(currentTarget.value)}>
        {isThere ? null : <option value={path}>{path}</option>}
        {folders.map(({ mailbox, depth }) => (
          <option key={mailbox.path} value={mailbox.path}>
            {'\u2003'.repeat(depth) + folderName(mailbox, text)}
          </option>
        ))}
      </select>
    </label>
  )
}

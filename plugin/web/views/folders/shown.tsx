import { useApp } from '../../app/app-context.ts'
import { FailureNote } from '../notice/failure.tsx'

/** All folders of the owner's own, with what is shown in the list (IMAP subscriptions). */
export function FoldersShown() {
  const { text, folderActs, mailboxes } = useApp()
  const own = mailboxes.all.value.filter(
    ({ specialUse, isSelectable }) => specialUse === null && isSelectable,
  )

  return (
    <>
      <p class="dialog-text">{own.length === 0 ? text.noOwnFolders : text.chooseFoldersNote}</p>
      <ul class="picker-folders">
        {own.map((mailbox) => (
          <li key={mailbox.path}>
            <label class="folder-button">
              <input
                type="checkbox"
                checked={mailbox.isSubscribed}
                disabled={folderActs.isBusy.value}
                onChange={(event) => folderActs.setShown(mailbox, event.currentTarget.checked)}
              />
              <span class="folder-name">{mailbox.path}</span>
            </label>
          </li>
        ))}
      </ul>
      <FailureNote failure={folderActs.problem.value} />
    </>
  )
}

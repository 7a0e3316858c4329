import { useApp } from '../../app/app-context.ts'
import { folderName, nameOfUse } from '../../state/folder/names.ts'
import { useSettings } from './context.ts'
import { Choice } from './controls.tsx'

const uses = ['drafts', 'sent', 'junk', 'trash', 'archive'] as const

/** Which folders have a use. */
export function FolderUses() {
  const { text, mailboxes, folderActs } = useApp()
  const { words } = useSettings()
  const all = mailboxes.tree.value.map(({ mailbox }) => mailbox)
  const possible = all.filter(
    ({ isSelectable, specialUse }) => isSelectable && specialUse !== 'inbox',
  )

  return (
    <>
      <p class="dialog-text">{words.foldersNote}</p>
      {uses.map((use) => {
        const current = all.find(({ specialUse }) => specialUse === use)
        return (
          <Choice
            key={use}
            label={nameOfUse(use, text)}
            value={current?.path ?? ''}
            options={[
              ['', words.serverChoice],
              ...possible.map((mailbox) => [mailbox.path, folderName(mailbox, text)] as const),
            ]}
            onChoose={(path) => {
              const mailbox = all.find((one) => one.path === path)
              if (mailbox !== undefined) folderActs.use(mailbox, use)
              else if (current !== undefined) folderActs.use(current, 'none')
            }}
          />
        )
      })}
    </>
  )
}

import { useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { FolderRow } from './row.tsx'
import { moveInFolders } from './keys.ts'
import { OwnerCard } from './owner-card.tsx'

/** The folders, and who is signed in. */
export function FolderPane() {
  const { text, mailboxes, composer, folderActs } = useApp()
  const folders = useRef<HTMLUListElement>(null)

  return (
    <nav class="pane folder-pane" aria-label={text.folders}>
      <button
        type="button"
        class="button primary compose-button"
        aria-keyshortcuts="c"
        onClick={() => composer.startNew()}
      >
        <Icon name="compose" />
        {text.compose}
      </button>
      <div class="folders-head">
        <h2>{text.folders}</h2>
        <IconButton
          icon="compose"
          label={text.newFolder}
          onClick={() => folderActs.show({ kind: 'create', path: null })}
        />
        <IconButton
          icon="settings"
          label={text.chooseFolders}
          onClick={() => folderActs.show({ kind: 'shown' })}
        />
      </div>
      <ul
        ref={folders}
        class="folders"
        aria-busy={!mailboxes.isLoaded.value}
        data-keeps-arrows
        onKeyDown={(event) => {
          if (folders.current !== null && moveInFolders(event, folders.current, folderActs))
            event.preventDefault()
        }}
      >
        {mailboxes.tree.value.map((branch) => (
          <FolderRow key={branch.mailbox.path} branch={branch} />
        ))}
        {mailboxes.isLoaded.value ? null : <FolderGhosts />}
      </ul>
      <OwnerCard />
    </nav>
  )
}

function FolderGhosts() {
  return [1, 2, 3, 4].map((place) => <li key={place} class="folder-ghost" aria-hidden="true" />)
}

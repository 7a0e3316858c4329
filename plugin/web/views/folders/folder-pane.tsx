import { useApp } from '../app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { FolderRow } from './folder-row.tsx'
import { OwnerCard } from './owner-card.tsx'

/** The folders, and who is signed in. */
export function FolderPane() {
  const { text, mailboxes, composer } = useApp()

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
      <ul class="folders" aria-busy={!mailboxes.isLoaded.value}>
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

import { useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { BrandLinks } from '../frame/brand-links.tsx'
import { stayInPage } from '../frame/stay-in-page.ts'
import { Icon, type IconName } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Notices } from '../notice/notices.tsx'
import { FolderRow } from './row.tsx'
import type { FolderActions } from '../../state/folder/folder-actions.ts'
import { addressOfLayer } from '../../state/page/location.ts'
import { formatBytes } from '../../texts/locale.ts'

/** The folders, and who is signed in. */
export function FolderPane() {
  const { text, keys, mailboxes, composer, folderActions } = useApp()
  const folders = useRef<HTMLUListElement>(null)
  const OutboxLink = composer.part.value?.OutboxLink

  return (
    <nav class="pane folder-pane" aria-label={text.folders}>
      <button
        type="button"
        class="button primary compose-button"
        aria-keyshortcuts={keys.value.compose}
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
          onClick={() => folderActions.show({ kind: 'create', path: null })}
        />
        <IconButton
          icon="adjust"
          label={text.chooseFolders}
          onClick={() => folderActions.show({ kind: 'shown' })}
        />
      </div>
      <ul
        ref={folders}
        class="folders"
        aria-busy={!mailboxes.isLoaded.value}
        data-keeps-arrows
        onKeyDown={(event) => {
          if (folders.current !== null && moveInFolders(event, folders.current, folderActions))
            event.preventDefault()
        }}
      >
        {mailboxes.tree.value.map((branch) => (
          <FolderRow key={branch.mailbox.path} branch={branch} />
        ))}
        {mailboxes.isLoaded.value ? null : <FolderGhosts />}
        {OutboxLink === undefined ? null : <OutboxLink />}
      </ul>
      <Notices over="folders" />
      <OwnerCard />
      <BrandLinks />
    </nav>
  )
}

function FolderGhosts() {
  return [1, 2, 3, 4].map((index) => <li key={index} class="folder-ghost" aria-hidden="true" />)
}

/** Beside the folders while they lie over the list: a press there puts them away. The keyboard has Escape. */
export function FoldersVeil() {
  const { navigation } = useApp()
  return <div class="folders-veil" onClick={navigation.hideFolders} />
}

/** Who is signed in, the way to the panel, and the way out. Signing out is a form, so it carries the token. */
function OwnerCard() {
  const { env, text, session, chosenCharsets, composer } = useApp()

  /** What is left in the browser goes first: the next one to sit here is somebody else. */
  async function signOut(event: SubmitEvent): Promise<void> {
    const { currentTarget: form } = event
    event.preventDefault()
    chosenCharsets.forget()
    await composer.forgetCopies()
    if (form instanceof HTMLFormElement) form.submit()
  }

  return (
    <div class="owner">
      <span class="owner-name" dir="auto" title={env.user}>
        {env.user}
      </span>
      {env.panelHome === null ? null : (
        <a
          class="icon-button"
          href={env.panelHome}
          aria-label={text.controlPanel}
          title={text.controlPanel}
        >
          <Icon name="home" />
        </a>
      )}
      <DialogLink kind="contacts" icon="contact" />
      <DialogLink kind="settings" icon="settings" />
      <form method="post" action="?_task=logout" onSubmit={(event) => void signOut(event)}>
        <input type="hidden" name="_token" value={session.requestToken()} />
        <button type="submit" class="icon-button" aria-label={text.signOut} title={text.signOut}>
          <Icon name="sign-out" />
        </button>
      </form>
      <LiveMark />
      <Storage />
    </div>
  )
}

interface DialogLinkProps {
  readonly kind: 'contacts' | 'settings'
  readonly icon: IconName
}

function DialogLink({ kind, icon }: DialogLinkProps) {
  const { text, keys, dialogs } = useApp()
  const shortcut = keys.value[kind]

  return (
    <a
      class="icon-button"
      href={addressOfLayer(kind)}
      aria-label={text[kind]}
      aria-keyshortcuts={shortcut}
      title={`${text[kind]} (${shortcut})`}
      onClick={stayInPage(() => dialogs.show(kind))}
    >
      <Icon name={icon} />
    </a>
  )
}

/** The storage used, where the server reports a limit. */
function Storage() {
  const { text, mailboxes } = useApp()
  const quota = mailboxes.quota.value
  if (quota === null) return null

  return (
    <label class={quota.used > quota.limit * 0.9 ? 'storage is-full' : 'storage'}>
      <meter value={quota.used} max={quota.limit} />
      {text.storage({ used: formatBytes(quota.used), limit: formatBytes(quota.limit) })}
    </label>
  )
}

/** Whether new mail comes automatically. Quiet: it says nothing while it changes, and can be read at any time. */
function LiveMark() {
  const { env, text, live } = useApp()
  const isLive = live.isLive.value

  return (
    <span class={isLive ? 'live-mark is-live' : 'live-mark'}>
      {isLive ? text.live : text.checkedEvery({ seconds: env.refreshSeconds })}
    </span>
  )
}

/**
 * The keys of the folder list: arrows walk, the key of the context menu opens what can be done, F2
 * renames and Delete deletes the folder and not the open message. True when the key was taken.
 */
function moveInFolders(
  event: KeyboardEvent,
  folders: HTMLElement,
  { show }: Pick<FolderActions, 'show'>,
): boolean {
  const { target, key } = event
  if (!(target instanceof HTMLElement)) return false
  const path = target.dataset['folder']
  if (path === undefined) return false
  const isOwn = target.dataset['own'] === 'true'
  const buttons = [...folders.querySelectorAll<HTMLElement>('[data-folder][href]')]
  const next = nextIndex(key, buttons.indexOf(target), buttons.length)
  if (next !== undefined) {
    buttons[next]?.focus()
    return true
  }
  if (key === 'ContextMenu' || (key === 'F10' && event.shiftKey)) show({ kind: 'menu', path })
  else if (key === 'F2' && isOwn) show({ kind: 'rename', path })
  else if (key === 'Delete' && isOwn) show({ kind: 'delete', path })
  else return key === 'Delete'
  return true
}

function nextIndex(key: string, index: number, length: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return Math.min(index + 1, length - 1)
    case 'ArrowUp':
      return Math.max(index - 1, 0)
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return undefined
  }
}

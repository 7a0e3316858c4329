import { useApp } from '../../app/app-context.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Logo, Icon } from '../icon/icon.tsx'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { searchFieldId } from '../../app/keyboard.ts'
import { folderName } from '../../state/folder/names.ts'

/** Name of the product, search, and the refresh. */
export function TopBar() {
  const { env, text, composer, keys, navigation, refresher } = useApp()

  const isUnfolded = navigation.pane.value === 'folders'

  return (
    <header class="top-bar">
      <div class="brand">
        <IconButton
          icon="menu"
          label={text.menu}
          class="folders-toggle"
          isExpanded={isUnfolded}
          onClick={isUnfolded ? navigation.hideFolders : navigation.showFolders}
        />
        <Logo />
        <span class="brand-name" aria-hidden="true">
          {env.productName}
        </span>
      </div>
      <SearchField />
      <div class="top-bar-end">
        <IconButton
          icon="refresh"
          label={text.refresh}
          class={refresher.isRefreshing.value ? 'is-turning' : ''}
          onClick={() => void refresher.refresh()}
        />
        <IconButton
          icon="compose"
          label={text.compose}
          shortcut={keys.value.compose}
          class="narrow-only"
          onClick={() => composer.startNew()}
        />
      </div>
    </header>
  )
}

/** Searches the open folder once Enter is pressed; where is chosen above the list. */
function SearchField() {
  const { keys, text, list, mailboxes, navigation, parts, front } = useApp()
  const { mailbox } = list.query.value
  const search = front.value?.text.value ?? list.query.value.search
  const field = useRef<HTMLInputElement>(null)
  const Tips = parts.search.View.value
  const open = mailboxes.find(mailbox)
  const label = open === undefined ? text.search : text.searchIn({ name: folderName(open, text) })

  // With the frame that shows the field: later it would wipe off what was typed by then.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = search
  }, [search, mailbox])

  function submit(texts: string): void {
    const words = texts.trim()
    if (front.value?.search(words) !== true) list.open({ ...list.query.value, search: words })
    navigation.showList()
  }

  return (
    <form
      class="search"
      role="search"
      onSubmit={(event) => {
        event.preventDefault()
        submit(field.current?.value ?? '')
      }}
    >
      <Icon name="search" />
      <input
        ref={field}
        id={searchFieldId}
        type="search"
        enterkeyhint="search"
        autocomplete="off"
        aria-label={label}
        placeholder={label}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return
          event.currentTarget.value = ''
          if (search !== '') submit('')
          event.currentTarget.blur()
        }}
      />
      {search === '' ? (
        <kbd class="search-key" aria-hidden="true">
          {keys.value.search}
        </kbd>
      ) : (
        <IconButton icon="close" label={text.clearSearch} onClick={() => submit('')} />
      )}
      {Tips === undefined ? null : <Tips />}
    </form>
  )
}

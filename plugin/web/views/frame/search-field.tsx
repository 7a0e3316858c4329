import { useLayoutEffect, useRef } from 'preact/hooks'
import { searchFieldId } from '../../app/keyboard.ts'
import { folderName } from '../../state/folder/names.ts'
import { useApp } from '../../app/app-context.ts'
import { Icon } from '../icon/icon.tsx'
import { IconButton } from '../icon/icon-button.tsx'

/** Searches the open folder once Enter is pressed; where is chosen above the list. */
export function SearchField() {
  const { text, list, mailboxes, navigation } = useApp()
  const { search, mailbox } = list.query.value
  const field = useRef<HTMLInputElement>(null)
  const open = mailboxes.find(mailbox)
  const label = open === undefined ? text.search : text.searchIn(folderName(open, text))

  // With the frame that shows the field: later it would wipe off what was typed by then.
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = search
  }, [search, mailbox])

  function submit(words: string): void {
    list.open({ ...list.query.value, search: words.trim() })
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
          /
        </kbd>
      ) : (
        <IconButton icon="close" label={text.clearSearch} onClick={() => submit('')} />
      )}
    </form>
  )
}

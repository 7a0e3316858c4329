import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { BookTools } from './book-tools.tsx'
import { ChosenContacts } from './chosen.tsx'
import { useContacts } from './context.ts'
import { ContactTools, ImportButton } from './file-tools.tsx'
import { ContactRows } from './rows.tsx'

/** Own contacts, or people of the company's directory: searched, and opened beside the list. */
export function ContactList() {
  const { contacts, words } = useContacts()
  const query = contacts.query.value
  const field = useRef<HTMLInputElement>(null)
  const entered = useSignal(0)
  const isChoosing = contacts.choice.rows.value.size > 0

  return (
    <section class="contact-list" aria-busy={contacts.isBusy.value}>
      <input
        ref={field}
        autofocus
        class="picker-field"
        type="search"
        autocomplete="off"
        aria-label={words.search}
        placeholder={words.search}
        value={query.search}
        onInput={(event) => contacts.look({ ...query, search: event.currentTarget.value })}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || contacts.total.peek() === 0) return
          event.preventDefault()
          entered.value += 1
        }}
      />
      <BookTools />
      {isChoosing ? <ChosenContacts /> : null}
      {query.isDirectory ? <DirectoryNote /> : <BookNote />}
      <ContactRows entered={entered} toSearch={() => field.current?.focus()} />
      {isChoosing ? null : <ContactTools />}
    </section>
  )
}

/** How many own contacts there are, and whether they are as they were last. */
function BookNote() {
  const { contacts, words } = useContacts()
  const told = contacts.told.value

  return (
    <>
      {told?.isReadOnly === true ? (
        <p class="contact-note" role="status">
          {told.isRefused ? words.readOnlyRefused : words.readOnly}
        </p>
      ) : null}
      <p class="only-heard" role="status">
        {told === undefined ? '' : words.count({ total: told.total })}
      </p>
      {contacts.isEmpty.value ? (
        <EmptyBook />
      ) : told?.total === 0 ? (
        <p class="dialog-text">{words.noneFound}</p>
      ) : null}
    </>
  )
}

/** What to begin with. */
function EmptyBook() {
  const { contacts, words } = useContacts()
  const isReadOnly = contacts.told.value?.isReadOnly === true

  return (
    <>
      <p class="dialog-text">{isReadOnly ? words.noneFound : words.none}</p>
      {isReadOnly ? null : (
        <div class="contact-tools">
          <button type="button" class="button small primary" onClick={contacts.create}>
            {words.create}
          </button>
          <ImportButton />
        </div>
      )}
    </>
  )
}

/** Whether the directory answers, and whether there is more in it. */
function DirectoryNote() {
  const { contacts, words } = useContacts()
  const told = contacts.directory.value
  const note =
    told === undefined
      ? ''
      : !told.isAvailable
        ? words.directoryAway
        : told.isCut
          ? words.directoryCut
          : words.count({ total: told.people.length })

  return (
    <p class="contact-note" role="status">
      {note}
    </p>
  )
}

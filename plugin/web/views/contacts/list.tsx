import { useSignal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import { BookTools } from './book-tools.tsx'
import { ChosenContacts } from './chosen.tsx'
import { useContacts } from './context.ts'
import { ContactTools, ImportButton } from './file-tools.tsx'
import { ContactRows } from './rows.tsx'

/** Own contacts, or contacts of the company's directory: searched, and opened beside the list. */
export function ContactList() {
  const { contacts, texts } = useContacts()
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
        aria-label={texts.search}
        placeholder={texts.search}
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
  const { contacts, texts } = useContacts()
  const loaded = contacts.loaded.value

  return (
    <>
      {loaded?.isReadOnly === true ? (
        <p class="contact-note" role="status">
          {loaded.isRefused ? texts.readOnlyRefused : texts.readOnly}
        </p>
      ) : null}
      <p class="only-heard" role="status">
        {loaded === undefined ? '' : texts.count({ total: loaded.total })}
      </p>
      {contacts.isEmpty.value ? (
        <EmptyBook />
      ) : loaded?.total === 0 ? (
        <p class="dialog-text">{texts.noneFound}</p>
      ) : null}
    </>
  )
}

/** What to begin with. */
function EmptyBook() {
  const { contacts, texts } = useContacts()
  const isReadOnly = contacts.loaded.value?.isReadOnly === true

  return (
    <>
      <p class="dialog-text">{isReadOnly ? texts.noneFound : texts.none}</p>
      {isReadOnly ? null : (
        <div class="contact-tools">
          <button type="button" class="button small primary" onClick={contacts.create}>
            {texts.create}
          </button>
          <ImportButton />
        </div>
      )}
    </>
  )
}

/** Whether the directory answers, and whether there is more in it. */
function DirectoryNote() {
  const { contacts, texts } = useContacts()
  const loaded = contacts.directory.value
  const note =
    loaded === undefined
      ? ''
      : !loaded.isAvailable
        ? texts.directoryAway
        : loaded.isCut
          ? texts.directoryCut
          : texts.count({ total: loaded.people.length })

  return (
    <p class="contact-note" role="status">
      {note}
    </p>
  )
}

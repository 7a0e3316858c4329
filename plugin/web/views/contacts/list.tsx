import { Avatar } from '../icon/avatar.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { useContacts } from './context.ts'
import { ContactTools } from './file-tools.tsx'

/** Own contacts, or people of the company's directory: searched, and opened beside the list. */
export function ContactList() {
  const { contacts, words } = useContacts()
  const query = contacts.query.value
  const told = contacts.told.value
  const rows = contacts.rows.value
  const isReadOnly = told?.isReadOnly === true

  return (
    <section class="contact-list" aria-busy={contacts.isBusy.value}>
      <input
        class="picker-field"
        type="search"
        autocomplete="off"
        aria-label={words.search}
        placeholder={words.search}
        value={query.search}
        onInput={(event) => contacts.look({ ...query, search: event.currentTarget.value })}
      />
      <div class="contact-tools">
        <BookChoice />
        {isReadOnly || query.isDirectory ? null : (
          <IconButton icon="compose" label={words.create} onClick={contacts.create} />
        )}
      </div>
      {query.isDirectory ? <DirectoryNote /> : <BookNote />}
      <ul class="contact-rows" aria-label={words.list} onKeyDown={walk}>
        {rows.map(({ id, name, emails, organisation }) => (
          <li key={id}>
            <button
              type="button"
              class="folder-button contact-row"
              aria-current={isOpenContact(id) ? 'true' : undefined}
              onClick={() => contacts.show(id)}
            >
              <Avatar name={name} />
              <span class="contact-names">
                <span class="contact-name" dir="auto">
                  {name}
                </span>
                <span class="contact-second">{emails[0] ?? organisation}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
      {!query.isDirectory && told !== undefined && rows.length < told.total ? (
        <button type="button" class="button small" onClick={contacts.more}>
          {words.more}
        </button>
      ) : null}
      <ContactTools />
    </section>
  )

  function isOpenContact(id: string): boolean {
    const open = contacts.open.value
    if (open.kind === 'loading' || open.kind === 'person') return open.id === id
    return (open.kind === 'shown' || open.kind === 'edited') && open.entry?.id === id
  }
}

/** All own contacts, those of a group, or the directory of the company. */
function BookChoice() {
  const { contacts, words } = useContacts()
  const { group, isDirectory } = contacts.query.value
  const told = contacts.told.value
  const ofGroup = (name: string) => `group ${name}`

  return (
    <select
      class="contact-group"
      aria-label={words.group}
      value={isDirectory ? 'directory' : ofGroup(group)}
      onChange={(event) => {
        const chosen = event.currentTarget.value
        const wanted = chosen === 'directory' ? '' : chosen.slice(ofGroup('').length)
        const { search } = contacts.query.peek()
        contacts.look({ search, group: wanted, isDirectory: chosen === 'directory' })
      }}
    >
      <option value={ofGroup('')}>{words.allGroups(told?.all ?? 0)}</option>
      {told?.groups.map(({ name, count }) => (
        <option key={name} value={ofGroup(name)}>
          {words.oneGroup(name, count)}
        </option>
      ))}
      {told?.hasDirectory === true ? <option value="directory">{words.directory}</option> : null}
    </select>
  )
}

/** How many own contacts there are, and whether they are as they were last. */
function BookNote() {
  const { contacts, words } = useContacts()
  const { search, group } = contacts.query.value
  const told = contacts.told.value

  return (
    <>
      {told?.isReadOnly === true ? (
        <p class="contact-note" role="status">
          {words.readOnly}
        </p>
      ) : null}
      <p class="only-heard" role="status">
        {told === undefined ? '' : words.count(told.total)}
      </p>
      {told?.total === 0 ? (
        <p class="dialog-text">{search === '' && group === '' ? words.none : words.noneFound}</p>
      ) : null}
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
          : words.count(told.people.length)

  return (
    <p class="contact-note" role="status">
      {note}
    </p>
  )
}

/** Arrows walk through the rows. */
function walk(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  const { currentTarget, target } = event
  if (by === 0 || !(currentTarget instanceof HTMLElement)) return
  const buttons = [...currentTarget.querySelectorAll('button')]
  const next = buttons[buttons.findIndex((button) => button === target) + by]
  if (next === undefined) return
  next.focus()
  event.preventDefault()
}

import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { exportContactsUrl } from '../../wire/contact-api.ts'
import { Avatar } from '../icon/avatar.tsx'
import { IconButton } from '../icon/icon-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { FailureNote } from '../notice/failure.tsx'
import { useContacts } from './context.ts'
import { CollectedPeople } from './collected.tsx'
import { ContactDetails, ImportReport } from './details.tsx'
import { ContactDoubles } from './doubles.tsx'
import { ContactForm } from './form.tsx'

/** The list beside the contact that is open; on a phone one of the two. */
export function ContactsPages() {
  const { dialogs } = useApp()
  const { contacts, words } = useContacts()
  const { kind } = contacts.open.value

  useEffect(() => contacts.look(contacts.query.peek()), [])

  return (
    <Dialog isWide title={words.contacts} onClose={() => contacts.leave(dialogs.close)}>
      <div class={kind === 'nothing' ? 'contacts' : 'contacts has-open'}>
        <ContactList />
        <section class="contact-side">
          {kind === 'nothing' ? null : (
            <IconButton
              icon="back"
              label={words.back}
              class="narrow-only"
              onClick={contacts.close}
            />
          )}
          <FailureNote failure={contacts.problem.value} />
          <OpenSide />
        </section>
      </div>
    </Dialog>
  )
}

function OpenSide() {
  const { contacts } = useContacts()
  const open = contacts.open.value
  switch (open.kind) {
    case 'nothing':
    case 'loading':
      return null
    case 'shown':
      return <ContactDetails entry={open.entry} />
    case 'edited':
      return <ContactForm entry={open.entry} conflict={open.conflict} />
    case 'imported':
      return <ImportReport report={open.report} />
    case 'collected':
      return <CollectedPeople people={open.people} />
    case 'doubles':
      return <ContactDoubles sets={open.sets} />
  }
}

function ContactList() {
  const { contacts, words } = useContacts()
  const { search, group } = contacts.query.value
  const told = contacts.told.value
  const rows = contacts.rows.value

  return (
    <section class="contact-list" aria-busy={contacts.isBusy.value}>
      <input
        class="picker-field"
        type="search"
        autocomplete="off"
        aria-label={words.search}
        placeholder={words.search}
        value={search}
        onInput={(event) => contacts.look({ search: event.currentTarget.value, group })}
      />
      <div class="contact-tools">
        <select
          class="contact-group"
          aria-label={words.group}
          value={group}
          onChange={(event) => contacts.look({ search, group: event.currentTarget.value })}
        >
          <option value="">{words.allGroups(told?.all ?? 0)}</option>
          {told?.groups.map(({ name, count }) => (
            <option key={name} value={name}>
              {words.oneGroup(name, count)}
            </option>
          ))}
        </select>
        {told?.isReadOnly === true ? null : (
          <IconButton icon="compose" label={words.create} onClick={contacts.create} />
        )}
      </div>
      {told?.isReadOnly === true ? (
        <p class="contact-read-only" role="status">
          {words.readOnly}
        </p>
      ) : null}
      <p class="only-heard" role="status">
        {told === undefined ? '' : words.count(told.total)}
      </p>
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
      {told?.total === 0 ? (
        <p class="dialog-text">{search === '' && group === '' ? words.none : words.noneFound}</p>
      ) : null}
      {told !== undefined && rows.length < told.total ? (
        <button type="button" class="button small" onClick={contacts.more}>
          {words.more}
        </button>
      ) : null}
      <div class="contact-files">
        <button type="button" class="button small quiet" onClick={contacts.showCollected}>
          {words.collected(told?.collected ?? 0)}
        </button>
        {told?.isReadOnly === true ? null : (
          <button type="button" class="button small quiet" onClick={contacts.showDoubles}>
            {words.findDoubles}
          </button>
        )}
        <FileTools />
      </div>
    </section>
  )

  function isOpenContact(id: string): boolean {
    const open = contacts.open.value
    if (open.kind === 'loading') return open.id === id
    return (open.kind === 'shown' || open.kind === 'edited') && open.entry?.id === id
  }
}

function FileTools() {
  const { contacts, words } = useContacts()
  const picker = useRef<HTMLInputElement>(null)
  const { group } = contacts.query.value
  const isReadOnly = contacts.told.value?.isReadOnly === true

  return (
    <>
      {isReadOnly ? null : (
        <button type="button" class="button small quiet" onClick={() => picker.current?.click()}>
          {words.importFile}
        </button>
      )}
      <input
        ref={picker}
        type="file"
        accept=".vcf,.csv,text/vcard,text/csv"
        hidden
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file !== undefined) contacts.leave(() => void contacts.importFile(file))
        }}
      />
      <a class="button small quiet" href={exportContactsUrl('vcard', group)} download>
        {words.exportCards}
      </a>
      <a class="button small quiet" href={exportContactsUrl('csv', group)} download>
        {words.exportTable}
      </a>
    </>
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

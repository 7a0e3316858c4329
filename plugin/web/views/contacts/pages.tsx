import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { followContactPlace } from '../../state/contacts/contact-place.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { nearestFocusable, useKeptFocus } from '../dialog/kept-focus.ts'
import { FailureNote } from '../notice/failure.tsx'
import { useContacts } from './context.ts'
import { CollectedPeople } from './collected.tsx'
import { ContactActs, ContactDetails, DirectoryPerson, ImportReport } from './details.tsx'
import { ContactDoubles } from './doubles.tsx'
import { ContactForm } from './form/form.tsx'
import { ContactList } from './list.tsx'

/** The list beside the contact that is open; on a phone one of the two. */
export function ContactsPages() {
  const { dialogs, unsaved } = useApp()
  const { contacts, words } = useContacts()
  const { kind } = contacts.open.value

  useEffect(() => followContactPlace(contacts, dialogs), [])
  const pages = useRef<HTMLDivElement>(null)
  useKeptFocus(pages, (around) => mainActOf(around[0]) ?? nearestFocusable(around))

  return (
    <Dialog isWide title={words.contacts} onClose={() => unsaved.leave(dialogs.close)}>
      <FailureNote failure={contacts.problem.value} />
      <div ref={pages} class={kind === 'nothing' ? 'contacts' : 'contacts has-open'}>
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
          <OpenSide />
        </section>
      </div>
    </Dialog>
  )
}

/** After a form has ended: what is done most with the contact that stands in its place. */
function mainActOf(around: Element | undefined): HTMLElement | null {
  const isSide = around?.matches('.contact-side') === true
  return isSide ? around.querySelector<HTMLElement>('.button.primary:not(:disabled)') : null
}

function OpenSide() {
  const { contacts } = useContacts()
  const open = contacts.open.value
  switch (open.kind) {
    case 'nothing':
    case 'loading':
      return null
    case 'shown':
      return (
        <ContactDetails contact={open.entry.contact}>
          {contacts.told.value?.isReadOnly === true ? null : (
            <ContactActs key={open.entry.id} entry={open.entry} />
          )}
        </ContactDetails>
      )
    case 'person':
      return <DirectoryPerson key={open.id} contact={open.contact} />
    case 'edited':
      return <ContactForm key={open.entry?.id} entry={open.entry} conflict={open.conflict} />
    case 'imported':
      return <ImportReport report={open.report} />
    case 'collected':
      return <CollectedPeople people={open.people} />
    case 'doubles':
      return <ContactDoubles sets={open.sets} />
  }
}

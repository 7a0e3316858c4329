import { useEffect, useRef } from 'preact/hooks'
import { useApp } from '../../app/app-context.ts'
import { followContactPosition } from '../../state/contacts/contact-location.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { Dialog } from '../dialog/dialog.tsx'
import { nearestFocusable, useFocusRestore } from '../dialog/focus-restore.ts'
import { FailureNote } from '../notice/failure.tsx'
import { useContacts } from './context.ts'
import { CollectedRecipients } from './collected.tsx'
import { ContactActions, ContactDetails, DirectoryContact, ImportReport } from './details.tsx'
import { ContactDuplicates } from './duplicates.tsx'
import { ContactForm } from './form/form.tsx'
import { ContactList } from './list.tsx'

/** The list beside the contact that is open; on a phone one of the two. */
export function ContactsPages() {
  const { dialogs, unsaved } = useApp()
  const { contacts, texts } = useContacts()
  const { kind } = contacts.open.value

  useEffect(() => followContactPosition(contacts, dialogs), [])
  const pages = useRef<HTMLDivElement>(null)
  useFocusRestore(pages, (around) => mainActionOf(around[0]) ?? nearestFocusable(around))

  return (
    <Dialog isWide title={texts.contacts} onClose={() => unsaved.leave(dialogs.close)}>
      <FailureNote failure={contacts.problem.value} />
      <div ref={pages} class={kind === 'nothing' ? 'contacts' : 'contacts has-open'}>
        <ContactList />
        <section class="contact-side">
          {kind === 'nothing' ? null : (
            <IconButton
              icon="back"
              label={texts.back}
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

/** After a form has ended: what is done most with the contact that is in its place. */
function mainActionOf(around: Element | undefined): HTMLElement | null {
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
          {contacts.loaded.value?.isReadOnly === true ? null : (
            <ContactActions key={open.entry.id} entry={open.entry} />
          )}
        </ContactDetails>
      )
    case 'person':
      return <DirectoryContact key={open.id} contact={open.contact} />
    case 'edited':
      return <ContactForm key={open.entry?.id} entry={open.entry} conflict={open.conflict} />
    case 'imported':
      return <ImportReport report={open.report} />
    case 'collected':
      return <CollectedRecipients people={open.people} />
    case 'doubles':
      return <ContactDuplicates sets={open.sets} />
  }
}

import type { ComponentChildren } from 'preact'
import type {
  NativeContact,
  NativeContactEntry,
  NativeContactImport,
} from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { ContactWords } from '../../texts/later-texts.ts'
import { formatAddresses } from '../../texts/address-text.ts'
import { contactPhotoUrl } from '../../wire/links.ts'
import { RemovalQuestion, useConfirmation } from '../dialog/removal-question.tsx'
import { Avatar } from '../icon/avatar.tsx'
import { useContacts } from './context.ts'

interface ContactDetailsProps {
  readonly contact: NativeContact
  readonly children: ComponentChildren
}

/** All that a contact says, and below it what can be done with it. */
export function ContactDetails({ contact, children }: ContactDetailsProps) {
  const { composer, dialogs } = useApp()
  const { texts } = useContacts()
  const { name, organisation, department } = contact

  function write(address: string): void {
    dialogs.close()
    composer.startNew({ to: formatAddresses([{ name, address }]) })
  }

  return (
    <article class="contact-details" aria-label={name}>
      <div class="contact-head">
        {contact.photo === '' ? (
          <Avatar name={name} />
        ) : (
          <img class="avatar" src={contactPhotoUrl(contact.photo)} alt="" />
        )}
        <h3 dir="auto">{name}</h3>
      </div>
      <dl class="contact-facts">
        <Fact label={texts.nickname} value={contact.nickname} />
        <Fact
          label={texts.organisation}
          value={[organisation, department].filter(Boolean).join(' · ')}
        />
        <Fact label={texts.title} value={contact.title} />
        {contact.emails.map(({ address, label }) => (
          <div key={address}>
            <dt>{labelWord(label, texts) || texts.emails}</dt>
            <dd>
              <button
                type="button"
                class="contact-address"
                title={texts.write({ address })}
                onClick={() => write(address)}
              >
                {address}
              </button>
            </dd>
          </div>
        ))}
        {contact.phones.map(({ number, label }) => (
          <Fact key={number} label={labelWord(label, texts) || texts.phones} value={number} />
        ))}
        {contact.addresses.map((address) => {
          const { street, postcode, city, region, country } = address
          const lines = [street, `${postcode} ${city}`.trim(), region, country]
          const value = lines.filter((line) => line !== '').join('\n')
          return <Fact key={value} label={texts.postal} value={value} />
        })}
        {contact.websites.map(({ url }) => (
          <Fact key={url} label={texts.website} value={url} />
        ))}
        <Fact label={texts.birthday} value={contact.birthday} />
        <Fact label={texts.groups} value={contact.groups.join(', ')} />
        <Fact label={texts.note} value={contact.note} />
      </dl>
      {children}
    </article>
  )
}

/** A user of the company's directory, which no one changes here. */
export function DirectoryContact({ contact }: { readonly contact: NativeContact }) {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const { name } = contact

  async function adopt(): Promise<void> {
    if (await contacts.adoptContact(contact)) notices.say(texts.contactAdded({ name }))
  }

  return (
    <ContactDetails contact={contact}>
      <div class="dialog-acts">
        <button type="button" class="button primary" onClick={() => void adopt()}>
          {texts.addToContacts({ name })}
        </button>
      </div>
    </ContactDetails>
  )
}

/** Deleting asks here, once: there is no way back. */
export function ContactActions({ entry }: { readonly entry: NativeContactEntry }) {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()
  const { isConfirming, opener, confirm, takeBack } = useConfirmation()
  const { name } = entry.contact

  async function remove(): Promise<void> {
    if (await contacts.remove(entry)) notices.say(texts.removed({ name }))
  }

  if (isConfirming) {
    return (
      <RemovalQuestion
        needsConfirmation={texts.removeAsk({ name })}
        isBusy={contacts.isBusy.value}
        onTakeBack={takeBack}
        onRemove={() => void remove()}
      />
    )
  }
  return (
    <div class="dialog-acts">
      <button ref={opener} type="button" class="button danger" onClick={confirm}>
        {texts.remove}
      </button>
      <button type="button" class="button primary" onClick={contacts.edit}>
        {texts.edit}
      </button>
    </div>
  )
}

function Fact({ label, value }: { readonly label: string; readonly value: string }) {
  if (value === '') return null
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  )
}

/** A label in the words of the language; a word of the contact's own as it is. */
export function labelWord(label: string, { labels }: ContactWords): string {
  const known = Object.entries(labels).find(([word]) => word === label && word !== '')
  return known?.[1] ?? label
}

/** What an import did, and what it left out. */
export function ImportReport({ report }: { readonly report: NativeContactImport }) {
  const { texts } = useContacts()
  const { added, changed, same, problems, problemCount } = report

  return (
    <section class="contact-details" aria-label={texts.importFile}>
      <p>{texts.imported({ added, changed, same })}</p>
      {problemCount === 0 ? null : (
        <>
          <p>{texts.leftOut({ count: problemCount })}</p>
          <ul class="contact-problems">
            {problems.map(({ line, code, about }, index) => (
              <li key={index}>
                {texts.line({ line })}: {problemWord(code, texts)}
                {about === '' ? '' : ` (${about})`}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function problemWord(code: string, { problems }: ContactWords): string {
  return Object.entries(problems).find(([known]) => known === code)?.[1] ?? code
}

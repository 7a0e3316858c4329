import type { ComponentChildren } from 'preact'
import type {
  NativeContact,
  NativeContactEntry,
  NativeContactImport,
} from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import type { ContactWords } from '../../texts/later-texts.ts'
import { formatAddresses } from '../../state/composer/draft.ts'
import { contactPhotoUrl } from '../../wire/links.ts'
import { RemovalQuestion, useAsking } from '../dialog/removal-question.tsx'
import { Avatar } from '../icon/avatar.tsx'
import { useContacts } from './context.ts'

interface ContactDetailsProps {
  readonly contact: NativeContact
  readonly children: ComponentChildren
}

/** All that a contact says, and below it what can be done with it. */
export function ContactDetails({ contact, children }: ContactDetailsProps) {
  const { composer, dialogs } = useApp()
  const { words } = useContacts()
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
        <Fact label={words.nickname} value={contact.nickname} />
        <Fact
          label={words.organisation}
          value={[organisation, department].filter(Boolean).join(' · ')}
        />
        <Fact label={words.title} value={contact.title} />
        {contact.emails.map(({ address, label }) => (
          <div key={address}>
            <dt>{labelWord(label, words) || words.emails}</dt>
            <dd>
              <button
                type="button"
                class="contact-address"
                title={words.write({ address })}
                onClick={() => write(address)}
              >
                {address}
              </button>
            </dd>
          </div>
        ))}
        {contact.phones.map(({ number, label }) => (
          <Fact key={number} label={labelWord(label, words) || words.phones} value={number} />
        ))}
        {contact.addresses.map((address) => {
          const { street, postcode, city, region, country } = address
          const lines = [street, `${postcode} ${city}`.trim(), region, country]
          const value = lines.filter((line) => line !== '').join('\n')
          return <Fact key={value} label={words.postal} value={value} />
        })}
        {contact.websites.map(({ url }) => (
          <Fact key={url} label={words.website} value={url} />
        ))}
        <Fact label={words.birthday} value={contact.birthday} />
        <Fact label={words.groups} value={contact.groups.join(', ')} />
        <Fact label={words.note} value={contact.note} />
      </dl>
      {children}
    </article>
  )
}

/** Somebody of the company's directory, which nobody changes here. */
export function DirectoryPerson({ contact }: { readonly contact: NativeContact }) {
  const { notices } = useApp()
  const { contacts, words } = useContacts()
  const { name } = contact

  async function adopt(): Promise<void> {
    if (await contacts.adoptPerson(contact)) notices.say(words.contactAdded({ name }))
  }

  return (
    <ContactDetails contact={contact}>
      <div class="dialog-acts">
        <button type="button" class="button primary" onClick={() => void adopt()}>
          {words.addToContacts({ name })}
        </button>
      </div>
    </ContactDetails>
  )
}

/** Deleting asks here, once: there is no way back. */
export function ContactActs({ entry }: { readonly entry: NativeContactEntry }) {
  const { notices } = useApp()
  const { contacts, words } = useContacts()
  const { isAsked, opener, ask, takeBack } = useAsking()
  const { name } = entry.contact

  async function remove(): Promise<void> {
    if (await contacts.remove(entry)) notices.say(words.removed({ name }))
  }

  if (isAsked) {
    return (
      <RemovalQuestion
        asks={words.removeAsk({ name })}
        isBusy={contacts.isBusy.value}
        onTakeBack={takeBack}
        onRemove={() => void remove()}
      />
    )
  }
  return (
    <div class="dialog-acts">
      <button ref={opener} type="button" class="button danger" onClick={ask}>
        {words.remove}
      </button>
      <button type="button" class="button primary" onClick={contacts.edit}>
        {words.edit}
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

/** A label in the words of the language; a word of the person's own as it is. */
export function labelWord(label: string, { labels }: ContactWords): string {
  const known = Object.entries(labels).find(([word]) => word === label && word !== '')
  return known?.[1] ?? label
}

/** What an import did, and what it left out. */
export function ImportReport({ report }: { readonly report: NativeContactImport }) {
  const { words } = useContacts()
  const { added, changed, same, problems, problemCount } = report

  return (
    <section class="contact-details" aria-label={words.importFile}>
      <p>{words.imported({ added, changed, same })}</p>
      {problemCount === 0 ? null : (
        <>
          <p>{words.leftOut({ count: problemCount })}</p>
          <ul class="contact-problems">
            {problems.map(({ line, code, about }, index) => (
              <li key={index}>
                {words.line({ line })}: {problemWord(code, words)}
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

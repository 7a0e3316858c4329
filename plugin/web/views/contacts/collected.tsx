import type { NativeCollected } from '../../../wire/native/types.ts'
import { formatFullDate } from '../../texts/format.ts'
import { IconButton } from '../icon/icon-button.tsx'
import { useContacts } from './context.ts'

/** Whom the owner wrote to and has no contact of: they complete addresses until they are forgotten. */
export function CollectedRecipients({ people }: { readonly people: NativeCollected }) {
  const { contacts, texts } = useContacts()

  return (
    <section class="contact-details" aria-label={texts.collected({ count: people.length })}>
      <h3>{texts.collected({ count: people.length })}</h3>
      <p class="dialog-text">{texts.collectedNote}</p>
      <ul class="contact-people">
        {people.map((recipient) => {
          const { name, address, lastUsedAt } = recipient
          return (
            <li key={address} class="contact-person">
              <span class="contact-names" title={formatFullDate(lastUsedAt)}>
                <span class="contact-name" dir="auto">
                  {name || address}
                </span>
                {name === '' ? null : <span class="contact-second">{address}</span>}
              </span>
              <IconButton
                icon="compose"
                label={texts.addToContacts({ name: name || address })}
                onClick={() => void contacts.adopt({ name, address })}
              />
              <IconButton
                icon="close"
                label={texts.forget({ name: name || address })}
                onClick={() => void contacts.forget(address)}
              />
            </li>
          )
        })}
      </ul>
    </section>
  )
}

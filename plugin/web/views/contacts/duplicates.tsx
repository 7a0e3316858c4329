import type { NativeContactRow } from '../../../wire/native/types.ts'
import { useApp } from '../../app/app-context.ts'
import { useContacts } from './context.ts'

/** Contacts that look like the same contact, and one way to make them one: nothing either of them says is lost. */
export function ContactDuplicates({
  sets,
}: {
  readonly sets: readonly (readonly NativeContactRow[])[]
}) {
  const { notices } = useApp()
  const { contacts, texts } = useContacts()

  async function merge(set: readonly NativeContactRow[]): Promise<void> {
    const entry = await contacts.merge(set)
    if (entry !== undefined) notices.say(texts.madeOne({ name: entry.contact.name }))
  }

  /** One set after the other; ends at the first that is refused, which the user is told. */
  async function mergeAll(): Promise<void> {
    let count = 0
    for (const set of sets) {
      if ((await contacts.merge(set)) === undefined) break
      count += 1
    }
    notices.say(texts.madeOneOfEach({ count }))
    if (count === sets.length) contacts.showDuplicates()
  }

  return (
    <section class="contact-details" aria-label={texts.findDoubles}>
      <h3>{texts.doubles({ count: sets.length })}</h3>
      {sets.length < 2 ? null : (
        <button
          type="button"
          class="button small"
          disabled={contacts.isBusy.value}
          onClick={() => void mergeAll()}
        >
          {texts.makeOneOfEach({ count: sets.length })}
        </button>
      )}
      {sets.map((set) => (
        <div key={set.map(({ id }) => id).join()} class="contact-double">
          <ul>
            {set.map(({ id, name, emails, phone }) => (
              <li key={id} class="contact-names">
                <span class="contact-name" dir="auto">
                  {name}
                </span>
                <span class="contact-second">
                  {[...emails, phone].filter((one) => one !== '').join(', ')}
                </span>
              </li>
            ))}
          </ul>
          <button
            type="button"
            class="button small"
            disabled={contacts.isBusy.value}
            onClick={() => void merge(set)}
          >
            {texts.makeOne({ count: set.length })}
          </button>
        </div>
      ))}
    </section>
  )
}

import type { NativeAddress } from '../../../wire/native/types.ts'
import type { ContactWords } from '../../texts/later-texts.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { ContactApi } from '../../wire/contact-api.ts'
import type { Notices } from '../notice/notices.ts'
import type { Connection } from '../session/connection.ts'

interface AddContactOptions {
  readonly api: Pick<ContactApi, 'addContact'>
  readonly connection: Pick<Connection, 'reach'>
  readonly notices: Notices
  readonly text: Pick<Catalogue, 'actFailed'>
  readonly words: Pick<ContactWords, 'contactKnown' | 'contactAdded'>
}

/** Makes a contact of somebody in a message, and says whether there was one. */
export function createAddContact(options: AddContactOptions) {
  const { api, connection, notices, text, words } = options
  const { signal } = new AbortController()

  return (person: NativeAddress): void => {
    void connection
      .reach(() => api.addContact(person, signal), signal)
      .then(
        ({ entry, isKnown }) =>
          notices.say(
            isKnown
              ? words.contactKnown({ name: entry.contact.name })
              : words.contactAdded({ name: entry.contact.name }),
          ),
        (error: unknown) => notices.failed(error, text.actFailed),
      )
  }
}

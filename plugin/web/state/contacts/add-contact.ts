import type { NativeAddress } from '../../../wire/native/types.ts'
import type { ContactWords } from '../../texts/later-texts.ts'
import type { Catalogue } from '../../texts/first-texts.ts'
import type { HttpClient } from '../../wire/http/http-client.ts'
import type { Notices } from '../notice/notices.ts'
import type { Connection } from '../session/connection.ts'

interface AddContactOptions {
  readonly http: Pick<HttpClient, 'post'>
  readonly connection: Pick<Connection, 'reach'>
  readonly notices: Notices
  readonly text: Pick<Catalogue, 'actFailed'>
  readonly texts: Pick<ContactWords, 'contactKnown' | 'contactAdded'>
}

/** Makes a contact of someone in a message, and says whether there was one. */
export function createAddContact(options: AddContactOptions) {
  const { http, connection, notices, text, texts } = options
  const { signal } = new AbortController()

  return ({ name, address }: NativeAddress): void => {
    void connection
      .reach(() => http.post('add-contact', { name, address }, signal), signal)
      .then(
        ({ entry, isKnown }) =>
          notices.say(
            isKnown
              ? texts.contactKnown({ name: entry.contact.name })
              : texts.contactAdded({ name: entry.contact.name }),
          ),
        (error: unknown) => notices.failed(error, text.actFailed),
      )
  }
}

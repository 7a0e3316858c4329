import type { Credential } from '../../proxy/mail/index.ts'
import type { DocumentOwner, PersonalDocuments } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import { createContactBooks, type ContactBook } from '../contacts/book/contact-book.ts'
import { collectionUrl } from '../contacts/carddav/collection-url.ts'
import { openRemoteBook, type RemoteBook } from '../contacts/carddav/remote-book.ts'
import { createSharedBooks } from '../contacts/carddav/shared-book.ts'
import { createDirectory, type Directory } from '../contacts/directory/directory.ts'
import { createLdapConnection } from '../contacts/directory/ldap-connection.ts'
import { InvalidSetting } from '../config/invalid-setting.ts'
import { lacksPassword } from '../config/secrets/server-passwords.ts'
import type { Parsing } from '../parsing/parsing.ts'
import type { OperationalLog } from '../log/operational-log.ts'

interface ContactParts {
  readonly personal: PersonalDocuments
  readonly parsing: Parsing
  readonly now: () => number
  readonly log: OperationalLog
}

/** The books of all owners, shared with a CardDAV server where one is configured. */
export function openContacts(
  { contacts, limits }: Config,
  { personal, parsing, now, log }: ContactParts,
): (owner: DocumentOwner, credential: Credential) => ContactBook {
  const books = createContactBooks({ personal, maxIndexed: limits.indexedContacts })
  const { carddav } = contacts
  if (carddav === null) return (owner) => books.of(owner)
  const { freshMs, waitMs } = carddav
  const shared = createSharedBooks({ freshMs, waitMs, maxOwners: limits.accounts, log, now })
  return (owner, credential) =>
    shared.share(books.of(owner), owner.username, remoteBook(carddav, credential, parsing))
}

/** undefined: somebody else signed in for the owner, whose password is not known. */
function remoteBook(
  { url: template, timeoutMs, cards, answerBytes }: NonNullable<Config['contacts']['carddav']>,
  { user, password, authorizationId }: Credential,
  parsing: Parsing,
): RemoteBook | undefined {
  const url = authorizationId === undefined ? collectionUrl(template, user) : undefined
  if (url === undefined) return undefined
  const bounds = { timeoutMs, maxBytes: answerBytes, maxCards: cards }
  return openRemoteBook({ url, user, password, reading: parsing.cardDavOf(user), ...bounds })
}

/** The directory that everybody may search; undefined where none is configured. Throws InvalidSetting. */
export function openDirectory(
  { contacts: { ldap } }: Pick<Config, 'contacts'>,
  { now, log }: Pick<ContactParts, 'now' | 'log'>,
): Directory | undefined {
  if (ldap === null) return undefined
  if (lacksPassword(ldap)) {
    throw new InvalidSetting(
      'contacts.ldap.bindDn',
      'its password must be in ldap-password.secret beside the keys',
    )
  }
  return createDirectory({ ...ldap, open: () => createLdapConnection(ldap), log, now })
}

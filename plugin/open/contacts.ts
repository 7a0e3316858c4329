import type { Credential } from '../../proxy/mail/index.ts'
import type { DocumentOwner, PersonalDocuments } from '../../store/index.ts'
import type { Config } from '../config/schema.ts'
import { createContactBooks, type ContactBook } from '../contacts/book/contact-book.ts'
import { collectionUrl } from '../contacts/carddav/server/collection-url.ts'
import { openRemoteBook, type RemoteBook } from '../contacts/carddav/server/remote-book.ts'
import { createSharedBooks } from '../contacts/carddav/shared-book.ts'
import {
  createDirectory,
  DIRECTORY_LIMITS,
  type Directory,
} from '../contacts/directory/directory.ts'
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

/** Contacts in memory for search and completion, half a kilobyte each; those of other owners are read when they are wanted. */
const MAX_INDEXED = 100_000
/** Owners whose books are compared with the server's; more than a process has signed in. */
const MAX_OWNERS = 20_000

/** Requests to a CardDAV server. */
export const CARDDAV_LIMITS = {
  /** One request; a large address book is sent slowly. */
  timeoutMs: 10_000,
  /** Anyone who opens the contacts waits so long for changes; then the copy is shown. */
  waitMs: 3_000,
  /** Changes are fetched once in it, and a server that did not respond is left alone. */
  freshMs: 30_000,
  /** Cards of one address book; each takes two of an owner's 30,000 personal documents. */
  cards: 10_000,
  /** One response, read no further. */
  responseBytes: 16 * 1024 * 1024,
}

/** The books of all owners, shared with a CardDAV server where one is configured. */
export function openContacts(
  { contacts: { carddav } }: Pick<Config, 'contacts'>,
  { personal, parsing, now, log }: ContactParts,
  limits = CARDDAV_LIMITS,
): (owner: DocumentOwner, credential: Credential) => ContactBook {
  const books = createContactBooks({ personal, maxIndexed: MAX_INDEXED })
  if (carddav === null) return (owner) => books.of(owner)
  const { freshMs, waitMs } = limits
  const shared = createSharedBooks({ freshMs, waitMs, maxOwners: MAX_OWNERS, log, now })
  return (owner, credential) =>
    shared.share(
      books.of(owner),
      owner.username,
      remoteBook(carddav.url, credential, parsing, limits),
    )
}

/** undefined: someone else signed in for the owner, whose password is not known. */
function remoteBook(
  template: string,
  { user, password, authorizationId }: Credential,
  parsing: Parsing,
  { timeoutMs, cards, responseBytes }: typeof CARDDAV_LIMITS,
): RemoteBook | undefined {
  const url = authorizationId === undefined ? collectionUrl(template, user) : undefined
  if (url === undefined) return undefined
  const bounds = { timeoutMs, maxBytes: responseBytes, maxCards: cards }
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
  const options = { ...DIRECTORY_LIMITS, ...ldap }
  return createDirectory({ ...options, open: () => createLdapConnection(options), log, now })
}
